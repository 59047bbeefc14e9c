import { runStaticChecks, runTests } from "./checks.mjs";
import { fetchDebianPostgres } from "./debianPostgres.mjs";
import { printSummary } from "./failures.mjs";

await fetchDebianPostgres();
printSummary(await runStaticChecks(), await runTests());
