import { execFile } from "node:child_process";
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
import { promisify } from "node:util";
import { root } from "./steps.mjs";

const folder = path.join(root, "node_modules/.cache/debian");
const dayMs = 86_400_000;

/**
 * Lays Debian's current PostgreSQL aside for the tests, which try the schema on it: its minors come before npm's. Nothing
 * is installed, and it is looked for once a day; without Debian or its servers the tests use what is there.
 */
export async function fetchDebianPostgres() {
  if (!existsSync("/usr/bin/apt-get") || isFresh()) return;
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(path.join(folder, ".new-"));
  try {
    const patience = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=5"];
    // Only root may look for newer ones.
    if (process.getuid?.() === 0) await run("apt-get", ["update", ...patience], unfinished);
    const depends = await run("apt-cache", ["depends", "postgresql"], unfinished);
    const name = /postgresql-\d+/.exec(depends)?.[0];
    if (!name) return;
    await run("apt-get", ["download", ...patience, name], unfinished);
    const file = readdirSync(unfinished).find((each) => each.endsWith(".deb"));
    const wanted = path.join(folder, path.basename(file ?? name, ".deb"));
    if (!file || existsSync(wanted)) return;
    await run("dpkg-deb", ["-x", file, "content"], unfinished);
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
 * What a program prints, nothing where it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
async function run(program, args, cwd) {
  try {
    return (await promisify(execFile)(program, args, { cwd, timeout: 60_000 })).stdout;
  } catch {
    return "";
  }
}
