import { maxNamedPrices } from "@tonneline/contract/priceLists";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited, upload } from "../../../test/operators.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { ownPricesChanged } from "../catalogue/catalogue.service.ts";
import { publishValidityChanges } from "./priceLists.service.ts";

/* A price list is saved as its form shows it: it must show everything that is to be kept. */

let t: TestApp;
let operator: TestUser;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(() => t.close());

const path = "/management/price-lists";
async function aList(name: string, facts: { companies: number[]; [fact: string]: unknown }) {
  const usual = { validFrom: "2020-01-01", validUntil: null, rules: [], prices: [] };
  return (await t.call(operator, "POST", path, { ...usual, name, ...facts })).body;
}
const read = async (id: number) => (await t.call(operator, "GET", `${path}/${id}`)).body;
type List = Awaited<ReturnType<typeof read>>;
/** Saves a list as shown under another name. */
const rename = ({ id, name, companies, prices, validFrom, validUntil, rules, version }: List) =>
  t.call(operator, "PATCH", `${path}/${id}`, {
    name: `${name}, renamed`,
    companies: companies.map((each: { id: number }) => each.id),
    prices: prices.map((each: { id: number; own: number }) => ({
      vintageId: each.id,
      price: each.own,
    })),
    validFrom,
    validUntil,
    rules,
    version,
  });

test("the price of a temporarily withdrawn vintage survives a change of its list", async () => {
  const { id: projectId, vintageId } = await aProject(t.db);
  const companies = [operator.companyId];
  const { id } = await aList("Withdrawn", { companies, prices: [{ vintageId, price: 4 }] });
  const vintage = `/management/projects/${projectId}/vintages/${vintageId}`;
  const withdrawn = await t.call(operator, "PATCH", vintage, { status: "WITHDRAWN", version: 1 });
  expect(withdrawn.status).toBe(200);

  const { body: saved } = await rename(await read(id));

  expect(saved.prices).toMatchObject([{ id: vintageId, own: 4 }]);
});

test("a list can still be saved after one of its companies was merged into another", async () => {
  const [from, into] = [(await t.aUser()).companyId, (await t.aUser()).companyId];
  const { id } = await aList("Merged", { companies: [from, into] });
  const merge = { intoId: into, reason: "The same" };
  const merged = await t.call(operator, "POST", `/management/companies/${from}/merge`, merge);
  expect(merged.status).toBe(200);

  const shown = await read(id);

  expect(shown.companies).toMatchObject([{ id: into }]);
  expect((await rename(shown)).status).toBe(200);
});

/** The companies whose carts have to recheck their prices. */
async function companiesToRecheck(): Promise<number[]> {
  const ids: number[] = [];
  await t.runJobs({
    [ownPricesChanged.name]: async (payload) => {
      ids.push(...ownPricesChanged.payload.parse(payload).companyIds);
    },
  });
  return ids.toSorted((one, other) => one - other);
}

test("a company that is removed from a list leaves it and is notified, as is one that is added", async () => {
  const [off, on] = [(await t.aUser()).companyId, (await t.aUser()).companyId];
  const { id } = await aList("Handed on", { companies: [off] });
  await companiesToRecheck();
  const shown = await read(id);
  await rename({ ...shown, companies: [{ id: on }] });
  expect(await companiesToRecheck()).toEqual([off, on]);
  expect((await read(id)).companies).toMatchObject([{ id: on }]);
});

test("at the midnight of the seller, companies of lists that start or have just ended are notified", async () => {
  const day = await today(t.db);
  const facts = [
    { validFrom: day },
    { validUntil: daysAfter(day, -1) },
    { validUntil: day },
    { validFrom: daysAfter(day, 1) },
  ];
  const companies: number[] = [];
  for (const [nth, each] of facts.entries()) {
    companies.push((await t.aUser()).companyId);
    await aList(`Turning ${nth}`, { companies: companies.slice(-1), ...each });
  }
  await companiesToRecheck();
  await publishValidityChanges(t.db);
  expect(await companiesToRecheck()).toEqual(companies.slice(0, 2));
});

test("no list is created for a company that was merged into another", async () => {
  const [from, into] = [(await t.aUser()).companyId, (await t.aUser()).companyId];
  const merge = { intoId: into, reason: "The same" };
  await t.call(operator, "POST", `/management/companies/${from}/merge`, merge);
  expect(await aList("Too late", { companies: [from] })).toMatchObject({
    fieldErrors: [{ path: "companies" }],
  });
});

test.each([
  ["developer", "developer"],
  ["projectType", "project type"],
  ["registry", "registry"],
  ["project", "project"],
])("a rule with a %s that has been deleted meanwhile is refused at its field", async (by, what) => {
  const { id } = await aProject(t.db);
  const known = { percent: 5, project: [id] };
  const gone = { percent: 5, [by]: [999_999] };
  const fieldErrors = [{ path: `rules.1.${by}`, message: `There is no ${what} 999999 any more` }];
  expect(await aList(`Gone ${by}`, { companies: [], rules: [known, gone] })).toMatchObject({
    code: "VALIDATION_FAILED",
    fieldErrors,
  });
  const list = await aList(`Kept ${by}`, { companies: [], rules: [known] });
  expect((await rename({ ...list, rules: [known, gone] })).body).toMatchObject({ fieldErrors });
});

