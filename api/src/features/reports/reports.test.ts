import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject } from "../../../test/builders/project.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";

let market: TestApp;
let buyer: TestCaller;
const reports: Record<string, number> = {};
let kenya: number;
let secret: number;

beforeAll(async () => {
  market = await testApp();
  buyer = await market.aUser();
  const { db } = market;
  kenya = (await aProject(db, { name: "Kenya mangroves", registry: "Verra" })).id;
  const brazil = (await aProject(db, { name: "São Félix forest", countries: ["BR"] })).id;
  secret = (await aProject(db, { name: "Secret", hidden: true })).id;
  const make = async (name: string, cents: number, on: string, ids: number[], hidden = false) => {
    const { id } = await db
      .insertInto("reports")
      .values({
        name,
        description: `About ${name}`,
        price_cents: cents,
        published_at: on,
        hidden,
        pages: 40,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const project_id of ids)
      await db.insertInto("report_projects").values({ report_id: id, project_id }).execute();
    reports[name] = id;
  };
  await make("Blue carbon", 90_000, "2025-06-01", [kenya, secret]);
  await make("Forests", 120_050, "2025-09-01", [brazil, kenya]);
  await make("Method", 50_000, "2025-01-01", []);
  await make("Draft", 100, "2025-10-01", [kenya], true);
  await make("Of a secret", 100, "2025-10-01", [secret]);
});
afterAll(() => market.close());

test.each([
  // Newest first.
  ["", ["Forests", "Blue carbon", "Method"]],
  ["sort=price", ["Method", "Blue carbon", "Forests"]],
  ["sort=name,desc", ["Method", "Forests", "Blue carbon"]],
  ["sort=publishedAt,asc&size=2", ["Method", "Blue carbon"]],
  ["size=2&page=1", ["Method"]],
  ["size=2&page=9", []],
  ["q=sao+felix", ["Forests"]],
  ["q=blue+about", ["Blue carbon"]],
  ["q=secret", []],
  ["q=!!", []],
])("GET /reports?%s finds %j", async (query, expected) => {
  const { status, body } = await market.call(buyer, "GET", `/reports?${query}`);
  expect(status).toBe(200);
  expect(body.content.map(({ name }: { name: string }) => name)).toEqual(expected);
});

test("the reports of one project, and none of a hidden one", async () => {
  const { body } = await market.call(buyer, "GET", `/reports?projectId=${kenya}`);
  expect(body).toMatchObject({ totalElements: 2, last: true });
  const hidden = await market.call(buyer, "GET", `/reports?projectId=${secret}`);
  expect(hidden.body).toMatchObject({ content: [], totalElements: 0 });
});

test("a report names its projects, without hidden ones", async () => {
  const { body } = await market.call(buyer, "GET", `/reports/${reports["Blue carbon"]}`);
  expect(body).toEqual({
    id: reports["Blue carbon"],
    name: "Blue carbon",
    description: "About Blue carbon",
    price: 900,
    currency: "EUR",
    pages: 40,
    publishedAt: "2025-06-01",
    projects: [
      {
        id: kenya,
        name: "Kenya mangroves",
        continent: "Africa",
        countries: ["KE"],
        registry: { id: expect.any(Number), name: "Verra" },
        projectType: { id: expect.any(Number), name: "Wetland Restoration" },
      },
    ],
  });
});

test("hidden reports, those of only hidden projects and unknown ones do not exist", async () => {
  for (const id of [reports["Draft"], reports["Of a secret"], 2147483647]) {
    const response = await market.call(buyer, "GET", `/reports/${id}`);
    expect(response).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  }
});

test.each(["sort=pages", "projectId=x", "colour=red", "size=0"])(
  "refuses GET /reports?%s",
  async (query) => {
    expect((await market.call(buyer, "GET", `/reports?${query}`)).status).toBe(400);
  },
);

test("the sort parameter cannot inject SQL", async () => {
  const before = await sql`select count(*) from reports`.execute(market.db);
  const response = await market.call(buyer, "GET", "/reports?sort=name;drop table reports,asc");
  expect(response.status).toBe(400);
  expect(await sql`select count(*) from reports`.execute(market.db)).toEqual(before);
});
