import { parseArgs } from "node:util";
import { Sentence } from "./sentence.mjs";

/** @typedef {Record<string, "string" | "boolean">} Options a task's options, by name without the dashes */

/**
 * Throws a Sentence that names the first argument the task does not accept.
 * @param {string} task
 * @param {Options} options
 * @param {string[]} args
 */
export function checkArguments(task, options, args) {
  const types = Object.entries(options).map(([name, type]) => [name, { type }]);
  try {
    parseArgs({ args, options: Object.fromEntries(types) });
  } catch (error) {
    const names = Object.keys(options).map((name) => `--${name}`);
    const known = names.length > 0 ? `takes ${names.join(", ")}` : "takes no arguments";
    const [what] = /** @type {Error} */ (error).message.split(". ");
    throw new Sentence(
      `${what}: npm run ${task} ${known}. Settings are environment variables, as in PORT=3001 npm start.`,
    );
  }
}
