import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { rename, symlink } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { withDatabase } from "../database.ts";
import { emptyJournal } from "../journal.ts";
import {
  createFolder,
  runScene,
  seconds,
  type Result,
  type Run,
  type SceneContext,
} from "../scene.ts";

// Beyond the template's size: enough to start with.
const freeMegabytes = 192;
const fullMs = 6000;

/** The disk of files, mails and tables is full; the write-ahead log is on another. */
export function fullDataDiskScene(run: Run): Promise<Result> {
  return runOnSmallDisk(run, "full-disk-data", async (dataDir, _disk, otherFolder) => {
    await moveLog(dataDir, path.join(otherFolder, "log"));
  });
}

/** Only the disk of the write-ahead log is full. */
export function fullLogDiskScene(run: Run): Promise<Result> {
  return runOnSmallDisk(run, "full-disk-log", async (dataDir, disk) => {
    await moveLog(dataDir, path.join(disk, "log"));
  });
}

async function moveLog(dataDir: string, to: string): Promise<void> {
  const from = path.join(dataDir, "postgres/pg_wal");
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The log could not be moved: ${stderr}`);
  await rename(from, `${from}.before`);
  await symlink(to, from);
}

async function runOnSmallDisk(
  run: Run,
  name: string,
  prepareDisk: (dataDir: string, disk: string, otherFolder: string) => Promise<void>,
): Promise<Result> {
  const disk = await createFolder(run, `${name}-disk`);
  const otherFolder = await createFolder(run, `${name}-elsewhere`);
  const size = `size=${freeMegabytes + 256}m`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", size, "tonneline-chaos", disk]);
  if (mounted.status !== 0) {
    const why = "a small disk cannot be mounted here (that needs root)";
    return { name, tookMs: 0, journal: emptyJournal(), facts: [], differences: [], skipped: why };
  }
  try {
    const onDisk = name === "full-disk-data";
    const dataDir = path.join(onDisk ? disk : otherFolder, "data");
    const prepare = () => prepareDisk(dataDir, disk, otherFolder);
    return await runScene(run, name, { dataDir, prepare }, (scene) => fillTwice(scene, disk));
  } finally {
    spawnSync("umount", ["--lazy", disk]);
  }
}

async function fillTwice(scene: SceneContext, disk: string): Promise<void> {
  const ballast = path.join(disk, "ballast");
  for (let round = 1; round <= 2; round++) {
    await scene.untilServed();
    fill(ballast);
    const failing = untilWritesFail(scene);
    await sleep(fullMs);
    const failed = await failing;
    const { bavail, bsize } = statfsSync(disk);
    scene.facts.push(`round ${round}: ${Math.round((bavail * bsize) / 1024)} KiB left, ${failed}`);
    rmSync(ballast);
    scene.facts.push(`served again ${seconds(await scene.untilServed())} after there was room`);
    await scene.check(`After the full disk, round ${round}`);
  }
  const { count, failed } = scene.product.starts;
  scene.facts.push(`started ${count} times, ${failed.length} of them in vain`);
}

function fill(file: string): void {
  const chunk = Buffer.alloc(1024 * 1024);
  const fd = openSync(file, "w");
  try {
    // The last pages in small steps, so that no space is left.
    for (const size of [chunk.length, 4096]) {
      while (writeFully(fd, chunk.subarray(0, size)));
    }
  } finally {
    closeSync(fd);
  }
}

function writeFully(fd: number, bytes: Buffer): boolean {
  try {
    return writeSync(fd, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}

/** Writes to the log and to a separate table until the database reports that there is no space. */
async function untilWritesFail({ url }: SceneContext): Promise<string> {
  try {
    return await withDatabase(url, async (db) => {
      await sql`create table if not exists chaos_ballast (bytes text)`.execute(db);
      for (let megabytes = 1; megabytes <= 400; megabytes++) {
        await sql`select pg_logical_emit_message(true, 'chaos', repeat('x', 1000000))`.execute(db);
        await sql`insert into chaos_ballast
          select md5(random()::text) from generate_series(1, 2000)`.execute(db);
      }
      return "the database still had room";
    });
  } catch (error) {
    return `the database said: ${(error as Error).message}`;
  }
}
