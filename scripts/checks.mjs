import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { playwrightCounts, failureLine } from "./failures.mjs";
import { printCodeMetrics } from "./codeMetrics.mjs";
import { root, runStep, runSteps } from "./steps.mjs";

/** @typedef {import("./failures.mjs").Counts} Counts */

const resultsFolder = path.join(root, "test-results");

// The compiler and the type-aware linter, written in Go, otherwise spend a third of their time collecting garbage.
const compilerEnv = { GOGC: "400" };

const staticSteps = [
  { name: "format", command: ["oxfmt", "--check", "."] },
  // Each compiler thread derives many of the same types again, and two steps share two cores here: single-threaded,
  // they take half the CPU time.
  {
    name: "lint",
    command: ["oxlint", "--type-aware", "--report-unused-disable-directives-severity=error"],
    env: { ...compilerEnv, GOMAXPROCS: "1" },
  },
  { name: "unused code", command: ["knip", "--treat-config-hints-as-errors"] },
  // Whatever runs in Node shares most of its sources: this pass reads them only once.
  {
    name: "types of what runs in Node",
    command: ["tsc", "-p", "tsconfig.server.json", "--singleThreaded"],
    env: compilerEnv,
  },
  ...["cover-art", "web", "e2e"].map((workspace) => ({
    name: `types of ${workspace}`,
    command: ["tsc", "-p", workspace, "--singleThreaded"],
    env: compilerEnv,
  })),
  { name: "weight of the pages", command: ["node", "scripts/pageWeights.mjs"], printOutput: true },
  { name: "lock file", command: ["node", "scripts/completeLock.mjs", "--check"] },
  {
    name: "known vulnerabilities",
    command: ["node", "scripts/vulnerabilities.mjs"],
    printOutput: true,
  },
];

/**
 * Runs the static checks of the sources. Each failing check counts as one failure. Passing checks are not counted, so
 * that the total stays the number of tests.
 * @returns {Promise<Counts>}
 */
export async function runStaticChecks() {
  // Two at a time, but not alongside the tests that follow, which use every core by themselves.
  return { passed: 0, failures: await runSteps(staticSteps, 2) };
}

/**
 * Runs all tests that need no browser.
 * @returns {Promise<Counts>}
 */
export async function runTests() {
  const file = resultsFile("vitest.json");
  const name = "unit and feature tests";
  const ok = await runStep({
    name,
    command: ["vitest", "run", "--reporter=default", "--reporter=./scripts/vitestReport.mjs"],
    env: { TEST_REPORT: file },
    streamOutput: true,
  });
  const tests = readCounts(name, file, ok === undefined);
  printCodeMetrics();
  return tests;
}

/**
 * Kills the product at work ten times, which counts as one test. The first line of output has the seed that repeats the
 * run.
 * @returns {Promise<Counts>}
 */
export async function runChaosTest() {
  // It finds processes through /proc.
  if (process.platform !== "linux") return { passed: 0, failures: [] };
  const failed = await runStep({
    name: "ten kills of the product at work",
    command: ["node", "scripts/run.mjs", "chaos", "--kills", "10", "--buyers", "3"],
    // Its output starts with a summary and a line for each kill.
    failurePattern: /(?:WRONG|Error): .*/,
  });
  return failed === undefined ? { passed: 1, failures: [] } : { passed: 0, failures: [failed] };
}

/**
 * Runs the journeys in a real browser, against the product as `npm start` starts it.
 * @param {{ program: string } | { missing: string }} chromium
 * @param {string[]} [args]
 * @returns {Promise<Counts>}
 */
export async function runJourneys(chromium, args = []) {
  const name = "browser journeys";
  if ("missing" in chromium)
    return { passed: 0, failures: [failureLine([name], chromium.missing)] };
  const file = resultsFile("playwright.json");
  const dataDir = mkdtempSync(path.join(tmpdir(), "tonneline-e2e-"));
  try {
    const ok = await runStep({
      name,
      command: ["playwright", "test", "--config=e2e", "--reporter=list,json", ...args],
      env: {
        CHROMIUM: chromium.program,
        E2E_DATA_DIR: dataDir,
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      },
      streamOutput: true,
    });
    return readCounts(name, file, ok === undefined, playwrightCounts);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @param {string} name */
function resultsFile(name) {
  mkdirSync(resultsFolder, { recursive: true });
  const file = path.join(resultsFolder, name);
  // A result of the last run must not pass for that of an aborted one.
  rmSync(file, { force: true });
  return file;
}

/**
 * @param {string} name
 * @param {string} file
 * @param {boolean} passed whether the whole run passed
 * @param {(report: ReturnType<typeof JSON.parse>) => Counts} [read] converts the report, whose shape depends on the
 *   tool
 * @returns {Counts}
 */
function readCounts(name, file, passed, read = (report) => report) {
  if (!existsSync(file)) return { passed: 0, failures: [failureLine([name], "broke off")] };
  const counts = read(JSON.parse(readFileSync(file, "utf8")));
  if (passed || counts.failures.length > 0) return counts;
  return { ...counts, failures: [failureLine([name], "failed beside its tests, see above")] };
}
