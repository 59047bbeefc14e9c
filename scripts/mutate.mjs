import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { countTestedMutants } from "./mutations/report.mjs";
import { root } from "./steps.mjs";

// Mutation tests of the rules: every mutant should make a test fail. `npm run mutate`, or with `-m FILE` for one file.
const stryker = path.join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
const report = path.join(root, "test-results/mutations.json");
rmSync(report, { force: true });
const child = spawn(process.execPath, [stryker, "run", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
  // Without a report, only the help was requested. With one, Stryker passes even if nothing was mutated, as after a
  // typo in a file name.
  if (code !== 0 || !existsSync(report) || countTestedMutants(readFileSync(report, "utf8")) > 0)
    return;
  console.error("Nothing was changed: no such file, or none of its lines counts while it runs.");
  process.exitCode = 1;
});
