import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { isEmbeddable } from "@tonneline/contract/embeds";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { projectQuery, type ProjectSummary } from "@tonneline/contract/catalogue";
import { lookOf } from "@tonneline/cover-art/look";
import { pageTexts } from "../../../test/pdf.ts";
import { testDatabase } from "../../../test/database.ts";
import { openDb, openPool, type Db } from "../../core/db.ts";
import { createImageWorker } from "../../core/drawing.ts";
import { folderStore } from "../../core/files.ts";
import { listAnswer } from "../catalogue/answers.ts";
import { createLiveCatalogue } from "../catalogue/live.service.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { demoJobs } from "./demo.jobs.ts";
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

test("two servers that start at once load the empty catalogue once", async () => {
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

test("No two neighbours of the first 200 in a list have the same cover, over all types and within one", async () => {
  const { id: wind } = await db
    .selectFrom("project_types")
    .select("id")
    .where("name", "=", "Wind")
    .executeTakeFirstOrThrow();
  // The date is frozen, so that the result cannot depend on the day.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
  const catalogue = createLiveCatalogue(db);
  const index = await catalogue.current();
  const queries = [{}, { sort: "name,asc" }, { projectType: String(wind), country: "IN" }];
  const lists = queries.map((query) =>
    listAnswer(index, projectQuery.parse({ size: "200", ...query })),
  );
  await catalogue.stop();
  vi.useRealTimers();
  for (const list of lists) {
    const { content } = JSON.parse(list) as { content: ProjectSummary[] };
    const looks = content.map(({ id, projectType, countries: [country] }) =>
      JSON.stringify(lookOf({ seed: String(id), type: projectType.name, country })),
    );
    expect(looks.length).toBeGreaterThan(100);
    // Next to each other, and above each other in two, three or four columns.
    for (const away of [1, 2, 3, 4])
      expect(looks.filter((look, nth) => look === looks[nth + away])).toEqual([]);
  }
});

describe("Thirty projects", () => {
  const posted = async () =>
    (
      await sql<{ projectId: number }>`select (payload ->> 'projectId')::integer as "projectId"
        from graphile_worker._private_jobs where payload ->> 'projectId' is not null`.execute(db)
    ).rows.map(({ projectId }) => projectId);

  test("are queued for a fact sheet and a picture; some have a map and a film of a site allowed in frames", async () => {
    expect(await posted()).toHaveLength(30);
    const shown = await db
      .selectFrom("projects")
      .select(["embed_url", "youtube_video_ids"])
      .where("embed_url", "is not", null)
      .execute();
    expect(shown).toHaveLength(6);
    expect(shown.filter(({ youtube_video_ids: ids }) => ids.length > 0)).toHaveLength(3);
    expect(shown.every(({ embed_url: url }) => isEmbeddable(url!, ["www.openstreetmap.org"]))).toBe(
      true,
    );
  });

  test("get each once, generated from their own facts", async () => {
    const imageWorker = createImageWorker({ maxQueued: 4 });
    const files = folderStore(folder);
    const [projectId] = await posted();
    const work = demoJobs(db, files, imageWorker)["demo.content"]!;
    await work({ projectId });
    await work({ projectId });
    await imageWorker.stop();
    const documents = await db
      .selectFrom("project_documents as d")
      .innerJoin("files as f", "f.id", "d.file_id")
      .select(["d.name", "f.storage_key"])
      .where("d.project_id", "=", projectId!)
      .execute();
    expect(documents.map(({ name }) => name)).toEqual(["Fact sheet"]);
    const images = await db
      .selectFrom("project_images")
      .select("alt")
      .where("project_id", "=", projectId!)
      .execute();
    expect(images).toEqual([{ alt: expect.stringMatching(/^Drawing of a landscape/) }]);
    const { name } = await db
      .selectFrom("projects")
      .select("name")
      .where("id", "=", projectId!)
      .executeTakeFirstOrThrow();
    const text = (await pageTexts(await buffer(await files.read(documents[0]!.storage_key)))).join(
      " ",
    );
    for (const said of [name, "Claim-ready record", "At the registry, by vintage", "VROD v2025-12"])
      expect(text.replaceAll(/\s+/g, " ")).toContain(said);
  });
});

test("the demonstration sells its reports, so the new cart is on for everybody", async () => {
  const flag = await db
    .selectFrom("flags")
    .select(["enabled", "version"])
    .where("name", "=", "new_cart_api")
    .executeTakeFirstOrThrow();
  expect(flag).toEqual({ enabled: true, version: 2 });
});

test("every tonne on offer was posted to the ledger", async () => {
  expect(await differences(db)).toEqual([]);
  expect(await count("credit_movements")).toBeGreaterThan(9000);
  const reasons = await db
    .selectFrom("credit_movements")
    .select(["kind", "reason"])
    .distinct()
    .execute();
  expect(reasons).toEqual([{ kind: "ISSUE", reason: "Demonstration stock" }]);
});

test("projects are marked as a demonstration and keep their terms", async () => {
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
