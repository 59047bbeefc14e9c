import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let buyer: TestCaller;
let paid: { id: number };
let open: { id: number };

beforeAll(async () => {
  t = await testApp();
  const admin = await t.aUser("Admin");
  buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { name: '=HYPERLINK("http://x"), "Mangroves"' });
  paid = await aPaidOrder(t, admin, buyer, vintageId, 12);
  open = await anOrder(t, buyer, vintageId, 3, "FR");
  await anOrder(t, await t.aUser(), vintageId, 5);
});
afterAll(() => t.close());

async function exported(query: string) {
  const response = await t.app.inject({
    url: `/api/v1/me/orders?${query}`,
    headers: { authorization: `Bearer ${buyer.authToken}`, accept: "text/csv" },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-disposition"]).toMatch(/orders-\d{4}-\d\d-\d\d\.csv/);
  return parse<Record<string, string>>(response.rawPayload, { bom: true, columns: true });
}

test("A buyer's export has all of their own orders as CSV, regardless of the page", async () => {
  const rows = await exported("sort=id,asc&page=1&size=1");
  expect(rows.map((row) => row.Order)).toEqual([String(paid.id), String(open.id)]);
  const { body } = await t.call(buyer, "GET", `/me/orders/${paid.id}`);
  expect(rows[0]).toMatchObject({
    Status: "PAID",
    Tonnes: "12",
    "Net (EUR)": String(body.totalPriceNet),
    "VAT (EUR)": String(body.vatAmount),
    "Total (EUR)": String(body.totalPriceGross),
    Invoice: body.invoiceNumber,
    "Payment reference": body.transactionId,
  });
  expect(rows[1]).toMatchObject({ "VAT %": "0", Invoice: "" });
});

test("The export contains what the filter finds, without cells that a spreadsheet would evaluate", async () => {
  const rows = await exported("status=AWAITING_APPROVAL");
  expect(rows.map((row) => row.Order)).toEqual([String(open.id)]);
  expect(rows[0]!.Items).toMatch(/^'=HYPERLINK/);
});

test("An export has every order, regardless of the list's number of pages", async () => {
  const { vintageId } = await aProject(t.db);
  for (let count = 0; count < 5; count++) await anOrder(t, buyer, vintageId, 1);
  const { body } = await t.call(buyer, "GET", "/me/orders?size=1");
  expect(body.totalElements).toBe(7);
  const rows = await exported("size=1");
  expect(new Set(rows.map((row) => row.Order)).size).toBe(7);
});
