import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./steps.mjs";

// Every small change of a rule must make one of its tests fail: `npm run mutate`, or with `-m FILE` for one file.
const stryker = path.join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
const child = spawn(process.execPath, [stryker, "run", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
