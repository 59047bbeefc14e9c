import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PricePreview } from "@tonneline/contract/prices";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { priceJobs } from "./prices.jobs.ts";
import { changePrice } from "./prices.service.ts";

let t: TestApp;
let operator: TestCaller;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(() => t.close());

const aVintage = async (priceCents: number | null, more: object = {}) =>
  (await aProject(t.db, { vintages: [{ credits: 100, priceCents }], ...more })).vintageId;
async function preview(ids: number[], kind: string, by: number): Promise<PricePreview> {
  const { body } = await t.call(operator, "POST", "/management/prices/preview", {
    ids,
    rule: { kind, by },
  });
  return body;
}
async function readFile(text: string | Buffer<ArrayBuffer>) {
  const form = new FormData();
  form.append("file", new Blob([text]), "prices.csv");
  const request = new Request("http://x", { method: "POST", body: form });
  const response = await t.app.inject({
    method: "POST",
    url: "/api/v1/management/prices/file",
    headers: {
      authorization: `Bearer ${operator.authToken}`,
      "content-type": request.headers.get("content-type")!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
/** Starts the changes in a preview. */
async function begin(shown: PricePreview): Promise<{ id: number }> {
  const rows = shown.rows.map(({ id, after: price, version }) => ({
    id,
    asks: { price, version },
  }));
  const started = await t.call(operator, "POST", "/management/prices/changes", { rows });
  expect(started.status).toBe(202);
  return started.body;
}
async function ended(runId: number) {
  await t.runJobs(priceJobs(t.db));
  return (await t.call(operator, "GET", `/management/prices/changes/${runId}`)).body;
}
const change = async (shown: PricePreview) => await ended((await begin(shown)).id);
const priceOf = async (id: number) =>
  (
    await t.db
      .selectFrom("vintages")
      .select("price_cents")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).price_cents;

test("a search for punctuation only finds no vintage, and punctuation between words is ignored", async () => {
  await aProject(t.db, { name: "Salt marsh – north" });
  const found = async (q: string) =>
    (await t.call(operator, "GET", `/management/prices?q=${encodeURIComponent(q)}`)).body
      .totalElements;
  expect(await found("salt — north")).toBe(1);
  expect(await found("???")).toBe(0);
  expect(await found("%")).toBe(0);
});

test("the last year of a range is included, and withdrawn vintages are in no list or preview", async () => {
  const vintages = [
    { year: 2021 },
    { year: 2020 },
    { year: 2020, status: "WITHDRAWN" },
    { year: 2019 },
  ];
  const { vintageIds } = await aProject(t.db, { name: "Years of peat", vintages });
  const query = "q=years%20of%20peat&yearFrom=2020&yearTo=2020";
  const { body } = await t.call(operator, "GET", `/management/prices?${query}`);
  expect(body.content.map(({ id }: { id: number }) => id)).toEqual([vintageIds[1]]);
  const shown = await preview(vintageIds, "EUROS", 1);
  expect(shown.rows.map(({ id }) => id)).toEqual([vintageIds[3], vintageIds[1], vintageIds[0]]);
});

test("prices are listed by type, registry, developer and country of their projects", async () => {
  const { id, vintageId } = await aProject(t.db, {
    projectType: "Biochar",
    registry: "Puro.earth",
    developer: "Kol AB",
    countries: ["SE", "NO"],
  });
  await aVintage(1000);
  const { body: project } = await t.call(operator, "GET", `/management/projects/${id}`);
  for (const filter of [
    `projectType=${project.projectType.id}`,
    `registry=${project.registry.id}`,
    `developer=${project.projectDeveloper.id}`,
    "country=NO",
  ]) {
    const { body } = await t.call(operator, "GET", `/management/prices?${filter}`);
    expect(body, filter).toMatchObject({ totalElements: 1, content: [{ id: vintageId }] });
  }
});

test("a cart or shortlist with two vintages whose prices change is counted once", async () => {
  const ids = [await aVintage(1000), await aVintage(2000)];
  const buyer = await t.aUser();
  const { body: list } = await t.call(buyer, "POST", "/me/shortlists", { name: "Both" });
  for (const vintageId of ids) {
    await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
    await t.call(buyer, "PUT", `/me/shortlists/${list.id}/vintages/${vintageId}`);
  }
  expect((await preview(ids, "EUROS", 1)).told).toEqual({ carts: 1, shortlists: 1 });
});

test("a price that was meanwhile set to the wanted value is no conflict", async () => {
  const id = await aVintage(1000);
  await t.db.updateTable("vintages").set({ version: 2 }).where("id", "=", id).execute();
  const actor = { userId: operator.userId, username: "operator", ip: "127.0.0.1" };
  await changePrice(t.db, { id, actor }, { price: 10, version: 1 });
  expect(await priceOf(id)).toBe(1000);
});

describe("a rule", () => {
  test("previews its effect and who is notified, and applies it when started", async () => {
    const [dear, free] = [await aVintage(1010), await aVintage(null)];
    const buyer = await t.aUser("User");
    await t.call(buyer, "POST", "/me/cart/vintages", { vintageId: dear, credits: 5 });
    const { body: list } = await t.call(buyer, "POST", "/me/shortlists", { name: "Next year" });
    await t.call(buyer, "PUT", `/me/shortlists/${list.id}/vintages/${dear}`);
    const shown = await preview([dear, free], "PERCENT", 5);
    expect(shown).toMatchObject({
      rows: [{ id: dear, price: 10.1, after: 10.61, carts: 1, shortlists: 1 }],
      leftOut: [{ why: "Its price is on request." }],
      unchanged: 0,
      told: { carts: 1, shortlists: 1 },
    });
    expect(await priceOf(dear)).toBe(1010);

    expect(await change(shown)).toMatchObject({ total: 1, results: [{ id: dear, code: null }] });
    expect(await priceOf(dear)).toBe(1061);
    const history = await t.db
      .selectFrom("vintage_prices")
      .select("price_cents")
      .where("vintage_id", "=", dear)
      .orderBy("price_cents")
      .execute();
    expect(history.map((row) => row.price_cents)).toContain(1061);
    const entry = await t.db
      .selectFrom("audit_entries")
      .select(["action", "actor"])
      .where("thing_type", "=", "vintage")
      .where("thing_id", "=", String(dear))
      .executeTakeFirstOrThrow();
    expect(entry.action).toBe("vintage.change");
  });

  test("does not overwrite a price that has changed since the preview", async () => {
    const [moved, kept] = [await aVintage(1000), await aVintage(2000)];
    const shown = await preview([moved, kept], "EUROS", -1);
    await t.db.updateTable("vintages").set({ version: 2 }).where("id", "=", moved).execute();
    const { results } = await change(shown);
    expect(
      Object.fromEntries(results.map((row: { id: number; code: string }) => [row.id, row.code])),
    ).toEqual({ [moved]: "VERSION_CONFLICT", [kept]: null });
    expect([await priceOf(moved), await priceOf(kept)]).toEqual([1000, 1900]);
  });

  test("reports what it had changed when its server died, even if it was changed since", async () => {
    const shown = await preview([await aVintage(1000), await aVintage(2000)], "EUROS", -1);
    const { id: runId } = await begin(shown);
    const { id, after: price, version } = shown.rows[0]!;
    const actor = { userId: operator.userId, username: "operator", ip: "127.0.0.1" };
    const idempotencyKey = `bulk-${runId}`;
    await changePrice(t.db, { id, actor, idempotencyKey }, { price, version });
    await t.db
      .updateTable("vintages")
      .set({ price_cents: 777, version: 9 })
      .where("id", "=", id)
      .execute();

    const { results } = await ended(runId);
    expect(results).toHaveLength(2);
    expect(results).toContainEqual({ id, code: null, detail: null });
    expect(await priceOf(id)).toBe(777);
  });

  test("is found again by the operator who started it, in any window, until it has ended", async () => {
    const open = async (by = operator) =>
      (await t.call(by, "GET", "/management/prices/changes")).body.content;
    const { id } = await begin(
      await preview([await aVintage(100), await aVintage(200)], "EUROS", 1),
    );
    expect(await open()).toMatchObject([{ id, total: 2, state: "WAITING", results: [] }]);
    expect(await open(await t.aUser("Admin"))).toEqual([]);
    await ended(id);
    expect(await open()).toEqual([]);
  });

  test("is refused if it changes nothing or too much", async () => {
    const ids = [await aVintage(100)];
    const of = (rule: object, chosen = ids) =>
      t.call(operator, "POST", "/management/prices/preview", { rule, ids: chosen });
    expect((await of({ kind: "PERCENT", by: 0 })).status).toBe(400);
    expect((await of({ kind: "PERCENT", by: 1 }, [])).status).toBe(400);
    expect((await preview(ids, "PERCENT", -100)).rows).toEqual([]);
    const buyer = await t.aUser("User");
    expect((await t.call(buyer, "GET", "/management/prices")).status).toBe(403);
  });
});

describe("a file", () => {
  test("is the export of the list with other prices; each skipped row has a reason", async () => {
    const name = "Prices by file";
    const [one, two] = [
      await aVintage(1000, { name }),
      await aVintage(1500, { name: `${name} 2` }),
    ];
    const exported = await t.app.inject({
      url: "/api/v1/management/prices?q=prices%20by%20file&sort=id,asc",
      headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
    });
    const rows = parse<Record<string, string>>(exported.rawPayload, { bom: true, columns: true });
    expect(rows.map((row) => [row["Vintage"], row["Price (EUR)"]])).toEqual([
      [String(one), "10"],
      [String(two), "15"],
    ]);

    const { body } = await readFile(
      `Vintage;Price (EUR)\n${one};11,50\n${two};15\n${one};12\n2147483647;3\n${two}x;3\n${two};\n`,
    );
    expect(body).toMatchObject({
      rows: [{ id: one, price: 10, after: 11.5 }],
      unchanged: 1,
      leftOut: [
        { line: 4, why: "It is already in line 2, whose price is used." },
        { line: 5, why: "“2147483647” is not the number of a vintage." },
        { line: 6 },
        { line: 7, why: "The price is missing." },
      ],
    });
    await change(body);
    expect([await priceOf(one), await priceOf(two)]).toEqual([1150, 1500]);
  });

  test("may have more rows than the limit of changes, but not more changes", async () => {
    const vintages = Array.from({ length: 1001 }, () => ({ credits: 1, priceCents: 100 }));
    const { id: projectId } = await aProject(t.db, { vintages });
    const made = t.db.selectFrom("vintages").select("id").where("project_id", "=", projectId);
    const ids = (await made.orderBy("id").execute()).map(({ id }) => id);
    const priced = (changed: number) =>
      ids.map((id, at) => `${id},${at < changed ? 2 : 1}\n`).join("");
    const some = await readFile(`Vintage,Price (EUR)\n${priced(3)}`);
    expect(some.body).toMatchObject({ unchanged: 998, leftOut: [] });
    expect(some.body.rows).toHaveLength(3);
    const all = await readFile(`Vintage,Price (EUR)\n${priced(1001)}`);
    expect(all).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "file" }] } });
    expect((await readFile(`Vintage,Price (EUR)\n${priced(1000)}`)).body.rows).toHaveLength(1000);
  });

  test("may start with the sep= line of Excel, and end with rows of empty cells", async () => {
    const one = await aVintage(1000, { name: "Prices from Excel" });
    const { body } = await readFile(`sep=;\r\nVintage;Price (EUR)\r\n${one};11,50\r\n;\r\n ;\r\n`);
    expect(body).toMatchObject({ rows: [{ id: one, after: 11.5 }], leftOut: [] });
    const twice = await readFile(`sep=;\r\nVintage;Price (EUR)\r\n${one};2\r\n${one};3\r\n`);
    expect(twice.body.leftOut).toMatchObject([{ line: 4 }]);
  });

  test.each([
    ["Vintage;Price;Price (EUR)", "12.00;11.00"],
    ["Vintage;Price (EUR);Price", "11.00;12.00"],
  ])("with %s is read by the prices in euros", async (head, prices) => {
    const one = await aVintage(1000, { name: `Prices under ${head}` });
    const { body } = await readFile(`${head}\n${one};${prices}\n`);
    expect(body).toMatchObject({ rows: [{ id: one, after: 11 }], leftOut: [] });
  });

  test.each([
    ["the code page of Windows", "latin1", "", "\u0080"],
    ["UTF-16", "utf16le", "\uFEFF", "€"],
  ] as const)("in %s is read with its euro signs", async (_, encoding, mark, euro) => {
    const one = await aVintage(1000, { name: "Prices with their sign" });
    const text = `${mark}Vintage;Price (EUR)\r\n${one};2,55 ${euro}\r\n`;
    const { body } = await readFile(Buffer.from(text, encoding));
    expect(body).toMatchObject({ rows: [{ id: one, after: 2.55 }], leftOut: [] });
  });

  test("without its columns, or that is not text, is refused with a sentence", async () => {
    const message = (body: { fieldErrors: { message: string }[] }) => body.fieldErrors[0]!.message;
    const headless = await readFile("1;2\n3;4\n");
    expect(headless.status).toBe(400);
    expect(message(headless.body)).toContain("needs the columns");
    expect((await readFile("")).status).toBe(400);
    expect(message((await readFile('Vintage,Price\n"1,2')).body)).toContain("cannot be read");
  });
});
