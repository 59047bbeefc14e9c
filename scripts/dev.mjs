// Runs API and web app with reload on change: the API restarts, the pages are replaced in the browser.
import { spawn } from "node:child_process";
import { readdirSync, watch } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const host = process.env.HOST ?? "127.0.0.1";
const shownHost = host.includes(":") ? `[${host}]` : host;
const apiPort = process.env.PORT ?? "3000";
const webPort = process.env.WEB_PORT ?? "5173";
const main = path.join(root, "api/src/main.ts");
const vite = path.join(root, "node_modules/vite/bin/vite.js");

const env = {
  ...process.env,
  API_URL: `http://${shownHost}:${apiPort}`,
  // Links in mails lead to the development server's pages.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${shownHost}:${webPort}`,
};

/** The folders of the API's sources. */
const sources = ["api/src", "api/schema", "contract/src", "cover-art/src"].map((each) =>
  path.join(root, each),
);
// One save often triggers several events.
const debounceMs = 100;

/** @type {import("node:child_process").ChildProcess | undefined} */
let api;
let hasChanged = false;
let restartPending = false;
let isStopping = false;

function startApi() {
  restartPending = false;
  api = spawn(process.execPath, [main], { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  api.once("exit", (code) => {
    api = undefined;
    if (isStopping) return;
    if (restartPending) startApi();
    // Even the first start failed, for example because of a busy port or an invalid setting.
    else if (!hasChanged) stop(code);
    else console.error("The API has stopped. It starts again with the next change.");
  });
}

function restartApi() {
  hasChanged = true;
  if (!api) return startApi();
  if (!restartPending) console.log("The API restarts …");
  restartPending = true;
  api.kill("SIGTERM");
}

/** Stops both sides: one is useless without the other. @param {number | null} code */
function stop(code) {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code ?? 0;
  clearTimeout(debounceTimer);
  for (const watcher of watchers.values()) watcher.close();
  for (const side of [api, web]) side?.kill("SIGTERM");
}

/** @type {NodeJS.Timeout | undefined} */
let debounceTimer;
let sourceChanged = false;
/** @param {string | null} file */
function onChange(file) {
  if (isStopping) return;
  if (/(?<!\.test)\.(ts|sql)$/.test(file ?? "")) sourceChanged = true;
  clearTimeout(debounceTimer);
  debounceTimer = setTimeout(() => {
    // Files created together with a new folder trigger no event.
    if (watchFolders() || sourceChanged) restartApi();
    sourceChanged = false;
  }, debounceMs);
}

/**
 * Watches each source folder individually and returns whether any is new. `node --watch` and `recursive` watch single
 * files on Linux, and lose one as soon as an editor or git replaces it.
 */
function watchFolders() {
  const folders = new Set(sources);
  for (const source of sources) {
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) folders.add(path.join(entry.parentPath, entry.name));
    }
  }
  for (const [folder, watcher] of watchers) {
    if (folders.has(folder)) continue;
    watcher.close();
    watchers.delete(folder);
  }
  const added = [...folders].filter((folder) => !watchers.has(folder));
  for (const folder of added) {
    const watcher = watch(folder, (_event, file) => onChange(file));
    watchers.set(folder, watcher);
  }
  return added.length > 0;
}

/** @type {Map<string, import("node:fs").FSWatcher>} */
const watchers = new Map();
watchFolders();
startApi();
const web = spawn(
  process.execPath,
  [vite, "--host", host, "--port", webPort, "--strictPort", "--clearScreen=false"],
  { env, stdio: "inherit", cwd: path.join(root, "web") },
);
web.once("exit", stop);
process.on("SIGINT", () => stop(0));
process.on("SIGTERM", () => stop(0));
