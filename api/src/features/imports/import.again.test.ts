import { projectQuery } from "@tonneline/contract/catalogue";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { aProject, aVintage } from "../../../test/builders/project.ts";
import { foundProjects } from "../catalogue/answers.ts";
import { createLiveCatalogue } from "../catalogue/live.service.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { fileOf, listening, projectsCsv, vintagesCsv } from "./import.fixtures.ts";
import {
  aCart,
  aUser,
  changesOf,
  db,
  everything,
  projectOf,
  run,
  stockOf,
  useEmptyDatabase,
} from "./import.harness.ts";
import { importRegistryFiles } from "./import.service.ts";

useEmptyDatabase();

describe("a second import", () => {
  const projects = projectsCsv(
    { external_id: "VCS1", certifications: "CCB-Gold" },
    { external_id: "VCS2" },
  );
  const vintages = vintagesCsv(
    { external_id: "VCS1", vintage_year: "2020", issued: "500", retired: "100", remaining: "400" },
    { external_id: "VCS2", vintage_year: "2020", issued: "50", remaining: "50" },
  );

  test("of the same files changes nothing at all", async () => {
    await run(projects, vintages);
    const before = await everything();
    const again = await run(projects, vintages);
    expect(again.projects).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 });
    expect(again.vintages).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 });
    expect(await everything()).toBe(before);
  });

  test("of the same files in another Unicode normalization changes nothing either", async () => {
    const accented = projectsCsv({ external_id: "VCS1", developer: "Forêts du Sénégal" });
    await run(accented, vintagesCsv());
    const before = await everything();
    const again = await run(accented.normalize("NFD"), vintagesCsv());
    expect(again.projects).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 0 });
    expect(await everything()).toBe(before);
  });

  test("finds a project by its id in any spelling, in both files", async () => {
    await run(projects, vintages);
    const before = await everything();
    const same = { external_id: "VCS 1", certifications: "CCB-Gold" };
    const again = await run(
      projectsCsv(same, { external_id: "vcs1" }),
      vintagesCsv(
        {
          external_id: "vcs 1",
          vintage_year: "2020",
          issued: "500",
          retired: "100",
          remaining: "400",
        },
        { external_id: "VCS1", vintage_year: "2020", issued: "50", remaining: "50" },
      ),
    );
    expect(again.projects).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 1 });
    expect(again.vintages).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 1 });
    expect(again.refused).toEqual([
      "p.csv:3 external_id is already in line 2",
      "v.csv:3 vintage_year is already in line 2",
    ]);
    expect(await everything()).toBe(before);
  });

  test("keeps ids apart whose digits are separated differently", async () => {
    const parted = projectsCsv({ external_id: "CDM 12-3" }, { external_id: "CDM 1-23" });
    const first = await run(parted, vintagesCsv());
    expect(first.projects).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 0 });
    const again = await run(parted, vintagesCsv());
    expect(again.projects).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 0 });
  });

  test("as a dry run counts everything and saves nothing", async () => {
    const empty = await everything();
    const dry = await run(projects, vintages, true);
    expect(dry.projects.new).toBe(2);
    expect(dry.vintages.new).toBe(2);
    expect(await everything()).toBe(empty);
  });

  test("as a dry run does not block selling and editing what it would change", async () => {
    await run(projects, vintages);
    const events = listening();
    const files = {
      projects: fileOf("p.csv", projects.replaceAll("Delta Mangroves", "Another name")),
      vintages: fileOf("v.csv", vintages.replace(",400", ",300")),
    };
    const result = await importRegistryFiles(
      db,
      files,
      {
        dryRun: true,
        source: "VROD test",
        asOf: "2025-12-31",
        async atEnd() {
          await db.transaction().execute(async (tx) => {
            await sql`set local lock_timeout = '1s'`.execute(tx);
            for (const table of ["projects", "vintages", "vintage_stock"])
              await sql`select from ${sql.table(table)} for update`.execute(tx);
          });
        },
      },
      events.listener,
    );
    expect(result.projects).toMatchObject({ changed: 2 });
    expect(result.vintages).toMatchObject({ changed: 1, unchanged: 1 });
  });

  test("applies changes of the registry and keeps the edits of operators", async () => {
    await run(projects, vintages);
    await db
      .updateTable("projects")
      .set({ name: "Our own name", status: "AVAILABLE" })
      .where("external_id", "=", "VCS1")
      .execute();
    const label = {
      kind: "ARTICLE_6",
      detail: "Letter seen",
      source: "operator",
      as_of: "2026-01-01",
    };
    const { id: project_id } = await projectOf("VCS1");
    await db
      .insertInto("project_labels")
      .values({ project_id, ...label })
      .execute();

    const again = await run(
      projectsCsv(
        {
          external_id: "VCS1",
          status: "Late to verify",
          methodology: "VM0047",
          certifications: "CCB-Silver",
        },
        { external_id: "VCS2" },
      ),
      vintages,
    );

    expect(again.projects).toEqual({ new: 0, changed: 1, unchanged: 1, refused: 0 });
    expect(await projectOf("VCS1")).toMatchObject({
      name: "Our own name",
      status: "AVAILABLE",
      registry_status: "Late to verify",
      methodology: "VM0047",
      version: 2,
    });
    expect(await changesOf("VCS1")).toEqual([
      "Added from the registry's records",
      "Registry status changed from “Registered” to “Late to verify”",
      "Methodology at the registry changed from “VM0033 Methodology for Tidal Wetland and Seagrass Restoration” to “VM0047”",
    ]);
    const labels = await db
      .selectFrom("project_labels")
      .select(["kind", "detail"])
      .orderBy("kind")
      .execute();
    expect(labels).toEqual([
      { kind: "ARTICLE_6", detail: "Letter seen" },
      { kind: "CCB", detail: "Silver" },
    ]);
  });

  test("hides what the registry has closed, puts on request what it has registered, and notifies the carts", async () => {
    await run(
      projectsCsv({ external_id: "VCS1" }, { external_id: "VCS2", status: "Listed" }),
      vintages,
    );
    const { id: vintage_id } = await db
      .selectFrom("vintages")
      .select("id")
      .where("year", "=", 2020)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const cart = await aCart();
    await db
      .insertInto("cart_items")
      .values({
        cart_id: cart,
        product_type: "VINTAGE_CREDITS",
        vintage_id,
        quantity: 5,
        price_cents: 1,
        year: 2020,
        claim_type: "CONTRIBUTION",
        impact_type: "MIXED",
        credit_type: "EX_POST",
      })
      .execute();

    await run(
      projectsCsv(
        { external_id: "VCS1", status: "Withdrawn" },
        { external_id: "VCS2", status: "Registered" },
      ),
      vintages,
    );

    expect((await projectOf("VCS1")).hidden).toBe(true);
    expect(await projectOf("VCS2")).toMatchObject({ hidden: false, status: "CONTACT_REQUIRED" });
    const jobs = await sql<{
      identifier: string;
    }>`select task_identifier as identifier from graphile_worker.jobs`.execute(db);
    expect(jobs.rows).toEqual([{ identifier: "project.changed" }]);
  });

  test("moves stock by the difference, through the ledger, and keeps the price", async () => {
    await run(projects, vintages);
    await sql`update vintages set price_cents = 2400`.execute(db);
    const again = await run(
      projects,
      vintagesCsv(
        {
          external_id: "VCS1",
          vintage_year: "2020",
          issued: "500",
          retired: "250",
          remaining: "250",
        },
        { external_id: "VCS1", vintage_year: "2021", issued: "70", remaining: "70" },
        { external_id: "VCS2", vintage_year: "2020", issued: "80", remaining: "80" },
      ),
    );
    expect(again.vintages).toEqual({ new: 1, changed: 2, unchanged: 0, refused: 0 });
    expect(await stockOf("VCS1")).toEqual([
      { year: 2020, available: 250, price: 2400 },
      { year: 2021, available: 70, price: null },
    ]);
    expect(await stockOf("VCS2")).toEqual([{ year: 2020, available: 80, price: 2400 }]);
    const adjusted = await sql<{
      q: number;
      to: string;
    }>`select quantity as q, to_account as to from credit_movements
      where kind = 'ADJUST' order by quantity`.execute(db);
    expect(adjusted.rows).toEqual([
      { q: 30, to: "AVAILABLE" },
      { q: 150, to: "OUTSIDE" },
    ]);
    expect(await changesOf("VCS1")).toEqual([
      "Added from the registry's records",
      "Vintages added from the registry's records: 2021",
      "Registry figures updated for the vintages 2020",
    ]);
    expect(await differences(db)).toEqual([]);
  });

  test("never takes what a buyer holds, and reports how much it could not take", async () => {
    await run(projects, vintages);
    const { id: vintageId } = await db
      .selectFrom("vintages")
      .select("id")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const ownerId = await aUser();
    await db
      .transaction()
      .execute((tx) =>
        postMovements(tx, [
          { kind: "RESERVE", vintageId, quantity: 300, ownerId, reason: "test hold" },
        ]),
      );
    const { noticed } = await run(
      projects,
      vintagesCsv(
        {
          external_id: "VCS1",
          vintage_year: "2020",
          issued: "500",
          retired: "480",
          remaining: "20",
        },
        { external_id: "VCS2", vintage_year: "2020", issued: "50", remaining: "50" },
      ),
    );
    expect(noticed).toEqual([
      "v.csv:2 remaining of VCS1, 2020, fell by 380 t, but only 100 t were free to take out of sale",
    ]);
    const { rows } =
      await sql`select available, reserved, issued from vintage_stock where vintage_id = ${vintageId}`.execute(
        db,
      );
    expect(rows).toEqual([{ available: 0, reserved: 300, issued: 300 }]);
  });
});

