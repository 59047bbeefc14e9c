import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
// Ten times what was seen in use.
const roomy = 3 * 2 ** 30;
const ours = /^tonneline-run-(\d+)$/;

/**
 * Keeps in memory what this process and its children put into the system's temporary folder, where there is much room
 * and nobody has named another folder. Hundreds of databases of hundreds of files each are made and dropped: on a disk
 * that was an eighth of all work. Returns how it is given back.
 */
export function workInMemory(): () => void {
  return process.env.TMPDIR || !hasRoomInMemory() ? () => {} : workIn(memory);
}

function hasRoomInMemory(): boolean {
  if (!existsSync(memory) || freemem() < roomy) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > roomy;
}

/** A run that was killed leaves its folder to the next one. */
export function workIn(place: string): () => void {
  clearDead(place);
  const folder = path.join(place, `tonneline-run-${process.pid}`);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    remove(folder);
  };
}

/** What runs left there whose process is gone. */
function clearDead(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = Number(ours.exec(name)?.[1]);
    if (pid && !isLiving(pid)) remove(path.join(place, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  } catch {
    // Another user's, or still being written by what was killed: the next run tries again.
  }
}

function isLiving(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's lives too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
