import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "./userError.mjs";

/**
 * Runs `work` while no other process does so under the same lock file. Takes over a lock left by a dead process.
 * @template T
 * @param {string} file
 * @param {string} waiting a line printed once if another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, waiting, work) {
  for (let isLogged = false; !tryLock(file);) {
    if (breakStaleLock(file)) continue;
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
    throw new UserError(`The file ${file} cannot be written (${code}).`);
  }
}

/** @param {string} file */
function breakStaleLock(file) {
  const claimedFile = `${file}.${process.pid}`;
  try {
    if (isAlive(Number(readFileSync(file, "utf8")))) return false;
    // Renaming lets only one of several waiting processes take it.
    renameSync(file, claimedFile);
    rmSync(claimedFile);
    return true;
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? "";
    // Created by another account, for example by root in a folder that is not ours: nobody else will release it.
    if (["EACCES", "EROFS", "EISDIR"].includes(code))
      throw new UserError(`The file ${file} cannot be released (${code}): please remove it.`);
    // Released or taken just now: try again.
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // The holder has created the file but not yet written its pid.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive but runs as another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
