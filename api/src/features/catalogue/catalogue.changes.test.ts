import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject } from "../../../test/builders/project.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { inTransaction } from "../../core/db.ts";
import { changeVintage, recordChange, setProjectStatus } from "./catalogue.service.ts";

let market: TestApp;
let buyer: TestCaller;
beforeAll(async () => {
  market = await testApp();
  buyer = await market.aUser();
});
afterAll(() => market.close());

async function page(projectId: number) {
  return (await market.call(buyer, "GET", `/projects/${projectId}`)).body;
}

async function jobs(name: string) {
  const { rows } = await sql<{ payload: object }>`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name} order by j.id`.execute(
    market.db,
  );
  return rows.map(({ payload }) => payload);
}

test("a new price shows on the card and in the history, and reaches the carts", async () => {
  const { id, vintageId } = await aProject(market.db, { vintages: [{ year: 2021 }] });
  await inTransaction(market.db, (tx) => changeVintage(tx, vintageId, { priceCents: 123_456 }));
  const project = await page(id);
  expect(project.priceFrom).toBe(1234.56);
  expect(project.vintages[0].price).toBe(1234.56);
  expect(project.changes.map(({ change }: { change: string }) => change)).toEqual([
    "Vintage 2021: price changed from €10.00 to €1,234.56",
  ]);
  expect(await jobs("vintage.changed")).toContainEqual({ vintageId });
});

test("the history names no price while prices are on request", async () => {
  const { id, vintageId } = await aProject(market.db, { vintages: [{ year: 2021 }] });
  const change = (priceCents: number) =>
    inTransaction(market.db, (tx) => changeVintage(tx, vintageId, { priceCents }));
  const become = (status: "AVAILABLE" | "CONTACT_REQUIRED") =>
    inTransaction(market.db, (tx) => setProjectStatus(tx, id, status));
  await change(1100);
  await become("CONTACT_REQUIRED");
  await change(1200);
  const { changes } = await page(id);
  expect(changes.map((each: { change: string }) => each.change)).toEqual([
    "Availability changed from available to on request",
  ]);
  await become("AVAILABLE");
  const all: { change: string }[] = (await page(id)).changes;
  expect(all.map((each) => each.change)).toEqual([
    "Availability changed from on request to available",
    "Vintage 2021: price changed from €11.00 to €12.00",
    "Availability changed from available to on request",
    "Vintage 2021: price changed from €10.00 to €11.00",
  ]);
});

test("all fields of a vintage can change at once, each with its own history entry", async () => {
  const { id, vintageId } = await aProject(market.db, { vintages: [{ year: 2020 }] });
  await inTransaction(market.db, (tx) =>
    changeVintage(tx, vintageId, {
      year: 2019,
      priceCents: null,
      claimType: "COMPENSATION",
      impactType: "MIXED",
      creditType: "EX_ANTE",
    }),
  );
  const project = await page(id);
  expect(project.vintages[0]).toMatchObject({ year: 2019, price: null });
  expect(project).toMatchObject({
    creditTypes: ["EX_ANTE"],
    vintagesAvailable: { min: 2019, max: 2019 },
    priceFrom: null,
  });
  expect(project.changes).toHaveLength(5);
  // Of one moment, the last comes first as well.
  const ids = project.changes.map((each: { id: number }) => each.id);
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
});

test("a withdrawn vintage leaves the offer with its credits, and comes back with them", async () => {
  const { id, vintageIds } = await aProject(market.db, {
    vintages: [
      { year: 2020, credits: 40 },
      { year: 2021, credits: 2 },
    ],
  });
  await inTransaction(market.db, (tx) =>
    changeVintage(tx, vintageIds[0]!, { status: "WITHDRAWN" }),
  );
  let project = await page(id);
  expect(project.availableCredits).toBe(2);
  expect(project.vintages.map(({ year }: { year: number }) => year)).toEqual([2021]);
  await inTransaction(market.db, (tx) => changeVintage(tx, vintageIds[0]!, { status: "ACTIVE" }));
  project = await page(id);
  expect(project.availableCredits).toBe(42);
});

test("setting what is already set changes nothing", async () => {
  const { id, vintageId } = await aProject(market.db, { vintages: [{ priceCents: 500 }] });
  const told = (await jobs("vintage.changed")).length;
  await inTransaction(market.db, (tx) => changeVintage(tx, vintageId, { priceCents: 500 }));
  await inTransaction(market.db, (tx) => setProjectStatus(tx, id, "AVAILABLE"));
  expect((await page(id)).changes).toEqual([]);
  expect((await page(id)).version).toBe(1);
  expect(await jobs("vintage.changed")).toHaveLength(told);
});

test("a new status shows in the list, the history and the carts, and increments the version", async () => {
  const { id } = await aProject(market.db);
  await inTransaction(market.db, (tx) => setProjectStatus(tx, id, "TEMPORARILY_UNAVAILABLE"));
  expect(await page(id)).toMatchObject({
    status: { id: "TEMPORARILY_UNAVAILABLE", name: "Temporarily unavailable" },
    version: 2,
    changes: [{ change: "Availability changed from available to temporarily unavailable" }],
  });
  expect(await jobs("project.changed")).toContainEqual({ projectId: id });
});

test("a rolled-back change leaves no listing, history or job", async () => {
  const { id, vintageId } = await aProject(market.db, { vintages: [{ priceCents: 700 }] });
  const told = (await jobs("vintage.changed")).length;
  const failing = inTransaction(market.db, async (tx) => {
    await changeVintage(tx, vintageId, { priceCents: 800 });
    await recordChange(tx, id, "Never said");
    throw new Error("something else went wrong");
  });
  await expect(failing).rejects.toThrow("something else");
  expect(await page(id)).toMatchObject({ priceFrom: 7, changes: [] });
  expect(await jobs("vintage.changed")).toHaveLength(told);
});

test("unknown vintages and projects are not found", async () => {
  await expect(
    inTransaction(market.db, (tx) => changeVintage(tx, 999_999, { priceCents: 5 })),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(
    inTransaction(market.db, (tx) => setProjectStatus(tx, 999_999, "SOLD_OUT")),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("two changes of one project at the same time both reach its listing", async () => {
  const { id, vintageIds } = await aProject(market.db, {
    vintages: [
      { year: 2018, priceCents: 1000 },
      { year: 2019, priceCents: 2000 },
    ],
  });
  await Promise.all([
    inTransaction(market.db, (tx) => changeVintage(tx, vintageIds[0]!, { priceCents: 300 })),
    inTransaction(market.db, (tx) => changeVintage(tx, vintageIds[1]!, { priceCents: 9000 })),
  ]);
  expect(await page(id)).toMatchObject({ priceFrom: 3, priceTo: 90 });
});
