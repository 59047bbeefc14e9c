import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { readCii, readUbl } from "../../../test/en16931/reading.ts";
import { pageTexts } from "../../../test/pdf.ts";
import { aProject } from "../../../test/builders/project.ts";
import { invoiceCii, invoiceUbl } from "../invoices/invoice.xml.ts";
import { invoicePage } from "../invoices/invoice.pdf.ts";
import { invoiceContent } from "../invoices/invoices.content.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  ({ vintageId } = await aProject(t.db));
});
afterAll(() => t.close());

async function order(purchaseOrderNumber?: unknown) {
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const body = { ...invoiceDetails, version: set.body.version, purchaseOrderNumber };
  return await t.call(buyer, "POST", "/me/cart/checkout", body);
}

async function issued(orderId: number) {
  await t.call(admin, "POST", `/management/orders/${orderId}/approve`, {});
  const { content } = await t.db
    .selectFrom("invoices")
    .select("content")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return invoiceContent.parse(content);
}

test("The buyer's own number is on the order, in its lists and exports, and on its invoice as BT-13", async () => {
  const { status, body } = await order("  PO 4500012345 ");
  expect(status).toBe(200);
  expect(body.purchaseOrderNumber).toBe("PO 4500012345");

  for (const [caller, path] of [
    [buyer, "/me/orders"],
    [admin, "/management/orders"],
  ] as const) {
    const { body: found } = await t.call(caller, "GET", `${path}?q=po%204500012`);
    expect(found.content).toMatchObject([{ id: body.id, purchaseOrderNumber: "PO 4500012345" }]);
    const one = await t.call(caller, "GET", `${path}/${body.id}`);
    expect(one.body.purchaseOrderNumber).toBe("PO 4500012345");
  }

  const content = await issued(body.id);
  const purchaseOrder = "PO 4500012345";
  expect(readCii(await invoiceCii(content)).references).toMatchObject({ purchaseOrder });
  expect(readUbl(await invoiceUbl(content)).references).toMatchObject({ purchaseOrder });
  expect((await pageTexts(await invoicePage(content))).join("\n")).toMatch(
    /Your order\s*PO 4500012345/,
  );
});

test.each([undefined, null, ""])("Without one (%j) nobody is told of any", async (nothing) => {
  const { body } = await order(nothing);
  expect(body.purchaseOrderNumber).toBeNull();
  const content = await issued(body.id);
  expect(readCii(await invoiceCii(content)).references).toMatchObject({ purchaseOrder: "" });
  expect(readUbl(await invoiceUbl(content)).references).toMatchObject({ purchaseOrder: "" });
  expect((await pageTexts(await invoicePage(content))).join("\n")).not.toContain("Your order");
});

test("It has 60 characters at most", async () => {
  expect((await order("9".repeat(60))).status).toBe(200);
  expect(await order("9".repeat(61))).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", fieldErrors: [{ path: "purchaseOrderNumber" }] },
  });
});

test("The company's saved details do not keep it", async () => {
  const details = { ...invoiceDetails, purchaseOrderNumber: "PO 1" };
  expect((await t.call(buyer, "POST", "/me/company/details", details)).status).toBe(400);
});
