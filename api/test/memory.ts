import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import path from "node:path";

const memory = "/dev/shm";
// Ten times the measured usage.
const minFreeBytes = 3 * 2 ** 30;
const ours = /^tonneline-run-(\d+)$/;

/**
 * Keeps the temporary files of this process and its children in memory, if there is enough and TMPDIR is not set. Hundreds of
 * databases of hundreds of files each are created and dropped: on a disk that was an eighth of all work. Returns the cleanup
 * function.
 */
export function useMemoryFolder(): () => void {
  return process.env.TMPDIR || !fitsInMemory() ? () => {} : useTempFolder(memory);
}

function fitsInMemory(): boolean {
  if (!existsSync(memory) || freemem() < minFreeBytes) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > minFreeBytes;
}

/** The folder of a run that was killed is removed by the next one. */
export function useTempFolder(parent: string): () => void {
  clearDead(parent);
  const folder = path.join(parent, `tonneline-run-${process.pid}`);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    remove(folder);
  };
}

/** Removes the folders of runs whose process is gone. */
function clearDead(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(ours.exec(name)?.[1]);
    if (pid && !isLiving(pid)) remove(path.join(parent, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  } catch {
    // Another user's, or still being written by a process of the killed run: the next run retries.
  }
}

function isLiving(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is alive, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
