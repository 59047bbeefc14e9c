import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { Sentence } from "./sentence.mjs";

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */

/**
 * Installs the packages of package-lock.json when one is missing or has another version. Throws Sentence when npm fails.
 * @param {string} root
 */
export async function requirePackages(root) {
  if (isComplete(root)) return;
  const waiting = "Waiting for another process that installs the packages …";
  await withLock(path.join(root, ".install.lock"), waiting, async () => {
    if (isComplete(root)) return;
    console.log("Installing the packages that are missing (once, about a minute) …");
    await runNpm(root, ["ci", "--include=dev", "--no-audit", "--no-fund"]);
  });
}

/**
 * Compares the lock file with the list that npm writes as the last step of every installation, and with the folders:
 * some milliseconds, and right after an installation by hand as well.
 * @param {string} root
 */
function isComplete(root) {
  const installed = packagesOf(path.join(root, "node_modules/.package-lock.json"));
  if (!installed) return false;
  const wanted = packagesOf(path.join(root, "package-lock.json"));
  if (!wanted)
    throw new Sentence("package-lock.json is missing: please take it from the repository.");
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (!place.startsWith("node_modules/")) return true;
    const found = installed[place];
    // Packages for other systems are optional and stay away.
    if (!found) return optional === true;
    return found.version === version && existsSync(path.join(root, place));
  });
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
 * @param {string} root
 * @param {string[]} args
 */
async function runNpm(root, args) {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const [program, first] = npm ? [node, [npm]] : ["npm", []];
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve(1);
    });
    child.once("close", resolve);
  });
  if (code === 0) return;
  // npm adds a page of its own usage to some errors.
  console.error(output.trim().split("\n").slice(0, 15).join("\n"));
  throw new Sentence(
    "npm could not install the packages (see above): is the npm registry reachable and this folder writable?",
  );
}
