import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
import { changeVintage } from "../catalogue/catalogue.service.ts";
import { portfolioJobs } from "./portfolio.jobs.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let vintageId: number;

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
  ({ vintageId } = await aProject(t.db, { name: "Mangroves, Kenya" }));
  await aPaidOrder(t, admin, buyer, vintageId, 12);
  await aPaidOrder(t, admin, await t.aUser(), vintageId, 99);
});
afterAll(() => t.close());

const portfolioOf = async (caller: TestCaller) =>
  (await t.call(caller, "GET", "/me/portfolio")).body;

test("Retirements are counted beside the tonnes, the declined ones not", async () => {
  const ask = async (quantity: number) => {
    const body = { vintageId, quantity, beneficiaryName: "Demo AG", purpose: "OWN_EMISSIONS" };
    return (await t.call(buyer, "POST", "/me/retirements", body)).body.id as number;
  };
  await ask(2);
  const declined = await ask(3);
  await t.call(admin, "POST", `/management/retirements/${declined}/decline`, { reason: "Not now" });
  expect((await portfolioOf(buyer)).totals).toMatchObject({
    purchased: 12,
    inProgress: 2,
    available: 10,
    requests: 1,
    certificates: 0,
  });
});

test("Holdings leave as CSV, the buyer's alone", async () => {
  const answer = await t.app.inject({
    url: "/api/v1/me/portfolio",
    headers: { authorization: `Bearer ${buyer.authToken}`, accept: "text/csv" },
  });
  expect(answer.headers["content-disposition"]).toMatch(/portfolio-\d{4}-\d\d-\d\d\.csv/);
  const rows = parse<Record<string, string>>(answer.rawPayload, { bom: true, columns: true });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    Project: "Mangroves, Kenya",
    "Bought (t)": "12",
    "Retirement in progress (t)": "2",
    "Available (t)": "10",
  });
});

test("A vintage that an operator turns ex-ante and back reaches everybody who holds it, once each time", async () => {
  const news = async () => {
    const { body } = await t.call(buyer, "GET", "/me/notifications");
    return body.content
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => code.startsWith("portfolio.vintage"));
  };
  const turn = async (creditType: "EX_ANTE" | "EX_POST") => {
    await inTransaction(t.db, (tx) => changeVintage(tx, vintageId, { creditType }));
    await t.runJobs(portfolioJobs(t.db));
  };
  const stranger = await t.aUser();

  await turn("EX_ANTE");
  expect(await news()).toEqual(["portfolio.vintage.credit.ex-ante"]);
  expect((await portfolioOf(buyer)).holdings[0].creditType).toBe("EX_ANTE");
  const body = { vintageId, quantity: 1, beneficiaryName: "Demo AG", purpose: "OWN_EMISSIONS" };
  expect((await t.call(buyer, "POST", "/me/retirements", body)).body.code).toBe(
    "INVALID_TRANSITION",
  );

  await turn("EX_POST");
  expect(await news()).toEqual([
    "portfolio.vintage.credit.ex-post",
    "portfolio.vintage.credit.ex-ante",
  ]);
  expect((await t.call(buyer, "POST", "/me/retirements", body)).status).toBe(201);
  expect((await t.call(stranger, "GET", "/me/notifications")).body.content).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*) as count from notifications
    where code like 'portfolio.vintage.%'`.execute(t.db);
  // Two holders, two changes.
  expect(rows[0]!.count).toBe(4);
});
