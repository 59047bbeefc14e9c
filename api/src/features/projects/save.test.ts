import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { noticesOf, runNews } from "../../../test/operators.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const at = (projectId: number) => `/management/projects/${projectId}`;
const read = async (projectId: number) => (await t.call(admin, "GET", at(projectId))).body;
const row = { impactType: "REMOVAL_SHORT", claimType: "CONTRIBUTION", creditType: "EX_POST" };
const ofTwoYears = { vintages: [{ year: 2021 }, { year: 2020 }] };

/** Everything that a save may leave behind. */
async function traces() {
  const tables = [
    "projects",
    "vintages",
    "credit_movements",
    "audit_entries",
    "project_changes",
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => t.db.selectFrom(table).selectAll().execute()),
  );
  const { rows: jobs } = await sql`select id from graphile_worker.jobs order by id`.execute(t.db);
  return JSON.stringify([...rows, jobs]);
}

/** The audit entries of a save, in order. */
async function auditedSince(id: number) {
  const rows = await t.db
    .selectFrom("audit_entries")
    .select(["action", "thing_id as thing"])
    .where("id", ">", id)
    .orderBy("id")
    .execute();
  return rows.map(({ action, thing }) => `${action} ${thing}`);
}
async function lastAudited(): Promise<number> {
  const last = await t.db
    .selectFrom("audit_entries")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? 0;
}

