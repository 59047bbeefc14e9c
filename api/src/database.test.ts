import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { openDatabase } from "./database.ts";

test("A folder that another major of PostgreSQL made is refused with the way out, and left as it is", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-major-"));
  const config = readConfig({ DATA_DIR: dataDir });
  await (await openDatabase(config)).stop();
  const versionFile = path.join(dataDir, "postgres/PG_VERSION");
  await writeFile(versionFile, "17\n");

  const error = await openDatabase(config).catch((caught: unknown) => caught);

  expect((error as Error).name).toBe("StartupError");
  expect((error as Error).message).toMatch(
    /^[^\n]+ was made by PostgreSQL 17, [^\n]+npm run backup with that version, and npm run restore[^\n]+$/,
  );
  await writeFile(versionFile, "18\n");
  await (await openDatabase(config)).stop();
  await rm(dataDir, { recursive: true });
});
