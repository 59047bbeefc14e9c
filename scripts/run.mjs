// Every npm script runs through this file, so that each works from a fresh clone: it checks arguments and settings,
// installs missing packages, finds Node 24 and hands over. It runs on the system's Node (20 or newer) and must not need
// any package.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { helpText, readSettings } from "../api/src/settings.mjs";
import { checkArguments, usageOf } from "./launcher/arguments.mjs";
import { requirePackages } from "./launcher/install.mjs";
import { runUntilExit } from "./launcher/processes.mjs";
import { findNode, pathWithPackages } from "./launcher/runtime.mjs";
import { tasks } from "./launcher/tasks.mjs";
import { buildWeb, hasPages, isBuilt } from "./launcher/webBuild.mjs";
import { UserError } from "./launcher/userError.mjs";

// Node before 20.11 does not offer the folder in import.meta.
const root = path.resolve(fileURLToPath(import.meta.url), "../..");

/**
 * Installs what the task needs and returns whether pages can be built. The server needs only its own packages as long
 * as the pages are built.
 * @param {import("./launcher/tasks.mjs").Task} task
 */
async function prepare({ file, needsWeb }) {
  const isServerTask = file?.startsWith("api/") ?? false;
  if (isServerTask && (!needsWeb || isBuilt(root))) {
    await requirePackages(root, { runtimeOnly: true });
    return true;
  }
  try {
    await requirePackages(root, { runtimeOnly: false });
    return true;
  } catch (error) {
    if (!isServerTask || !hasPages(root) || !(error instanceof UserError)) throw error;
    await requirePackages(root, { runtimeOnly: true });
    console.error(
      "The pages are from another version, since the packages that build them are missing.",
    );
    return false;
  }
}

async function main() {
  const [name = "", ...args] = process.argv.slice(2);
  const task = tasks[name];
  if (!task)
    throw new UserError(`Unknown task "${name}": one of ${Object.keys(tasks).join(", ")}.`);
  const { options, usage } = task;
  if ((options ?? usage) && args.includes("--help")) {
    console.log(usage ?? (options?.help ? helpText() : usageOf(name, options ?? {})));
    return 0;
  }
  if (options) checkArguments(name, options, args);
  if (task.settings) {
    const { problems } = readSettings(process.env);
    if (problems.length > 0) throw new UserError(problems.join("\n"));
  }
  const canBuild = await prepare(task);
  const node = findNode(root);
  const env = {
    // Keeps our compiled modules between starts, which makes a start a quarter faster.
    NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/compiled"),
    ...process.env,
    PATH: pathWithPackages(root),
  };
  // A command's --help need not wait for the pages.
  if (task.needsWeb && canBuild && !args.includes("--help")) await buildWeb(root, node, env);
  if (!task.file) return 0;
  return await runUntilExit(node, [...(task.flags ?? []), path.join(root, task.file), ...args], {
    env: { ...task.env, ...env },
    stopsWithLauncher: task.stopsWithLauncher ?? false,
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
