import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { countsOfPlaywright, failure } from "./failures.mjs";
import { printHouse } from "./house.mjs";
import { root, runStep, runSteps } from "./steps.mjs";

/** @typedef {import("./failures.mjs").Counts} Counts */

const resultsFolder = path.join(root, "test-results");

const staticSteps = [
  { name: "format", command: ["oxfmt", "--check", "."] },
  // Each thread of the compiler reads and derives much of the same types again, and here two steps share two cores: on
  // one thread they take half of the processor's time.
  {
    name: "lint",
    command: ["oxlint", "--type-aware", "--report-unused-disable-directives-severity=error"],
    env: { GOMAXPROCS: "1" },
  },
  { name: "unused code", command: ["knip", "--treat-config-hints-as-errors"] },
  // What runs in Node shares most of its sources: they are read once for all of it.
  {
    name: "types of what runs in Node",
    command: ["tsc", "-p", "tsconfig.server.json", "--singleThreaded"],
  },
  ...["cover-art", "web", "e2e"].map((workspace) => ({
    name: `types of ${workspace}`,
    command: ["tsc", "-p", workspace, "--singleThreaded"],
  })),
  { name: "weight of the pages", command: ["node", "scripts/pageWeights.mjs"], remarks: true },
  { name: "lock file", command: ["node", "scripts/completeLock.mjs", "--check"] },
  {
    name: "known vulnerabilities",
    command: ["node", "scripts/vulnerabilities.mjs"],
    remarks: true,
  },
];

/**
 * What is said of the sources alone. One that fails counts as one failure; those that pass are not counted, so that the
 * number stays the number of tests.
 * @returns {Promise<Counts>}
 */
export async function runStaticChecks() {
  // Two at a time: the tests that follow use every core by themselves.
  return { passed: 0, failures: await runSteps(staticSteps, 2) };
}

/**
 * All tests that need no browser.
 * @returns {Promise<Counts>}
 */
export async function runTests() {
  const file = resultsFile("vitest.json");
  const name = "unit and feature tests";
  const ok = await runStep({
    name,
    command: ["vitest", "run", "--reporter=default", "--reporter=./scripts/vitestReport.mjs"],
    env: { TEST_REPORT: file },
    always: true,
  });
  const tests = countsOf(name, file, ok === undefined);
  printHouse();
  return tests;
}

/**
 * Ten kills of the product at work, which count as one test. Its first line has the seed that repeats it.
 * @returns {Promise<Counts>}
 */
export async function runKills() {
  // The run finds processes in /proc.
  if (process.platform !== "linux") return { passed: 0, failures: [] };
  const failed = await runStep({
    name: "ten kills of the product at work",
    command: ["node", "scripts/run.mjs", "chaos", "--kills", "10", "--buyers", "3"],
    // It first tells what it does, and of each kill.
    wrong: /(?:WRONG|Error): .*/,
  });
  return failed === undefined ? { passed: 1, failures: [] } : { passed: 0, failures: [failed] };
}

/**
 * The journeys in a real browser, on the product as it starts for everybody.
 * @param {{ program: string } | { missing: string }} chromium
 * @param {string[]} [args]
 * @returns {Promise<Counts>}
 */
export async function runJourneys(chromium, args = []) {
  const name = "browser journeys";
  if ("missing" in chromium) return { passed: 0, failures: [failure([name], chromium.missing)] };
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
      always: true,
    });
    return countsOf(name, file, ok === undefined, countsOfPlaywright);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @param {string} name */
function resultsFile(name) {
  mkdirSync(resultsFolder, { recursive: true });
  const file = path.join(resultsFolder, name);
  // A result of last time must not stand for a run that broke off.
  rmSync(file, { force: true });
  return file;
}

/**
 * @param {string} name
 * @param {string} file
 * @param {boolean} passed whether the whole run did
 * @param {(report: ReturnType<typeof JSON.parse>) => Counts} [read] the report has the shape of its tool
 * @returns {Counts}
 */
function countsOf(name, file, passed, read = (report) => report) {
  if (!existsSync(file)) return { passed: 0, failures: [failure([name], "broke off")] };
  const counts = read(JSON.parse(readFileSync(file, "utf8")));
  if (passed || counts.failures.length > 0) return counts;
  return { ...counts, failures: [failure([name], "failed beside its tests, see above")] };
}
