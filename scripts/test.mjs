import { runJourneys, runKills, runStaticChecks, runTests } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { conclude } from "./failures.mjs";

// Looked for first: it may have to be installed.
const chromium = await findChromium();
// Mostly they wait for what they have killed, and leave most of the machine to the checks and tests.
const kills = runKills();
const statics = await runStaticChecks();
const tests = await runTests();
conclude(statics, await kills, tests, await runJourneys(chromium));
