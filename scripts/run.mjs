// Every npm script comes through here, so that each works from a fresh clone: it installs what is missing, finds
// Node 24, and then hands over. It runs on the system's Node (20 or newer) and must not need a package.
import path from "node:path";
import { requirePackages } from "./launcher/install.mjs";
import { runToTheEnd } from "./launcher/processes.mjs";
import { findNode, pathWithPackages } from "./launcher/runtime.mjs";
import { buildWeb } from "./launcher/webBuild.mjs";
import { Sentence } from "./launcher/sentence.mjs";

const root = path.resolve(import.meta.dirname, "..");

/** @type {Record<string, { file: string, needsWeb?: boolean, stopsWithLauncher?: boolean }>} */
const tasks = {
  start: { file: "api/src/main.ts", needsWeb: true, stopsWithLauncher: true },
  dev: { file: "scripts/dev.mjs" },
  check: { file: "scripts/check.mjs" },
  test: { file: "scripts/test.mjs" },
  e2e: { file: "scripts/e2e.mjs" },
  bench: { file: "bench/run.ts", needsWeb: true },
  "bench:books": { file: "bench/books.ts" },
  "bench:lists": { file: "bench/lists.ts" },
  import: { file: "api/src/commands/import.ts" },
  "ledger:verify": { file: "api/src/commands/ledger-verify.ts" },
  "audit:verify": { file: "api/src/commands/audit-verify.ts" },
  "admin:create": { file: "api/src/commands/admin-create.ts" },
};

async function main() {
  const [name = "", ...args] = process.argv.slice(2);
  const task = tasks[name];
  if (!task) throw new Sentence(`Unknown task "${name}": one of ${Object.keys(tasks).join(", ")}.`);
  await requirePackages(root);
  const node = findNode(root);
  const env = {
    // Our modules stay compiled between starts, which takes a quarter off a start.
    NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled"),
    ...process.env,
    PATH: pathWithPackages(root),
  };
  if (task.needsWeb && !args.includes("--help")) await buildWeb(root, node, env);
  return await runToTheEnd(node, [path.join(root, task.file), ...args], {
    env,
    stopsWithLauncher: task.stopsWithLauncher ?? false,
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
