import { runJourneys, runChaosTest, runStaticChecks, runTests } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { fetchDebianPostgres } from "./debianPostgres.mjs";
import { printSummary } from "./failures.mjs";

// Both may have to come from Debian, whose tools run one at a time: in sequence, but alongside the checks.
const postgres = fetchDebianPostgres();
const chromium = postgres.then(findChromium);
// These mostly wait for the killed product and leave most of the machine to the checks and tests.
const chaos = runChaosTest();
const staticChecks = await runStaticChecks();
await postgres;
const tests = await runTests();
printSummary(staticChecks, await chaos, tests, await runJourneys(await chromium));
