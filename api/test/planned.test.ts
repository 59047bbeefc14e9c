import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { invoiceDetails, testApp, type TestApp } from "./app.ts";
import { aProject } from "./builders/project.ts";

let t: TestApp;
/** Statements with values that were sent without a name: PostgreSQL plans these each time. */
const unnamed: string[] = [];
beforeAll(async () => {
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const heard = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string; values?: unknown[]; name?: string }];
    if (typeof asked !== "string" && asked.values?.length && !asked.name) unnamed.push(asked.text);
    return query.apply(this, args);
  };
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(heard as never);
  t = await testApp();
});
afterAll(async () => {
  await t.close();
  vi.restoreAllMocks();
});

test("A buyer's statements from a project's page to the order are planned once per connection", async () => {
  const buyer = await t.aUser();
  const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  unnamed.length = 0;
  const { body: cart } = await t.call(buyer, "POST", "/me/cart/vintages", {
    vintageId,
    credits: 1,
  });
  const responses = [
    await t.call(buyer, "GET", `/projects/${id}`),
    await t.call(buyer, "GET", `/projects/${id}/evidence`),
    await t.call(buyer, "GET", "/me/cart"),
    await t.call(
      buyer,
      "POST",
      "/me/cart/checkout",
      { ...invoiceDetails, version: cart.version },
      { "idempotency-key": "planned" },
    ),
    await t.call(buyer, "GET", "/me/orders"),
    await t.call(buyer, "GET", "/me/notifications"),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  expect(unnamed).toEqual([]);
  // Checks that the scanner finds one that is planned each time.
  await t.call(await t.aUser("Admin"), "GET", "/management/companies?q=nord");
  expect(unnamed.length).toBeGreaterThan(0);
});
