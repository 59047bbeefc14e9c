import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { aProject, aVintage } from "../../../../test/builders/project.ts";
import { testDatabase } from "../../../../test/database.ts";
import { openDb, openPool, type Db } from "../../../core/db.ts";
import { postMovements } from "../../ledger/ledger.service.ts";
import { differences } from "../../ledger/ledger.sql.ts";
import { UnusableFile } from "./csv.ts";
import { fileOf, listening, projectsCsv, vintagesCsv } from "./import.fixtures.ts";
import { importRegistryFiles } from "./import.service.ts";

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
beforeEach(async () => {
  // The ledger refuses to be emptied by anyone but a test.
  await sql`alter table credit_movements disable trigger append_only`.execute(db);
  await sql`truncate projects, registries, developers, auditors, project_types, users cascade`.execute(
    db,
  );
  await sql`alter table credit_movements enable trigger append_only`.execute(db);
});

async function run(
  projects: string | Buffer,
  vintages: string | Buffer = vintagesCsv(),
  dryRun = false,
) {
  const told = listening();
  const result = await importRegistryFiles(
    db,
    { projects: fileOf("p.csv", projects), vintages: fileOf("v.csv", vintages) },
    { dryRun, source: "VROD test", asOf: "2025-12-31" },
    told.listener,
  );
  return { ...result, refused: told.refused(), noticed: told.noticed() };
}

const projectOf = (externalId: string) =>
  db
    .selectFrom("projects")
    .selectAll()
    .where("external_id", "=", externalId)
    .executeTakeFirstOrThrow();

async function stockOf(externalId: string) {
  const { rows } = await sql<{ year: number; available: number; price: number | null }>`
    select v.year, s.available, v.price_cents as price from vintages v join vintage_stock s on s.vintage_id = v.id
    join projects p on p.id = v.project_id where p.external_id = ${externalId} order by v.year`.execute(
    db,
  );
  return rows;
}

const changesOf = async (externalId: string) =>
  (
    await sql<{
      change: string;
    }>`select c.change from project_changes c join projects p on p.id = c.project_id
    where p.external_id = ${externalId} order by c.id`.execute(db)
  ).rows.map(({ change }) => change);

/** Everything that a second import could touch. */
async function everything() {
  const { rows } = await sql<{ all: string }>`select jsonb_build_object(
    'projects', (select jsonb_agg(p order by id) from projects p), 'vintages', (select jsonb_agg(v order by id) from vintages v),
    'imports', (select jsonb_agg(i order by project_id) from project_imports i),
    'labels', (select jsonb_agg(l order by project_id, kind) from project_labels l),
    'movements', (select jsonb_agg(m order by id) from credit_movements m),
    'changes', (select jsonb_agg(c order by id) from project_changes c),
    'developers', (select jsonb_agg(d order by id) from developers d))::text as all`.execute(db);
  return rows[0]!.all;
}

