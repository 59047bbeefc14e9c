import { runJourneys } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { conclude } from "./failures.mjs";

const chromium = await findChromium();
conclude(await runJourneys(chromium, process.argv.slice(2)));
