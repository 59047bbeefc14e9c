import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { readCii, readUbl } from "../../../test/en16931/reading.ts";
import { pageTexts } from "../../../test/pdf.ts";
import { aProject } from "../../../test/builders/project.ts";
import { invoiceCii, invoiceUbl } from "../invoices/invoice.xml.ts";
import { invoicePage } from "../invoices/invoice.pdf.ts";
import { invoiceContent } from "../invoices/invoices.content.ts";
import { orderJobs } from "./orders.jobs.ts";

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

async function order(references: Record<string, unknown> = {}) {
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  const body = { ...invoiceDetails, version: set.body.version, ...references };
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

const references = {
  purchaseOrderNumber: "PO 4500012345",
  costCentre: "CC-3120",
  buyerReference: "04011000-12345-06",
  remark: "For the annual report\nand the board",
};

test("The buyer's references are in the order, its lists and mails, and in the corresponding fields of its invoice", async () => {
  const padded = { ...references, purchaseOrderNumber: "  PO 4500012345 " };
  const { status, body } = await order(padded);
  expect(status).toBe(200);
  expect(body).toMatchObject(references);

  await t.runJobs(orderJobs(t.db));
  const { text_body: mail } = await t.mailTo(invoiceDetails.invoiceEmail);
  for (const line of [
    "- Your purchase order: PO 4500012345",
    "- Your cost centre: CC-3120",
    "- Your reference: 04011000-12345-06",
    "- Your remark: For the annual report and the board",
  ]) {
    expect(mail).toContain(line);
  }
  const { text_body: toOperators } = await t.db
    .selectFrom("mails")
    .select("text_body")
    .where("subject", "=", `Order ${body.id} awaits approval`)
    .executeTakeFirstOrThrow();
  expect(toOperators).toContain("- Buyer's remark: For the annual report and the board");

  const { remark, ...listed } = references;
  for (const [caller, path] of [
    [buyer, "/me/orders"],
    [admin, "/management/orders"],
  ] as const) {
    for (const q of ["po 4500012", "cc-31", "04011000-1", "annual report"]) {
      const { body: found } = await t.call(caller, "GET", `${path}?q=${encodeURIComponent(q)}`);
      expect(found.content).toMatchObject([{ id: body.id, ...listed }]);
    }
    const one = await t.call(caller, "GET", `${path}/${body.id}`);
    expect(one.body).toMatchObject(references);
  }

  const content = await issued(body.id);
  for (const reading of [readCii(await invoiceCii(content)), readUbl(await invoiceUbl(content))]) {
    expect(reading.references).toMatchObject({
      purchaseOrder: "PO 4500012345",
      costCentre: "CC-3120",
      buyer: "04011000-12345-06",
    });
    expect(reading.notes).toEqual([`Buyer's remark: ${remark}`]);
  }
  const page = (await pageTexts(await invoicePage(content))).join("\n");
  expect(page).toMatch(/Your order\s*PO 4500012345/);
  expect(page).toMatch(/Cost centre\s*CC-3120/);
  expect(page).toMatch(/Your reference\s*04011000-12345-06/);
  expect(page).toContain("Buyer's remark: For the annual report");
});

test("Nothing that a buyer typed becomes a link in the mails to the payer, who may be a stranger", async () => {
  const lure = "evil.example";
  const typed = Object.fromEntries(Object.keys(references).map((name) => [name, lure]));
  const companyName = `Pay at ${lure} GmbH`;
  const [rejected, paid] = [
    (await order({ ...typed, companyName })).body.id as number,
    (await order({ ...typed, companyName })).body.id as number,
  ];
  await t.runJobs(orderJobs(t.db));
  const decide = (id: number, step: string, body: object) =>
    t.call(admin, "POST", `/management/orders/${id}/${step}`, body);
  await decide(rejected, "reject", { reason: "Unknown company" });
  await decide(paid, "approve", {});
  await decide(paid, "pay", { paidAt: new Date().toISOString() });
  const mails = await t.db
    .selectFrom("mails")
    .select(["subject", "text_body", "html_body"])
    .where("recipient", "=", invoiceDetails.invoiceEmail)
    .where("about", "in", [`order/${rejected}`, `order/${paid}`])
    .execute();
  expect(mails).toHaveLength(4);
  for (const mail of mails) expect(JSON.stringify(mail)).not.toContain(lure);
  expect(mails[0]!.text_body).toContain("evil.\u200Bexample");
});

test.each([undefined, null, ""])(
  "Without references (%j), they appear nowhere",
  async (nothing) => {
    const none = {
      purchaseOrderNumber: nothing,
      costCentre: nothing,
      buyerReference: nothing,
      remark: nothing,
    };
    const { body } = await order(none);
    expect(body).toMatchObject({
      purchaseOrderNumber: null,
      costCentre: null,
      buyerReference: null,
      remark: null,
    });
    const content = await issued(body.id);
    const unnamed = { buyer: "", purchaseOrder: "", costCentre: "" };
    expect(readCii(await invoiceCii(content))).toMatchObject({ references: unnamed, notes: [] });
    expect(readUbl(await invoiceUbl(content))).toMatchObject({ references: unnamed, notes: [] });
    expect((await pageTexts(await invoicePage(content))).join("\n")).not.toMatch(
      /Your order|Cost centre|Your reference|Remark/,
    );
  },
);

test.each([
  ["purchaseOrderNumber", 60],
  ["costCentre", 60],
  ["buyerReference", 60],
  ["remark", 500],
] as const)("%s is limited to %i characters", async (path, most) => {
  expect((await order({ [path]: "9".repeat(most) })).status).toBe(200);
  expect(await order({ [path]: "9".repeat(most + 1) })).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", fieldErrors: [{ path }] },
  });
});

test("They are not part of the company's saved details", async () => {
  const details = { ...invoiceDetails, purchaseOrderNumber: "PO 1" };
  expect((await t.call(buyer, "POST", "/me/company/details", details)).status).toBe(400);
});
