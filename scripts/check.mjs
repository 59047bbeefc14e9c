import { runStaticChecks, runTests } from "./checks.mjs";
import { conclude } from "./failures.mjs";

conclude(await runStaticChecks(), await runTests());
