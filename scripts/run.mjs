// Every npm script comes through here, so that each works from a fresh clone: it looks at arguments and settings,
// installs what is missing, finds Node 24, and then hands over. It runs on the system's Node (20 or newer) and must not
// need a package.
import path from "node:path";
import { helpText, readSettings } from "../api/src/settings.mjs";
import { checkArguments } from "./launcher/arguments.mjs";
import { requirePackages } from "./launcher/install.mjs";
import { runToTheEnd } from "./launcher/processes.mjs";
import { findNode, pathWithPackages, serverEnv, serverFlags } from "./launcher/runtime.mjs";
import { buildWeb, hasPages, isBuilt } from "./launcher/webBuild.mjs";
import { Sentence } from "./launcher/sentence.mjs";

const root = path.resolve(import.meta.dirname, "..");

/**
 * `options` are the arguments that it takes; without them it takes any. With `settings`, wrong ones end it at once.
 * @typedef {{
 *   file?: string, settings?: boolean, options?: import("./launcher/arguments.mjs").Options,
 *   needsWeb?: boolean, stopsWithLauncher?: boolean, flags?: string[], env?: Record<string, string>
 * }} Task
 */

/** @type {Record<string, Task>} */
const tasks = {
  start: {
    file: "api/src/main.ts",
    settings: true,
    options: { help: "boolean" },
    needsWeb: true,
    stopsWithLauncher: true,
    flags: serverFlags,
    env: serverEnv,
  },
  build: { needsWeb: true, options: {} },
  dev: { file: "scripts/dev.mjs", settings: true, options: {} },
  check: { file: "scripts/check.mjs" },
  test: { file: "scripts/test.mjs" },
  e2e: { file: "scripts/e2e.mjs" },
  fuzz: { file: "scripts/fuzz.mjs", options: {} },
  mutate: { file: "scripts/mutate.mjs" },
  bench: { file: "bench/run.ts", needsWeb: true },
  "bench:books": { file: "bench/books.ts" },
  "bench:catalogue": { file: "bench/catalogue.ts" },
  "bench:lists": { file: "bench/lists.ts" },
  "bench:size": { file: "bench/size.ts" },
  chaos: { file: "chaos/run.ts", needsWeb: true },
  import: {
    file: "api/src/commands/import.ts",
    settings: true,
    options: { projects: "string", vintages: "string", "dry-run": "boolean" },
  },
  "ledger:verify": { file: "api/src/commands/ledger-verify.ts", settings: true, options: {} },
  "audit:verify": {
    file: "api/src/commands/audit-verify.ts",
    settings: true,
    options: { expect: "string" },
  },
  "demo:end": { file: "api/src/commands/demo-end.ts", settings: true, options: {} },
  "admin:create": {
    file: "api/src/commands/admin-create.ts",
    settings: true,
    options: { username: "string", "first-name": "string", "last-name": "string" },
  },
  backup: { file: "api/src/commands/backup.ts", settings: true, options: { to: "string" } },
  restore: { file: "api/src/commands/restore.ts", settings: true, options: { from: "string" } },
  migrate: { file: "api/src/commands/migrate.ts", settings: true, options: {} },
};

/**
 * Installs what the task needs. The server itself needs no packages beside its own as long as the pages are built.
 * Returns whether pages can be built.
 * @param {Task} task
 */
async function prepare({ file, needsWeb }) {
  const isServers = file?.startsWith("api/") ?? false;
  if (isServers && (!needsWeb || isBuilt(root))) {
    await requirePackages(root, { runtimeOnly: true });
    return true;
  }
  try {
    await requirePackages(root, { runtimeOnly: false });
    return true;
  } catch (error) {
    if (!isServers || !hasPages(root) || !(error instanceof Sentence)) throw error;
    await requirePackages(root, { runtimeOnly: true });
    console.error(
      "The pages are those of another version, since the packages that build them are missing.",
    );
    return false;
  }
}

async function main() {
  const [name = "", ...args] = process.argv.slice(2);
  const task = tasks[name];
  if (!task) throw new Sentence(`Unknown task "${name}": one of ${Object.keys(tasks).join(", ")}.`);
  if (task.options) checkArguments(name, task.options, args);
  if (task.options?.help && args.includes("--help")) {
    console.log(helpText());
    return 0;
  }
  if (task.settings) {
    const { problems } = readSettings(process.env);
    if (problems.length > 0) throw new Sentence(problems.join("\n"));
  }
  const canBuild = await prepare(task);
  const node = findNode(root);
  const env = {
    // Our modules stay compiled between starts, which takes a quarter off a start.
    NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled"),
    ...process.env,
    PATH: pathWithPackages(root),
  };
  // Whoever asks what a command does need not wait for the pages.
  if (task.needsWeb && canBuild && !args.includes("--help")) await buildWeb(root, node, env);
  if (!task.file) return 0;
  return await runToTheEnd(node, [...(task.flags ?? []), path.join(root, task.file), ...args], {
    env: { ...task.env, ...env },
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
