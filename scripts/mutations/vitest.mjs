// What tests of rules import as `vitest` while their rules are changed: expectations are Vitest's own, tests are kept in
// a list, so that each can be called again and again in one process, whatever else its file has.
export { expect } from "vitest";

/** @typedef {(...values: any[]) => unknown} Body */

/** The tests of the files that have been loaded, in their order. @type {{ name: string, run: () => unknown }[]} */
export const tests = [];

/** @type {string[]} */
let groups = [];

/**
 * @param {string} name
 * @param {Body} body
 * @param {unknown[]} values
 */
function keep(name, body, values) {
  const path = [...groups, name].join(" > ");
  // Rows of a table may read alike; a number tells them apart, and is the same in every process.
  tests.push({ name: `${path} #${tests.length}`, run: () => body(...values) });
}

/** As Vitest's, with `each`. */
export const test = Object.assign(
  (/** @type {string} */ name, /** @type {Body} */ body) => keep(name, body, []),
  {
    each:
      (/** @type {readonly unknown[]} */ rows) =>
      (/** @type {string} */ name, /** @type {Body} */ body) => {
        for (const row of rows) keep(name, body, Array.isArray(row) ? row : [row]);
      },
  },
);

/**
 * As Vitest's.
 * @param {string} name
 * @param {() => void} body
 */
export function describe(name, body) {
  groups.push(name);
  body();
  groups = groups.slice(0, -1);
}
