import { runJourneys, runKills, runStaticChecks, runTests } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { conclude } from "./failures.mjs";

// Looked for first: it may have to be installed.
const chromium = await findChromium();
const [statics, kills] = await Promise.all([runStaticChecks(), runKills()]);
// Journeys keep the processor busy, while half of the time of the tests is waiting.
const [tests, journeys] = await Promise.all([runTests(), runJourneys(chromium)]);
conclude(statics, kills, tests, journeys);
