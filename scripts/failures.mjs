import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failures: string[] }} Counts one line per failure */

/**
 * Formats a failure as one line: its location and the first line of the message.
 * @param {string[]} location from outermost to innermost
 * @param {string} [message]
 */
export function failureLine(location, message = "") {
  const lines = stripVTControlCharacters(message).split("\n");
  // Some tools first announce what they are about to do.
  const first = lines.find((line) => line.trim() && !line.endsWith("..."))?.trim();
  return `${location.join(" › ")}${first ? `: ${first.slice(0, 200)}` : ""}`;
}

/**
 * @typedef {{ message?: string }} ReportedError
 * @typedef {object} Spec
 * @property {string} title
 * @property {string} file
 * @property {{ status: string, results: { errors: ReportedError[] }[] }[]} tests
 * @typedef {{ title: string, file: string, specs: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Reads the results from Playwright's JSON report. A journey that passes only on retry counts as failed.
 * @param {{ suites: Suite[], errors: ReportedError[] }} report
 * @returns {Counts}
 */
export function playwrightCounts({ suites, errors }) {
  const specs = suites.flatMap((suite) => specsOf(suite, []));
  const failures = specs.flatMap(({ location, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) =>
        failureLine(location, results.flatMap((each) => each.errors)[0]?.message),
      ),
  );
  failures.push(...errors.map(({ message }) => failureLine(["outside of any journey"], message)));
  const passed = specs.flatMap(({ tests }) => tests).filter(({ status }) => status === "expected");
  return { passed: passed.length, failures };
}

/**
 * @param {Suite} suite
 * @param {string[]} groups
 * @returns {{ location: string[], tests: Spec["tests"] }[]}
 */
function specsOf({ specs, suites = [] }, groups) {
  return [
    ...specs.map(({ file, title, tests }) => ({ location: [file, ...groups, title], tests })),
    ...suites.flatMap((suite) => specsOf(suite, [...groups, suite.title])),
  ];
}

/**
 * Prints all failures at the end of a run, a line each, so that the tail of a log has them all, and sets the exit code.
 * @param {Counts[]} counts
 */
export function printSummary(...counts) {
  const failures = counts.flatMap((each) => each.failures);
  const passed = counts.reduce((sum, each) => sum + each.passed, 0);
  for (const line of failures) console.log(`✗ ${line}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
