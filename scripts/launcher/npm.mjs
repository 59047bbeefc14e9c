import { spawn } from "node:child_process";

/**
 * Runs npm, the one that started us if there was one, and returns what it said; with `withinMs` it is ended then.
 * @param {string[]} args
 * @param {{ cwd: string, withinMs?: number }} options
 * @returns {Promise<{ code: number | null, output: string, errors: string }>}
 */
export async function runNpm(args, { cwd, withinMs }) {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  const [program, first] = npm ? [node, [npm]] : ["npm", []];
  const child = spawn(program, [...first, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: withinMs,
    killSignal: "SIGKILL",
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (errors += chunk));
  /** @type {number | null} */
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      errors += error.message;
      resolve(1);
    });
    child.once("close", resolve);
  });
  return { code, output, errors: errors.trim() };
}
