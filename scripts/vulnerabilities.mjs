// Asks the registry for known vulnerabilities in the product's packages. High and critical ones fail the check; if the
// registry does not answer such requests, it only prints a line.
import path from "node:path";
import { runNpm } from "./launcher/npm.mjs";

/**
 * @typedef {{ title: string, url: string, severity: string }} Advisory
 * @typedef {{ auditReportVersion?: number, message?: string, vulnerabilities: Record<string, { via: (Advisory | string)[] }> }} Report
 */

const timeoutArgs = ["--fetch-retries=0", "--fetch-timeout=5000"];
const { output } = await runNpm(["audit", "--omit=dev", "--json", ...timeoutArgs], {
  cwd: path.resolve(import.meta.dirname, ".."),
  timeoutMs: 15_000,
});
const report = read(output);
if (report.auditReportVersion) {
  const failures = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((each) => typeof each === "object")
      .filter(({ severity }) => severity === "high" || severity === "critical")
      .map(({ severity, title, url }) => `${name} (${severity}): ${title}, ${url}`),
  );
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 1 : 0;
} else {
  const why = report.message?.split("\n")[0] ?? "it does not answer";
  console.log(`Known vulnerabilities were not looked for: ${why}`);
}

/** @param {string} text @returns {Report} */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { vulnerabilities: {} };
  }
}
