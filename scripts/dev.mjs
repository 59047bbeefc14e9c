// Both sides with reload on change: the API restarts, the pages are replaced in the browser.
import { spawn } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const host = process.env.HOST ?? "127.0.0.1";
const apiPort = process.env.PORT ?? "3000";
const webPort = process.env.WEB_PORT ?? "5173";
const main = path.join(root, "api/src/main.ts");
const vite = path.join(root, "node_modules/vite/bin/vite.js");

/** @type {import("node:child_process").SpawnOptions} */
const options = {
  stdio: "inherit",
  env: { ...process.env, API_URL: `http://${host}:${apiPort}` },
};
const api = spawn(process.execPath, ["--watch", "--watch-preserve-output", main], options);
const web = spawn(
  process.execPath,
  [vite, "--host", host, "--port", webPort, "--strictPort", "--clearScreen=false"],
  { ...options, cwd: path.join(root, "web") },
);

let stopping = false;
/** One without the other is of no use. @param {number | null} code */
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code ?? 0;
  for (const side of [api, web]) side.kill("SIGTERM");
}
api.once("exit", stop);
web.once("exit", stop);
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));
console.log(`The pages are served at http://${host}:${webPort}, the API at port ${apiPort}.`);
