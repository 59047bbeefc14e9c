import { spawn } from "node:child_process";
import path from "node:path";

/**
 * Runs npm (the one that started us, if any) and returns its output; kills it after `timeoutMs`. `node`, the path of a
 * program of that name, replaces the system's Node.
 * @param {string[]} args
 * @param {{ cwd: string, timeoutMs?: number, node?: string }} options
 * @returns {Promise<{ code: number | null, output: string, errors: string }>}
 */
export async function runNpm(args, { cwd, timeoutMs, node }) {
  const {
    npm_execpath: npm,
    npm_node_execpath: defaultNode = process.execPath,
    PATH = "",
  } = process.env;
  const [program, npmArgs] = npm ? [node ?? defaultNode, [npm]] : ["npm", []];
  const child = spawn(program, [...npmArgs, ...args], {
    cwd,
    env: node
      ? { ...process.env, PATH: [path.dirname(node), PATH].join(path.delimiter) }
      : process.env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
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
