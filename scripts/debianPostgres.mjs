import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { root } from "./steps.mjs";

const folder = path.join(root, "node_modules/.cache/debian");
const dayMs = 86_400_000;

/**
 * Lays Debian's current PostgreSQL aside for the tests, which try the schema on it: its minors come before npm's. Nothing
 * is installed, and it is looked for once a day; without Debian or its servers the tests use what is there.
 */
export function fetchDebianPostgres() {
  if (!existsSync("/usr/bin/apt-get") || isFresh()) return;
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(path.join(folder, ".new-"));
  try {
    const patience = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=5"];
    // Only root may look for newer ones.
    if (process.getuid?.() === 0) run("apt-get", ["update", ...patience], unfinished);
    const name = /postgresql-\d+/.exec(
      run("apt-cache", ["depends", "postgresql"], unfinished),
    )?.[0];
    if (!name) return;
    run("apt-get", ["download", ...patience, name], unfinished);
    const file = readdirSync(unfinished).find((each) => each.endsWith(".deb"));
    const wanted = path.join(folder, path.basename(file ?? name, ".deb"));
    if (!file || existsSync(wanted)) return;
    run("dpkg-deb", ["-x", file, "content"], unfinished);
    renameSync(path.join(unfinished, "content"), wanted);
    console.log(`Laid aside ${file} for the tests.`);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function isFresh() {
  return existsSync(folder) && Date.now() - statSync(folder).mtimeMs < dayMs;
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
function run(program, args, cwd) {
  return spawnSync(program, args, { cwd, encoding: "utf8", timeout: 60_000 }).stdout ?? "";
}
