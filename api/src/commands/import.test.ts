import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../test/app.ts";
import { projectsCsv, vintagesCsv } from "../features/imports/import.fixtures.ts";

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = await mkdtemp(path.join(tmpdir(), "import-"));
  await writeFile(path.join(folder, "verra-2026.csv"), projectsCsv({ external_id: "VCS1" }));
  await writeFile(path.join(folder, "vintages.csv"), vintagesCsv());
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

/** Runs the command on the files; returns its exit code. */
async function importFiles(...options: string[]): Promise<number> {
  const command = path.join(import.meta.dirname, "import.ts");
  const files = ["--projects", "verra-2026.csv", "--vintages", "vintages.csv"];
  const child = spawn(process.execPath, [command, ...files, ...options], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: t.databaseUrl },
  });
  const [code] = (await once(child, "exit")) as [number];
  return code;
}

const noted = () =>
  t.db
    .selectFrom("audit_entries")
    .select(["actor", "action", "thing_name", "after"])
    .where("action", "=", "import.apply")
    .execute();

test("An import from the command line is recorded in the audit log, a dry run is not", async () => {
  expect(await importFiles("--dry-run")).toBe(0);
  expect(await noted()).toEqual([]);
  expect(await importFiles()).toBe(0);
  const after = { projects: { new: 1 }, vintages: { new: 0 } };
  const entry = { actor: "Command line", action: "import.apply", thing_name: "verra-2026", after };
  expect(await noted()).toMatchObject([entry]);
});
