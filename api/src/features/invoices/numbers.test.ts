import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
import { issueInvoice } from "./invoices.service.ts";
import type { Series } from "./invoices.sql.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function issue(series: Series, issuedOn: string): Promise<string> {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  const dueOn = series === "INVOICE" ? issuedOn : null;
  const invoice = { orderId: id, series, issuedOn, dueOn, content: {} };
  return await inTransaction(t.db, (tx) => issueInvoice(tx, invoice));
}

test("Numbers begin again with the year of issue, invoices and credit notes each on their own", async () => {
  expect(await issue("INVOICE", "2031-12-31")).toBe("2031-000001");
  expect(await issue("INVOICE", "2031-12-31")).toBe("2031-000002");
  expect(await issue("CREDIT_NOTE", "2031-12-31")).toBe("CN-2031-000001");
  expect(await issue("INVOICE", "2032-01-01")).toBe("2032-000001");
  expect(await issue("INVOICE", "2031-12-30")).toBe("2031-000003");
});

test("After the 999,999th number of a year comes the 1,000,000th, and another one after it", async () => {
  await t.db
    .insertInto("number_series")
    .values({ series: "INVOICE", year: 2040, last_number: 999_998 })
    .execute();
  expect(await issue("INVOICE", "2040-06-01")).toBe("2040-999999");
  expect(await issue("INVOICE", "2040-06-01")).toBe("2040-1000000");
  expect(await issue("INVOICE", "2040-06-01")).toBe("2040-1000001");
});