describe("a save of a project with its vintages", () => {
  test("changes all of it, with the side effects of each part", async () => {
    const { id, vintageId } = await aProject(t.db, ofTwoYears);
    const owner = await t.aUser();
    await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
    const before = await lastAudited();

    const response = await t.call(admin, "PATCH", at(id), {
      version: 1,
      methodology: "VM0033",
      changedVintages: [{ id: vintageId, version: 1, price: 12 }],
      newVintages: [
        { ...row, year: 2024, credits: 70, price: 9 },
        { ...row, year: 2025 },
      ],
    });

    expect(response.status).toBe(200);
    const [first, second] = response.body.newVintageIds;
    const years = Object.fromEntries(
      response.body.vintages.map((each: { id: number }) => [each.id, each]),
    );
    expect(response.body).toMatchObject({ methodology: "VM0033", version: 2 });
    expect(years[vintageId]).toMatchObject({ price: 12, version: 2 });
    expect(years[first]).toMatchObject({ year: 2024, methodology: "VM0033", price: 9 });
    expect(years[first].stock).toMatchObject({ issued: 70, available: 70 });
    expect(years[second]).toMatchObject({ year: 2025, price: null });
    expect(await auditedSince(before)).toEqual([
      `project.change ${id}`,
      `vintage.change ${vintageId}`,
      `vintage.create ${first}`,
      `vintage.create ${second}`,
    ]);
    const history = response.body.changes.map((each: { change: string }) => each.change);
    expect(history).toEqual(
      expect.arrayContaining([
        "Methodology changed from none to VM0033",
        "Vintage 2021: price changed from €10.00 to €12.00",
        "Vintage 2024 added with 70 t",
      ]),
    );
    await runNews(t);
    expect(await noticesOf(t, owner)).toEqual(["cart.vintage.price.changed"]);
  });

  test("accepts two vintages with the maximum of credits, which every list adds up", async () => {
    const { id } = await aProject(t.db, { name: "Boundless Peatland", vintages: [] });
    const most = { ...row, credits: 2_147_483_647, price: 9 };
    const newVintages = [
      { ...most, year: 2020 },
      { ...most, year: 2021, creditType: "EX_ANTE" },
    ];
    const saved = await t.call(admin, "PATCH", at(id), { version: 1, newVintages });
    expect(saved.status).toBe(200);

    const sums = { availableCredits: 4_294_967_294, totalCredits: 4_294_967_294 };
    expect(await read(id)).toMatchObject({ ...sums, expectedCredits: most.credits });
    const listed = await t.call(admin, "GET", "/management/projects?q=Boundless");
    expect(listed.body).toMatchObject({ content: [sums] });

    const owner = await t.aUser();
    const shown = await t.call(owner, "GET", "/projects?q=Boundless");
    expect(shown.body).toMatchObject({ content: [sums] });
    expect((await t.call(owner, "GET", `/projects/${id}`)).body).toMatchObject(sums);
    const countries = await t.call(owner, "GET", "/projects/countries?q=Boundless");
    expect(countries.body).toMatchObject({ countries: [{ credits: sums.totalCredits }] });
  });

  test("sent again after a lost response adds its project and its vintages once", async () => {
    const key = { "idempotency-key": "saved-once" };
    const { id: registryId } = await t.db
      .selectFrom("registries")
      .select("id")
      .executeTakeFirstOrThrow();
    const project = await read((await aProject(t.db, ofTwoYears)).id);
    const facts = {
      name: "Twice-sent peatland",
      projectTypeId: project.projectType.id,
      projectDeveloperId: project.projectDeveloper.id,
      registryId,
      countries: ["KE"],
      newVintages: [{ ...row, year: 2024, credits: 70 }],
    };
    const create = () => t.call(admin, "POST", "/management/projects", facts, key);
    const [created, again] = [await create(), await create()];
    expect(created.status).toBe(201);
    expect(again.body).toEqual(created.body);
    const listed = await t.call(admin, "GET", "/management/projects?q=Twice-sent");
    expect(listed.body.totalElements).toBe(1);

    // Vintages alone leave the project's version as it is: it would not refuse the second call.
    const newVintages = [{ ...row, year: 2025, credits: 30 }];
    const change = (body: object) =>
      t.call(admin, "PATCH", at(created.body.id), { version: 1, ...body }, key);
    const changes = await Promise.all([change({ newVintages }), change({ newVintages })]);
    expect(changes.map(({ status }) => status)).toEqual([200, 200]);
    expect(changes[1]!.body.newVintageIds).toEqual(changes[0]!.body.newVintageIds);
    const other = await change({ newVintages: [{ ...row, year: 2026 }] });
    expect(other.body.code).toBe("IDEMPOTENCY_KEY_REUSED");
    const { vintages } = await read(created.body.id);
    expect(vintages.map(({ year }: { year: number }) => year)).toEqual([2025, 2024]);
  });

  test("that only changes a vintage keeps the version of the project", async () => {
    const { id, vintageId } = await aProject(t.db);
    const changedVintages = [{ id: vintageId, version: 1, price: 3 }];
    const response = await t.call(admin, "PATCH", at(id), { version: 1, changedVintages });
    expect(response.body).toMatchObject({ version: 1, vintages: [{ price: 3, version: 2 }] });
  });

  test.each([
    ["somebody else has changed a vintage", { version: 9 }, {}, "VERSION_CONFLICT"],
    ["a vintage is gone", { id: 2_000_000_000 }, {}, "VERSION_CONFLICT"],
    ["a new vintage ends before it begins", {}, { periodEnd: "2019-01-01" }, "VALIDATION_FAILED"],
    ["the project has another version", {}, {}, "VERSION_CONFLICT", 9],
  ])("changes nothing when %s", async (_, changed, added, code, version = 1) => {
    const { id, vintageIds } = await aProject(t.db, ofTwoYears);
    const [one, other] = vintageIds;
    const before = await traces();

    const response = await t.call(admin, "PATCH", at(id), {
      version,
      name: "Half a save",
      status: "COMING_SOON",
      changedVintages: [
        { id: one, version: 1, price: 12 },
        { id: other, version: 1, price: 13, ...changed },
      ],
      newVintages: [
        { ...row, year: 2024, credits: 70 },
        { ...row, year: 2020, periodStart: "2020-01-01", ...added },
      ],
    });

    expect(response.body.code).toBe(code);
    expect(await traces()).toBe(before);
    if (code === "VALIDATION_FAILED") {
      expect(response.body.fieldErrors).toMatchObject([{ path: "newVintages.1.periodEnd" }]);
    }
  });

  test("does not reach a vintage of another project, and accepts each only once", async () => {
    const { id, vintageId } = await aProject(t.db);
    const other = await aProject(t.db);
    const stray = { id: other.vintageId, version: 1, price: 1 };
    const body = { version: 1, changedVintages: [stray] };
    expect((await t.call(admin, "PATCH", at(id), body)).body.code).toBe("VERSION_CONFLICT");
    expect((await read(other.id)).vintages[0].price).toBe(10);
    const twice = { id: vintageId, version: 1, price: 2 };
    const doubled = await t.call(admin, "PATCH", at(id), {
      version: 1,
      changedVintages: [twice, twice],
    });
    expect(doubled.body.fieldErrors).toMatchObject([{ path: "changedVintages" }]);
  });

  test("by many at once succeeds for exactly one, as a whole", async () => {
    const { id, vintageIds } = await aProject(t.db, ofTwoYears);
    const save = (name: string, price: number) =>
      t.call(admin, "PATCH", at(id), {
        version: 1,
        name,
        changedVintages: vintageIds.map((vintageId) => ({ id: vintageId, version: 1, price })),
      });
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map((price) => save(`Save ${price}`, price)),
    );
    const won = responses.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const { name, vintages } = await read(id);
    expect(vintages.map(({ price }: { price: number }) => `Save ${price}`)).toEqual([name, name]);
  });
});

describe("a new project", () => {
  test("is created with its vintages or not at all", async () => {
    const { id } = await aProject(t.db);
    const like = await read(id);
    const body = {
      name: "Peat of Tayvallich",
      registryId: like.registry.id,
      projectDeveloperId: like.projectDeveloper.id,
      projectTypeId: like.projectType.id,
      newVintages: [{ ...row, credits: 40 }],
    };
    const before = await traces();
    const broken = [
      ...body.newVintages,
      { ...row, periodStart: "2020-02-02", periodEnd: "2020-01-01" },
    ];
    const refused = await t.call(admin, "POST", "/management/projects", {
      ...body,
      newVintages: broken,
    });
    expect(refused.body.fieldErrors).toMatchObject([{ path: "newVintages.1.periodEnd" }]);
    expect(await traces()).toBe(before);

    const made = await t.call(admin, "POST", "/management/projects", body);
    expect(made).toMatchObject({
      status: 201,
      body: { availableCredits: 40, vintages: [{ id: made.body.newVintageIds[0], year: 2023 }] },
    });
  });
});
