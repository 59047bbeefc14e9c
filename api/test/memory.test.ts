import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useTempFolder, useMemoryFolder } from "./memory.ts";

let parent: string;
const before = process.env.TMPDIR;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "tonneline-memory-"));
  delete process.env.TMPDIR;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(parent, { recursive: true });
});

function left(name: string): string {
  const folder = path.join(parent, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "postmaster.pid"), "1");
  return folder;
}

test("A run has its own folder, and removes it at its end", () => {
  const end = useTempFolder(parent);
  const folder = process.env.TMPDIR!;
  expect(path.dirname(folder)).toBe(parent);
  left(path.join(path.basename(folder), "made by a test"));
  end();
  expect(existsSync(folder)).toBe(false);
  expect(process.env.TMPDIR).toBeUndefined();
});

test("A dead run's folder is removed, those of running ones and other folders stay", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const [dead, living] = [left(`tonneline-run-${pid}`), left(`tonneline-run-${process.ppid}`)];
  const others = left(`tonneline-run-of-${pid}`);
  useTempFolder(parent)();
  expect([dead, living, others].map(existsSync)).toEqual([false, true, true]);
});

test("A folder given by TMPDIR is used", () => {
  process.env.TMPDIR = "/somewhere";
  useMemoryFolder()();
  expect(process.env.TMPDIR).toBe("/somewhere");
});
