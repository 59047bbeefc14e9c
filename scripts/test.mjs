import { runChecks, runJourneys, runKills } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { conclude } from "./failures.mjs";

// Looked for first: it may have to be installed.
const chromium = await findChromium();
conclude(await runChecks(), await runKills(), await runJourneys(chromium));
