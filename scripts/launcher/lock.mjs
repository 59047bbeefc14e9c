import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Sentence } from "./sentence.mjs";

/**
 * Runs `work` while no other process does so under the same lock file. A lock that a dead process left is taken over.
 * @template T
 * @param {string} file
 * @param {string} waiting one line, said once when another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, waiting, work) {
  for (let isLogged = false; !tryLock(file);) {
    if (takeFromTheDead(file)) continue;
    if (!isLogged) console.log(waiting);
    isLogged = true;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code === "EEXIST") return false;
    throw new Sentence(`The file ${file} cannot be written (${code}).`);
  }
}

/** @param {string} file */
function takeFromTheDead(file) {
  const mine = `${file}.${process.pid}`;
  try {
    if (isAlive(Number(readFileSync(file, "utf8")))) return false;
    // By renaming, only one of several waiting processes gets it.
    renameSync(file, mine);
    rmSync(mine);
    return true;
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? "";
    // Made by another account, as by root in a folder that is not ours: nobody else will release it.
    if (["EACCES", "EROFS", "EISDIR"].includes(code))
      throw new Sentence(`The file ${file} cannot be released (${code}): please remove it.`);
    // Released or taken at this moment: look again.
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // The holder has made the file and not yet written its number.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, as another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
