import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fetchDebianPostgres } from "./debianPostgres.mjs";
import { root, runStep, runSteps } from "./steps.mjs";

/** @typedef {{ passed: number, failed: number }} Counts */

const resultsFolder = path.join(root, "test-results");

const staticSteps = [
  { name: "format", command: ["oxfmt", "--check", "."] },
  { name: "lint", command: ["oxlint", "--type-aware"] },
  { name: "unused code", command: ["knip", "--no-config-hints"] },
  ...["contract", "api", "web", "e2e", "scripts", "chaos"].map((workspace) => ({
    name: `types of ${workspace}`,
    command: ["tsc", "-p", workspace],
  })),
  { name: "lock file", command: ["node", "scripts/completeLock.mjs", "--check"] },
];

/**
 * All that can be said without a browser. A static check that fails counts as one failure; those that pass are not
 * counted, so that the number stays the number of tests.
 * @returns {Promise<Counts>}
 */
export async function runChecks() {
  // Two at a time: the tests that follow use every core by themselves.
  const failedSteps = await runSteps(staticSteps, 2);
  fetchDebianPostgres();
  const file = resultsFile("vitest.json");
  const ok = await runStep({
    name: "unit and feature tests",
    command: [
      "vitest",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    always: true,
  });
  const tests = countsOf(file, ok, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
  return { passed: tests.passed, failed: tests.failed + failedSteps };
}

/**
 * The journeys in a real browser, on the product as it starts for everybody.
 * @param {string} chromium
 * @param {string[]} [args]
 * @returns {Promise<Counts>}
 */
export async function runJourneys(chromium, args = []) {
  const file = resultsFile("playwright.json");
  const dataDir = mkdtempSync(path.join(tmpdir(), "tonneline-e2e-"));
  const env = { CHROMIUM: chromium, E2E_DATA_DIR: dataDir, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  Object.assign(process.env, env);
  try {
    const ok = await runStep({
      name: "browser journeys",
      command: ["playwright", "test", "--config=e2e", "--reporter=list,json", ...args],
      always: true,
    });
    return countsOf(file, ok, ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    }));
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
 * @param {string} file
 * @param {boolean} ok
 * @param {(report: ReturnType<typeof JSON.parse>) => Counts} read the report has the shape of its tool
 * @returns {Counts}
 */
function countsOf(file, ok, read) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counts = read(JSON.parse(readFileSync(file, "utf8")));
  // A run may fail without a failed test, for an unhandled rejection or a file that cannot be loaded.
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}
