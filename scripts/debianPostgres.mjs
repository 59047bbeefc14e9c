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
 * Downloads and unpacks Debian's current PostgreSQL for the tests, which try the schema on it: Debian ships minor
 * releases before npm. Nothing is installed, and it checks once a day. Without Debian or its servers the tests use the
 * versions they have.
 */
export async function fetchDebianPostgres() {
  if (!existsSync("/usr/bin/apt-get") || isCacheFresh()) return;
  mkdirSync(folder, { recursive: true });
  const tempFolder = mkdtempSync(path.join(folder, ".new-"));
  try {
    const timeoutArgs = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=5"];
    // Only root may update the package lists.
    if (process.getuid?.() === 0) await run("apt-get", ["update", ...timeoutArgs], tempFolder);
    const depends = await run("apt-cache", ["depends", "postgresql"], tempFolder);
    const name = /postgresql-\d+/.exec(depends)?.[0];
    if (!name) return;
    await run("apt-get", ["download", ...timeoutArgs, name], tempFolder);
    const file = readdirSync(tempFolder).find((each) => each.endsWith(".deb"));
    const target = path.join(folder, path.basename(file ?? name, ".deb"));
    if (!file || existsSync(target)) return;
    await run("dpkg-deb", ["-x", file, "content"], tempFolder);
    renameSync(path.join(tempFolder, "content"), target);
    console.log(`Laid aside ${file} for the tests.`);
  } finally {
    rmSync(tempFolder, { recursive: true, force: true });
  }
}

function isCacheFresh() {
  return existsSync(folder) && Date.now() - statSync(folder).mtimeMs < dayMs;
}

/**
 * Returns a program's output, or an empty string if it fails.
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
