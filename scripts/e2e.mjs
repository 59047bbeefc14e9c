import { runJourneys } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";

const chromium = await findChromium();
if ("missing" in chromium) {
  console.error(chromium.missing);
  process.exitCode = 1;
} else {
  const { passed, failed } = await runJourneys(chromium.program, process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