describe("a first import", () => {
  test("makes projects without prices, and stock of what remains", async () => {
    const { projects, vintages, refused } = await run(
      projectsCsv(
        {
          external_id: "VCS1",
          certifications: "CCB-Gold; ICVCM CCP-Approved",
          verifier: "TÜV SÜD",
        },
        {
          external_id: "VCS2",
          status: "Under validation",
          type: "Solar - centralized",
          developer: "Multiple Proponents",
        },
        { external_id: "VCS3", status: "Withdrawn", country_iso2: "" },
        {
          external_id: "CAR4",
          registry: "CAR",
          status: "",
          compliance_status: "Active ARB Project",
        },
      ),
      vintagesCsv(
        {
          external_id: "VCS1",
          vintage_year: "2020",
          issued: "500",
          retired: "100",
          remaining: "400",
        },
        {
          external_id: "VCS1",
          vintage_year: "2021",
          issued: "400",
          retired: "400",
          remaining: "0",
        },
      ),
    );

    expect(refused).toEqual([]);
    expect(projects).toEqual({ new: 4, changed: 0, unchanged: 0, refused: 0 });
    expect(vintages).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 0 });
    expect(await projectOf("VCS1")).toMatchObject({
      status: "CONTACT_REQUIRED",
      hidden: false,
      continent: "Asia",
      demonstration: false,
    });
    expect(await projectOf("VCS2")).toMatchObject({ status: "COMING_SOON", hidden: false });
    expect(await projectOf("VCS3")).toMatchObject({ hidden: true, countries: [], continent: null });
    expect(await projectOf("CAR4")).toMatchObject({
      status: "CONTACT_REQUIRED",
      registry_status: "Active ARB Project",
    });
    expect(await stockOf("VCS1")).toEqual([
      { year: 2020, available: 400, price: null },
      { year: 2021, available: 0, price: null },
    ]);
    expect(await differences(db)).toEqual([]);
    const names = await sql<{
      type: string;
      developer: string;
    }>`select t.name as type, d.name as developer from projects p
      join project_types t on t.id = p.project_type_id join developers d on d.id = p.developer_id where p.external_id = 'VCS2'`.execute(
      db,
    );
    expect(names.rows).toEqual([{ type: "Solar - Centralized", developer: "Multiple proponents" }]);
    const labels = await db
      .selectFrom("project_labels")
      .select(["kind", "detail", "source", "as_of"])
      .orderBy("kind")
      .execute();
    expect(labels).toEqual([
      { kind: "CCB", detail: "Gold", source: "VROD test", as_of: "2025-12-31" },
      { kind: "CCP", detail: "Approved", source: "VROD test", as_of: "2025-12-31" },
    ]);
  });

  test("names every bad project row with line, column and reason, and takes the rest", async () => {
    const { projects, refused } = await run(
      projectsCsv(
        { external_id: "VCS1", name: "Two\nlines" },
        { external_id: "VCS2", credits_remaining: "-143592" },
        { external_id: "VCS3", developer: " " },
        {
          external_id: "VCS4",
          credits_issued: "12.5",
          registry_url: "javascript:alert(1)",
          country_iso2: "ZZ",
        },
        { external_id: "VCS5", registry: "MOON", reduction_or_removal: "Maybe" },
        { external_id: "", name: "" },
        { external_id: "VCS1" },
        { external_id: "VCS9" },
      ) + "VCS10,too,few\n",
    );

    expect(projects).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 7 });
    expect(refused).toEqual([
      "p.csv:4 credits_remaining is negative: -143592",
      "p.csv:5 developer is blank",
      'p.csv:6 country_iso2 is no country code: "ZZ"',
      'p.csv:6 registry_url is not a web address: "javascript:alert(1)"',
      'p.csv:6 credits_issued is not a whole number: "12.5"',
      'p.csv:7 registry is unknown: "MOON"',
      'p.csv:7 reduction_or_removal is unknown: "Maybe"',
      "p.csv:8 external_id is blank",
      "p.csv:8 name is blank",
      "p.csv:11  the row has 3 cells, the header 22",
      "p.csv:9 external_id stands in line 3 already",
    ]);
    expect((await projectOf("VCS1")).name).toBe("Two lines");
  });

  test("names every bad vintage row, and those of refused and unknown projects", async () => {
    const { vintages, refused } = await run(
      projectsCsv({ external_id: "VCS1" }, { external_id: "VCS2", developer: "" }),
      vintagesCsv(
        { external_id: "VCS1", vintage_year: "2020", remaining: "5" },
        { external_id: "VCS1", vintage_year: "2021", remaining: "-7" },
        { external_id: "VCS1", vintage_year: "1815", remaining: "5" },
        { external_id: "VCS1", vintage_year: "2022", remaining: "3000000000" },
        { external_id: "VCS1", vintage_year: "2020", remaining: "6" },
        { external_id: "VCS2", vintage_year: "2020", remaining: "5" },
        { external_id: "VCS3", vintage_year: "2020", remaining: "5" },
      ),
    );

    expect(vintages).toEqual({ new: 1, changed: 0, unchanged: 0, refused: 6 });
    expect(refused.filter((words) => words.startsWith("v.csv"))).toEqual([
      "v.csv:3 remaining is negative: -7",
      "v.csv:4 vintage_year is not between 1990 and 2100: 1815",
      "v.csv:5 remaining is more than 2147483647: 3000000000",
      "v.csv:6 vintage_year stands in line 2 already",
      "v.csv:7 external_id belongs to the refused project VCS2",
      "v.csv:8 external_id belongs to no known project: VCS3",
    ]);
    expect(await stockOf("VCS1")).toEqual([{ year: 2020, available: 5, price: null }]);
  });

  test("takes a row with an unknown label and says that the label is left out", async () => {
    const { projects, noticed } = await run(
      projectsCsv({ external_id: "VCS1", certifications: "Moon Label; CCB-Gold" }),
    );
    expect(projects.new).toBe(1);
    expect(noticed).toEqual([
      'p.csv:2 certifications names the unknown label "Moon Label", which is left out',
    ]);
  });
});

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

  test("as a dry run counts everything and keeps nothing", async () => {
    const empty = await everything();
    const dry = await run(projects, vintages, true);
    expect(dry.projects.new).toBe(2);
    expect(dry.vintages.new).toBe(2);
    expect(await everything()).toBe(empty);
  });

  test("takes over what the registry changed and leaves what an operator edited", async () => {
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

  test("hides what the registry has closed, puts on request what it has registered, and tells the carts", async () => {
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

  test("never takes what a buyer holds, and says how much it could not take", async () => {
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

test("a project and a vintage that an operator made are found again instead of doubled", async () => {
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

describe("a file that cannot be read as a whole", () => {
  const good = projectsCsv({ external_id: "VCS1" });
  test.each([
    ["is empty", "", "p.csv is empty."],
    [
      "lacks columns",
      "external_id,name\nVCS1,x\n",
      /^p\.csv lacks the columns registry, status, .*\.$/,
    ],
    ["has semicolons", good.replaceAll(",", ";"), /Its cells must be separated by commas\.$/],
    [
      "is UTF-16",
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, "utf16le")]),
      'p.csv is UTF-16 text; save it as "CSV UTF-8".',
    ],
    [
      "is Latin-1",
      Buffer.from(
        projectsCsv({ external_id: "VCS1" }, { external_id: "VCS2", developer: "Société" }),
        "latin1",
      ),
      /^p\.csv is not UTF-8 text \(near line \d+\)/,
    ],
    [
      "has a quote that never closes",
      `${good},VCS2,"open\n`,
      /^p\.csv has a quotation mark out of place or never closed, at line \d+\.$/,
    ],
    [
      "has a quote out of place",
      `${good}"a" b,VCS2\n`,
      "p.csv has a quotation mark out of place or never closed, at line 3.",
    ],
  ])("because it %s is told in a sentence, and nothing changes", async (_, content, message) => {
    const before = await everything();
    const failure = await run(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnusableFile);
    expect((failure as Error).message).toMatch(message);
    expect(await everything()).toBe(before);
  });

  test("takes the good projects back too when the vintages are unusable", async () => {
    await expect(run(good, "nonsense")).rejects.toThrow("v.csv lacks the columns");
    expect((await db.selectFrom("projects").select("id").execute()).length).toBe(0);
  });
});

async function aUser(): Promise<number> {
  const role = await db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "User")
    .executeTakeFirstOrThrow();
  const user = {
    username: "buyer@company.example",
    password_hash: "none",
    first_name: "B",
    last_name: "C",
    role_id: role.id,
  };
  return (await db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow()).id;
}

async function aCart(): Promise<number> {
  const user_id = await aUser();
  return (
    await db.insertInto("carts").values({ user_id }).returning("id").executeTakeFirstOrThrow()
  ).id;
}
