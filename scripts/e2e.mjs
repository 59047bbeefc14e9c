import { runJourneys } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { printSummary } from "./failures.mjs";

const chromium = await findChromium();
printSummary(await runJourneys(chromium, process.argv.slice(2)));