test("a project and a vintage that an operator created are linked instead of duplicated", async () => {
  const made = await aProject(db, {
    externalId: "VCS1",
    name: "Hand made",
    registry: "Verra",
    vintages: [{ year: 2020, credits: 77 }],
  });
  await aVintage(db, made.id, { year: 2027, credits: 10, creditType: "EX_ANTE" });
  const projects = projectsCsv({ external_id: "VCS1" });
  const vintages = vintagesCsv(
    { external_id: "VCS1", vintage_year: "2020", issued: "500", remaining: "500" },
    { external_id: "VCS1", vintage_year: "2021", issued: "5", remaining: "5" },
  );

  const first = await run(projects, vintages);
  expect(first.projects).toEqual({ new: 0, changed: 1, unchanged: 0, refused: 0 });
  expect(first.vintages).toEqual({ new: 1, changed: 1, unchanged: 0, refused: 0 });
  expect((await projectOf("VCS1")).name).toBe("Hand made");
  expect(await stockOf("VCS1")).toEqual([
    { year: 2020, available: 77, price: 1000 },
    { year: 2021, available: 5, price: null },
    { year: 2027, available: 10, price: 1000 },
  ]);

  const second = await run(projects, vintages);
  expect([second.projects.unchanged, second.vintages.unchanged]).toEqual([1, 2]);
  expect(await differences(db)).toEqual([]);
});

test("the first import of a project that an operator created makes a new version of it, the same again none", async () => {
  const { id } = await aProject(db, { externalId: "VCS1", registry: "Verra", vintages: [] });
  const version = async () =>
    (await db.selectFrom("projects").select("version").where("id", "=", id).executeTakeFirst())!
      .version;
  const made = await version();
  const file = projectsCsv({ external_id: "VCS1", certifications: "CCB-Gold" });
  await run(file);
  expect(await version()).toBe(made + 1);
  await run(file);
  expect(await version()).toBe(made + 1);
});

test("a project that an operator created shows the facts of the first import", async () => {
  const catalogue = createLiveCatalogue(db);
  const shown = async () => {
    const found = [...foundProjects(await catalogue.current(), projectQuery.parse({}))];
    return found.map(({ labels, facts }) => [labels.map(({ kind }) => kind), facts.known > 5]);
  };
  await aProject(db, { externalId: "VCS1", registry: "Verra", vintages: [{ year: 2020 }] });
  expect(await shown()).toEqual([[[], false]]);
  await run(projectsCsv({ external_id: "VCS1", certifications: "CCB-Gold" }));
  expect(await shown()).toEqual([[["CCB"], true]]);
});
