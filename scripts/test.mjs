import { runJourneys, runKills, runStaticChecks, runTests } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { fetchDebianPostgres } from "./debianPostgres.mjs";
import { conclude } from "./failures.mjs";

// Both may have to come from Debian, whose tools run one at a time: in sequence, but alongside the checks.
const postgres = fetchDebianPostgres();
const chromium = postgres.then(findChromium);
// These mostly wait for the killed product and leave most of the machine to the checks and tests.
const kills = runKills();
const statics = await runStaticChecks();
await postgres;
const tests = await runTests();
conclude(statics, await kills, tests, await runJourneys(await chromium));
