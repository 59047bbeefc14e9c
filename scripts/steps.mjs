import { spawn } from "node:child_process";
import path from "node:path";
import { failureLine } from "./failures.mjs";

export const root = path.resolve(import.meta.dirname, "..");

/**
 * @typedef {{
 *   name: string, command: string[], env?: NodeJS.ProcessEnv, streamOutput?: boolean, printOutput?: boolean, failurePattern?: RegExp
 * }} Step
 */

/**
 * Runs one step. Prints a line with its time if it passes, and all of its output if it fails.
 * @param {Step} step with `streamOutput` the output is streamed, with `printOutput` it is also printed on success;
 *   `failurePattern` matches the line that names the failure, if that is not the first
 * @returns {Promise<string | undefined>} the failure in one line
 */
export async function runStep(step) {
  const { name, command, env, streamOutput, printOutput, failurePattern } = step;
  const [program = "", ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: streamOutput ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  const stop = () => child.kill("SIGTERM");
  process.once("SIGTERM", stop).once("SIGINT", stop);
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const passed = await new Promise((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  process.off("SIGTERM", stop).off("SIGINT", stop);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? "✓" : "✗"} ${name} (${seconds} s)`);
  if ((!passed || printOutput) && output) console.log(output.trim());
  return passed ? undefined : failureLine([name], failurePattern?.exec(output)?.[0] ?? output);
}

/**
 * Runs all steps, `concurrency` at a time, even if one fails.
 * @param {Step[]} steps
 * @param {number} concurrency
 * @returns {Promise<string[]>} a line for each failed step
 */
export async function runSteps(steps, concurrency) {
  const queue = [...steps];
  /** @type {string[]} */
  const failures = [];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const failed = await runStep(step);
      if (failed) failures.push(failed);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return failures;
}
