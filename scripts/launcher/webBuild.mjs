import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { withLock } from "./lock.mjs";
import { UserError } from "./userError.mjs";

const sources = ["web", "contract", "cover-art", "package-lock.json", "tsconfig.base.json"];

/**
 * Builds the web app into web/dist, unless the last build used the same sources.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildWeb(root, node, env) {
  const hash = hashOfSources(root);
  if (isBuilt(root, hash)) return;
  const waiting = "Waiting for another process that builds the web app …";
  await withLock(path.join(root, ".web-build.lock"), waiting, async () => {
    if (isBuilt(root, hash)) return;
    console.log("Building the web app …");
    build(root, node, env, hash);
  });
}

// Kept with the pages, so that it is copied along with them.
const hashFile = "sources.sha256";

/** Whether there are pages, built from any sources. @param {string} root */
export function hasPages(root) {
  return existsSync(path.join(root, "web/dist/index.html"));
}

/** Whether the pages were built from the current sources. @param {string} root */
export function isBuilt(root, hash = hashOfSources(root)) {
  const file = path.join(root, "web/dist", hashFile);
  return hasPages(root) && existsSync(file) && readFileSync(file, "utf8") === hash;
}

/**
 * Builds into a separate folder and swaps it in, so that a running server never lacks a file for long.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {string} hash
 */
function build(root, node, env, hash) {
  const [dist, fresh] = [path.join(root, "web/dist"), path.join(root, "web/dist.new")];
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  const result = spawnSync(
    node,
    [vite, "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"],
    { cwd: path.join(root, "web"), env: { ...env, NODE_ENV: "production" }, encoding: "utf8" },
  );
  if (result.status !== 0) {
    console.error(`${result.stdout}${result.stderr}${result.error?.message ?? ""}`.trim());
    throw new UserError("The web app could not be built (see above).");
  }
  writeFileSync(path.join(fresh, hashFile), hash);
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

/** @param {string} root */
function hashOfSources(root) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => filesBelow(root, source))) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/**
 * Lists the files in a fixed order, without build output and tests.
 * @param {string} root
 * @param {string} source
 * @returns {string[]}
 */
function filesBelow(root, source) {
  if (statSync(path.join(root, source)).isFile()) return [source];
  const entries = readdirSync(path.join(root, source), { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const entryPath = path.join(source, entry.name);
      if (/^(node_modules|dist.*|coverage)$|\.test\.tsx?$/.test(entry.name)) return [];
      return entry.isDirectory() ? filesBelow(root, entryPath) : [entryPath];
    });
}
