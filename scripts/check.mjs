import { runStaticChecks, runTests } from "./checks.mjs";
import { fetchDebianPostgres } from "./debianPostgres.mjs";
import { conclude } from "./failures.mjs";

await fetchDebianPostgres();
conclude(await runStaticChecks(), await runTests());
