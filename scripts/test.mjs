import { runChecks, runJourneys } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";

// Looked for first: without a browser the answer should not take minutes.
const chromium = await findChromium();
const checks = await runChecks();
if ("missing" in chromium) console.error(chromium.missing);
const journeys =
  "missing" in chromium ? { passed: 0, failed: 1 } : await runJourneys(chromium.program);

const failed = checks.failed + journeys.failed;
console.log(`${checks.passed + journeys.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
