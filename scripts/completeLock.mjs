// npm omits packages for other systems from package-lock.json when it could not look them up (npm/cli issue 4828), and
// then `npm ci` rejects the file everywhere. This adds them again with the registry's hashes, or checks the whole file:
// node scripts/completeLock.mjs [--check]. With --hashes it fetches every missing hash.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runNpm } from "./launcher/npm.mjs";
import { lockFaults } from "./lockFaults.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */

const file = path.resolve(import.meta.dirname, "../package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
/** @type {Record<string, LockedPackage>} */
const packages = lock.packages;
const platform =
  /(android|darwin|freebsd|linux|win32|openharmony)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(.*))?$/;

/**
 * Returns the path from which `from` would load `name`, resolved like Node: its own node_modules, then those above.
 * @param {string} from
 * @param {string} name
 */
function resolvePackage(from, name) {
  for (let folder = from; ; folder = enclosingFolder(folder)) {
    const packagePath = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[packagePath]) return packagePath;
    if (folder === "") return undefined;
  }
}

/** Returns the enclosing package; for top-level packages and workspaces that is the root. @param {string} folder */
function enclosingFolder(folder) {
  const nested = folder.lastIndexOf("/node_modules/");
  return nested === -1 ? "" : folder.slice(0, nested);
}

/** @returns {Record<string, LockedPackage>} */
function findMissing() {
  /** @type {Record<string, LockedPackage>} */
  const found = {};
  for (const [from, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const match = platform.exec(name);
      if (!match || !/^\d/.test(version)) continue;
      const installedPath = resolvePackage(from, name);
      if (installedPath && packages[installedPath]?.version === version) continue;
      const [, os = "", cpu = "", suffix = ""] = match;
      const libc = suffix.startsWith("musl") ? "musl" : "glibc";
      const packagePath = installedPath ? `${from}/node_modules/${name}` : `node_modules/${name}`;
      found[packagePath] = {
        version,
        cpu: [cpu],
        ...(dev && { dev }),
        ...(os === "linux" && suffix && { libc: [libc] }),
        optional: true,
        os: [os],
      };
    }
  }
  return found;
}

/** Fetches the hashes missing from `all`, by `name@version`. @param {Record<string, LockedPackage>} all */
async function fetchHashes(all) {
  const withoutHash = Object.entries(all)
    .filter(
      ([packagePath, { integrity, link }]) =>
        packagePath.includes("node_modules/") && !integrity && !link,
    )
    .map(([packagePath, { version }]) => `${nameOf(packagePath)}@${version}`);
  const queue = [...new Set(withoutHash)];
  /** @type {Map<string, string>} */
  const hashes = new Map();
  const worker = async () => {
    for (let spec = queue.shift(); spec; spec = queue.shift()) {
      const { output, errors } = await runNpm(["view", spec, "dist.integrity"], {
        cwd: path.dirname(file),
      });
      if (!output.trim()) console.error(`The registry has no hash of ${spec}: ${errors}`);
      else hashes.set(spec, output.trim());
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return hashes;
}

/** @param {string} packagePath */
function nameOf(packagePath) {
  return packagePath.slice(packagePath.lastIndexOf("node_modules/") + "node_modules/".length);
}

const found = findMissing();
if (process.argv.includes("--check")) {
  for (const packagePath of Object.keys(found))
    console.error(`package-lock.json lacks ${packagePath}`);
  if (Object.keys(found).length > 0) console.error("To mend it: node scripts/completeLock.mjs");
  const faults = lockFaults(packages, path.dirname(file));
  for (const fault of faults) console.error(`${fault}: see scripts/lockFaults.mjs`);
  process.exitCode = Object.keys(found).length + faults.length > 0 ? 1 : 0;
} else {
  const all = { ...packages, ...found };
  const hashes = await fetchHashes(process.argv.includes("--hashes") ? all : found);
  for (const [packagePath, entry] of Object.entries(all)) {
    const integrity = hashes.get(`${nameOf(packagePath)}@${entry.version}`);
    if (integrity && !entry.integrity && !entry.link) entry.integrity = integrity;
  }
  const packagePaths = Object.keys(all).sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(
    packagePaths.map((packagePath) => [packagePath, all[packagePath]]),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(found).length} packages and ${hashes.size} hashes added.`);
}
