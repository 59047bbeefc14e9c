import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";

const pollEveryMs = 500;

/**
 * Runs a Node program and returns its exit code. Forwards SIGINT and SIGTERM, and stops the program if the processes
 * above us are killed. With `stopsWithLauncher` the program also notices our own sudden death, when its IPC channel
 * closes.
 * @param {string} node
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, stopsWithLauncher: boolean }} options
 * @returns {Promise<number>}
 */
export async function runUntilExit(node, args, { env, stopsWithLauncher }) {
  const child = spawn(node, args, {
    env,
    stdio: [
      "inherit",
      "inherit",
      "inherit",
      ...(stopsWithLauncher ? /** @type {const} */ (["ipc"]) : []),
    ],
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  const watch = setInterval(
    watchAncestors(() => child.kill("SIGTERM")),
    pollEveryMs,
  );
  watch.unref();
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
}

/**
 * npm starts us, often through a shell. If one of them is killed outright we get no signal, but our parent, or its
 * parent, changes. If started manually there is nothing to watch: `node scripts/run.mjs start &` may stay.
 * @param {() => void} onDeath
 */
function watchAncestors(onDeath) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const parent = process.ppid;
  const grandparent = isShell(parent) ? parentOf(parent) : undefined;
  return () => {
    const isOrphaned =
      process.ppid !== parent || (grandparent !== undefined && parentOf(parent) !== grandparent);
    if (isOrphaned) onDeath();
  };
}

/** @param {number} pid */
function isShell(pid) {
  return /^(sh|dash|bash|zsh|ash|busybox)$/.test(read(`/proc/${pid}/comm`).trim());
}

/** @param {number} pid */
function parentOf(pid) {
  // The name in parentheses may contain spaces; the parent is the second field after it.
  const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ");
  return fields?.[1];
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
