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
function placeOf(from, name) {
  for (let folder = from; ; folder = folderAbove(folder)) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === "") return undefined;
  }
}

/** Returns the enclosing package; for top-level packages and workspaces that is the root. @param {string} folder */
function folderAbove(folder) {
  const nested = folder.lastIndexOf("/node_modules/");
  return nested === -1 ? "" : folder.slice(0, nested);
}

/** @returns {Record<string, LockedPackage>} */
function missing() {
  /** @type {Record<string, LockedPackage>} */
  const found = {};
  for (const [from, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const match = platform.exec(name);
      if (!match || !/^\d/.test(version)) continue;
      const place = placeOf(from, name);
      if (place && packages[place]?.version === version) continue;
      const [, os = "", cpu = "", suffix = ""] = match;
      const libc = suffix.startsWith("musl") ? "musl" : "glibc";
      const where = place ? `${from}/node_modules/${name}` : `node_modules/${name}`;
      found[where] = {
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
async function hashesFor(all) {
  const lacking = Object.entries(all)
    .filter(
      ([place, { integrity, link }]) => place.includes("node_modules/") && !integrity && !link,
    )
    .map(([place, { version }]) => `${nameOf(place)}@${version}`);
  const waiting = [...new Set(lacking)];
  /** @type {Map<string, string>} */
  const hashes = new Map();
  const lane = async () => {
    for (let spec = waiting.shift(); spec; spec = waiting.shift()) {
      const { output, errors } = await runNpm(["view", spec, "dist.integrity"], {
        cwd: path.dirname(file),
      });
      if (!output.trim()) console.error(`The registry has no hash of ${spec}: ${errors}`);
      else hashes.set(spec, output.trim());
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  return hashes;
}

/** @param {string} place */
function nameOf(place) {
  return place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

const found = missing();
if (process.argv.includes("--check")) {
  for (const place of Object.keys(found)) console.error(`package-lock.json lacks ${place}`);
  if (Object.keys(found).length > 0) console.error("To mend it: node scripts/completeLock.mjs");
  const faults = lockFaults(packages, path.dirname(file));
  for (const fault of faults) console.error(`${fault}: see scripts/lockFaults.mjs`);
  process.exitCode = Object.keys(found).length + faults.length > 0 ? 1 : 0;
} else {
  const all = { ...packages, ...found };
  const hashes = await hashesFor(process.argv.includes("--hashes") ? all : found);
  for (const [place, entry] of Object.entries(all)) {
    const integrity = hashes.get(`${nameOf(place)}@${entry.version}`);
    if (integrity && !entry.integrity && !entry.link) entry.integrity = integrity;
  }
  const places = Object.keys(all).sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(places.map((place) => [place, all[place]]));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(found).length} packages and ${hashes.size} hashes added.`);
}
