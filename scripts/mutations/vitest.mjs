// Replaces `vitest` in tests of rules while their rules are mutated: expectations are Vitest's own, while tests are
// collected in a list, so that each can be called repeatedly in one process, whatever else its file contains.
export { expect } from "vitest";

/** @typedef {(...values: any[]) => unknown} TestBody */

/** The tests of the loaded files, in order. @type {{ name: string, run: () => unknown }[]} */
export const tests = [];

/** @type {string[]} */
let groups = [];

/**
 * @param {string} name
 * @param {TestBody} body
 * @param {unknown[]} values
 */
function addTest(name, body, values) {
  const path = [...groups, name].join(" > ");
  // Rows of a table may have the same name; the number distinguishes them and is the same in every process.
  tests.push({ name: `${path} #${tests.length}`, run: () => body(...values) });
}

/** Like Vitest's, with `each`. */
export const test = Object.assign(
  (/** @type {string} */ name, /** @type {TestBody} */ body) => addTest(name, body, []),
  {
    each:
      (/** @type {readonly unknown[]} */ rows) =>
      (/** @type {string} */ name, /** @type {TestBody} */ body) => {
        for (const row of rows) addTest(name, body, Array.isArray(row) ? row : [row]);
      },
  },
);

/**
 * Like Vitest's.
 * @param {string} name
 * @param {() => void} body
 */
export function describe(name, body) {
  groups.push(name);
  body();
  groups = groups.slice(0, -1);
}
