import { runJourneys, runKills, runStaticChecks, runTests } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { conclude } from "./failures.mjs";

// Looked for first: it may have to be installed.
const chromium = await findChromium();
const [statics, kills] = await Promise.all([runStaticChecks(), runKills()]);
conclude(statics, kills, await runTests(), await runJourneys(chromium));
