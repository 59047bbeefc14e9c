import { parseArgs } from "node:util";
import { UserError } from "./userError.mjs";

/** @typedef {Record<string, "string" | "boolean">} Options a task's options, by name without the dashes */

/**
 * Throws a UserError that names the first argument the task does not accept.
 * @param {string} task
 * @param {Options} options
 * @param {string[]} args
 */
export function checkArguments(task, options, args) {
  const types = Object.entries(options).map(([name, type]) => [name, { type }]);
  try {
    parseArgs({ args, options: Object.fromEntries(types) });
  } catch (error) {
    const [problem] = /** @type {Error} */ (error).message.split(". ");
    throw new UserError(`${problem}: ${usageOf(task, options)}`);
  }
}

/**
 * Returns what the task accepts, in one line.
 * @param {string} task
 * @param {Options} options
 */
export function usageOf(task, options) {
  const names = Object.keys(options).map((name) => `--${name}`);
  const accepted = names.length > 0 ? `takes ${names.join(", ")}` : "takes no arguments";
  return `npm run ${task} ${accepted}. Settings are environment variables, as in PORT=3001 npm start.`;
}
