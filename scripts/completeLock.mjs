// npm leaves packages for other systems out of package-lock.json when it could not look them up (npm/cli issue 4828),
// and then `npm ci` refuses the file everywhere. This puts them back, or looks at the whole file: node scripts/completeLock.mjs [--check]
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { lockFaults } from "./lockFaults.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
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
 * The place from which `from` would load `name`, as Node looks: its own node_modules, then those above.
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

/** Above a top package and above a workspace there is only the root. @param {string} folder */
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

const found = missing();
if (process.argv.includes("--check")) {
  for (const place of Object.keys(found)) console.error(`package-lock.json lacks ${place}`);
  if (Object.keys(found).length > 0) console.error("To mend it: node scripts/completeLock.mjs");
  const faults = lockFaults(packages, path.dirname(file));
  for (const fault of faults) console.error(`${fault}: see scripts/lockFaults.mjs`);
  process.exitCode = Object.keys(found).length + faults.length > 0 ? 1 : 0;
} else {
  const all = Object.entries({ ...packages, ...found });
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(found).length} packages added.`);
}