test("a list is found by a company, loses an omitted price, and the log has who created and deleted it", async () => {
  const [one, two] = [await aProject(t.db), await aProject(t.db)];
  const [first, second] = [one.vintageId, two.vintageId];
  const company = await t.aUser();
  const prices = [
    { vintageId: first, price: 4 },
    { vintageId: second, price: 5 },
  ];
  const { id } = await aList("Two prices", { companies: [company.companyId], prices });
  const of = { actorId: operator.userId, thingId: String(id) };
  const facts = { name: "Two prices", prices: { [first]: 4, [second]: 5 } };
  expect(await audited(t, operator, "price-list.create")).toMatchObject({ ...of, after: facts });
  await t.db
    .updateTable("companies")
    .set({ name: "Zwirnerei Holm" })
    .where("id", "=", company.companyId)
    .execute();
  const { body: found } = await t.call(operator, "GET", `${path}?q=zwirn`);
  expect(found.content).toMatchObject([{ id, prices: 2 }]);

  const shown = await read(id);
  const left = shown.prices.filter((each: { id: number }) => each.id === second);
  await rename({ ...shown, prices: left });
  expect((await read(id)).prices).toMatchObject([{ id: second, own: 5 }]);

  expect((await t.call(operator, "DELETE", `${path}/${id}`)).status).toBe(204);
  const ended = await audited(t, operator, "price-list.delete");
  expect(ended).toMatchObject({ ...of, before: { prices: { [second]: 5 } } });
});

test("unchanged fields are not in the audit log, whatever their order when saved again", async () => {
  const [one, other] = [(await t.aUser()).companyId, (await t.aUser()).companyId];
  const rules = [{ yearFrom: 2019, yearTo: 2022, creditType: ["EX_POST"], percent: 5 }];
  const { id } = await aList("In order", { companies: [other, one], rules });
  const shown = await read(id);

  await rename({ ...shown, companies: shown.companies.toReversed() });

  const { before, after } = await audited(t, operator, "price-list.change");
  expect([before, after]).toEqual([{ name: "In order" }, { name: "In order, renamed" }]);
});

test("a cart with several vintages of a list counts once in the preview", async () => {
  const [one, two] = [await aProject(t.db), await aProject(t.db)];
  const buyer = await t.aUser();
  const prices = [];
  for (const { vintageId } of [one, two]) {
    prices.push({ vintageId, price: 1 });
    await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  }
  const companies = [buyer.companyId];
  const { body } = await t.call(operator, "POST", `${path}/preview`, {
    companies,
    prices,
    rules: [],
  });
  expect(body).toMatchObject({ affected: 2, carts: 1 });
});

test("a rule follows its developer through a merge, and its companies are notified", async () => {
  const [from, into] = [
    await aProject(t.db, { developer: "Old name" }),
    await aProject(t.db, { developer: "New name" }),
  ];
  const developerOf = async ({ id }: { id: number }) => {
    const projects = t.db.selectFrom("projects").select("developer_id").where("id", "=", id);
    return (await projects.executeTakeFirstOrThrow()).developer_id;
  };
  const [old, now] = [await developerOf(from), await developerOf(into)];
  const { companyId } = await t.aUser();
  const rules = [{ percent: 5, developer: [old] }];
  const { id } = await aList("By developer", { companies: [companyId], rules });
  await companiesToRecheck();

  const merge = { intoId: now };
  const merged = await t.call(operator, "POST", `/management/developers/${old}/merge`, merge);
  expect(merged.status, JSON.stringify(merged.body)).toBeLessThan(300);

  expect((await read(id)).rules).toMatchObject([{ percent: 5, developer: [now] }]);
  expect(await companiesToRecheck()).toEqual([companyId]);
});

async function readFile(rows: readonly (readonly unknown[])[]) {
  const bytes = Buffer.from(rows.map((row) => row.join(";")).join("\n"));
  return (await upload(t, operator, `${path}/file`, { bytes, name: "prices.csv" })).body;
}

test("skipped rows of a file are listed in their order, including those of vintages that are off sale", async () => {
  const { vintageId } = await aProject(t.db, { vintages: [{ status: "WITHDRAWN" }] });
  const other = await aProject(t.db);
  const read = await readFile([
    ["Vintage", "Price"],
    [vintageId, 4],
    [other.vintageId, "dear"],
    [999_999, 5],
  ]);
  expect(read).toMatchObject({
    prices: [],
    leftOut: [
      { line: 2, why: expect.stringContaining("no such vintage on sale") },
      { line: 3, why: expect.stringContaining("not a price") },
      { line: 4, why: expect.stringContaining("no such vintage on sale") },
    ],
  });
});

test("a file may have as many rows as a list may have prices, and no more", async () => {
  const rows = Array.from({ length: maxNamedPrices }, (_, at) => [900_000 + at, 5]);
  const { leftOut } = await readFile([["Vintage", "Price"], ...rows]);
  expect(leftOut).toHaveLength(maxNamedPrices);
  const message = "The file has more than 2,000 rows. Split it: at most 2,000 are read at once.";
  const longer = [["Vintage", "Price"], ...rows, [1, 5]];
  expect((await readFile(longer)).fieldErrors).toEqual([{ path: "file", message }]);
  // The rows after the limit are not parsed: a hundred times as many would take seconds.
  const broken = [...longer, [1, 5], [1, 5], ['"never closed']];
  expect((await readFile(broken)).fieldErrors).toEqual([{ path: "file", message }]);
});

test("a vintage that is deleted while its price is saved is reported missing", async () => {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 0 }] });
  const prices = [{ vintageId, price: 5 }];
  const gone = sql`with stock as (delete from vintage_stock where vintage_id = ${vintageId})
    delete from vintages where id = ${vintageId}`;
  const save = () => aList("Of what is gone", { companies: [], prices });
  const [answer] = await runBlocked(t.db, gone, [save]);
  const message = `There is no vintage ${vintageId} any more`;
  expect(answer.fieldErrors).toEqual([{ path: "prices", message }]);
});
