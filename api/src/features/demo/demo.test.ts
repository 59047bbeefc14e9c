import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { openDb, openPool, type Db } from "../../core/db.ts";
import { folderStore } from "../../core/files.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { loadDemoCatalogue } from "./demo.service.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = openDb(
    openPool(database.url, 4, (error) => {
      throw error;
    }),
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "demo-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

const count = async (
  table: "projects" | "vintages" | "credit_movements" | "reports" | "managed_listings",
) =>
  (
    await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;

test("two servers that start at once fill the empty catalogue once", async () => {
  const loaded = await Promise.all([
    loadDemoCatalogue(db, folderStore(folder)),
    loadDemoCatalogue(db, folderStore(folder)),
  ]);

  const done = loaded.filter((each) => each !== null);
  expect(done).toHaveLength(1);
  expect(await count("projects")).toBe(done[0]!.projects);
  expect(await count("vintages")).toBe(done[0]!.vintages);
  expect(await count("managed_listings")).toBe(done[0]!.projects);
  expect(await count("reports")).toBe(12);
  expect(await loadDemoCatalogue(db, folderStore(folder))).toBeNull();
});

test("the demonstration sells its reports, so that the new cart is on for everybody", async () => {
  const flag = await db
    .selectFrom("flags")
    .select(["enabled", "version"])
    .where("name", "=", "new_cart_api")
    .executeTakeFirstOrThrow();
  expect(flag).toEqual({ enabled: true, version: 2 });
});

test("every tonne on offer came through the ledger", async () => {
  expect(await differences(db)).toEqual([]);
  expect(await count("credit_movements")).toBeGreaterThan(9000);
  const reasons = await db
    .selectFrom("credit_movements")
    .select(["kind", "reason"])
    .distinct()
    .execute();
  expect(reasons).toEqual([{ kind: "ISSUE", reason: "Demonstration stock" }]);
});

test("projects say that they are a demonstration and keep their terms", async () => {
  const { n } = await db
    .selectFrom("projects")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("demonstration", "=", false)
    .executeTakeFirstOrThrow();
  expect(n).toBe(0);
  const financed = await db
    .selectFrom("projects")
    .select(["financing_expected_credits", "financing_crediting_period", "investment_available"])
    .where("financing_from", "is not", null)
    .execute();
  expect(financed.length).toBeGreaterThanOrEqual(14);
  for (const project of financed) {
    expect(project.investment_available).toBe(true);
    expect(project.financing_expected_credits).toBeGreaterThan(0);
    expect(project.financing_crediting_period!.length).toBeGreaterThanOrEqual(5);
  }
});

test("each report has the bytes of its file in the store", async () => {
  const files = await db
    .selectFrom("reports")
    .innerJoin("files", "files.id", "reports.file_id")
    .select(["files.storage_key", "files.sha256", "files.bytes", "files.media_type"])
    .execute();
  expect(files).toHaveLength(12);
  for (const file of files) {
    const bytes = await readFile(path.join(folder, file.storage_key));
    expect(bytes.length).toBe(file.bytes);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(file.sha256);
    expect(file.media_type).toBe("application/pdf");
  }
});
