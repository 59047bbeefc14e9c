import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
import { issueInvoice } from "./invoices.service.ts";
import { nextNumber, type Series } from "./invoices.sql.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function issue(series: Series, issuedOn: string): Promise<string> {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  const invoice = { orderId: id, issuedOn, content: {} };
  const { number } = await inTransaction(t.db, async (tx) => {
    const day = series === "INVOICE" ? issuedOn : "2030-01-01";
    const issued = await issueInvoice(tx, {
      ...invoice,
      issuedOn: day,
      series: "INVOICE",
      dueOn: day,
    });
    if (series === "INVOICE") return issued;
    const corrects = { invoiceId: issued.id, reason: "Not delivered" };
    return issueInvoice(tx, { ...invoice, series, dueOn: null, corrects });
  });
  return number;
}

test("Numbers restart with the year of issue, separately for invoices and credit notes", async () => {
  expect(await issue("INVOICE", "2031-12-31")).toBe("2031-000001");
  expect(await issue("INVOICE", "2031-12-31")).toBe("2031-000002");
  expect(await issue("CREDIT_NOTE", "2031-12-31")).toBe("CN-2031-000001");
  expect(await issue("INVOICE", "2032-01-01")).toBe("2032-000001");
  expect(await issue("INVOICE", "2031-12-30")).toBe("2031-000003");
  const next = (series: Series, year: number) => nextNumber(t.db, series, year);
  expect(await next("INVOICE", 2031)).toBe("2031-000004");
  expect(await next("INVOICE", 2029)).toBe("2029-000001");
  expect(await next("CREDIT_NOTE", 2031)).toBe("CN-2031-000002");
});

test("The 999,999th number of a year is followed by the 1,000,000th and further ones", async () => {
  await t.db
    .insertInto("number_series")
    .values({ series: "INVOICE", year: 2040, last_number: 999_998 })
    .execute();
  expect(await issue("INVOICE", "2040-06-01")).toBe("2040-999999");
  expect(await issue("INVOICE", "2040-06-01")).toBe("2040-1000000");
  expect(await issue("INVOICE", "2040-06-01")).toBe("2040-1000001");
});
