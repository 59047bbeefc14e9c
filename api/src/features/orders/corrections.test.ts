import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { readUbl } from "../../../test/en16931/reading.ts";
import { broken } from "../../../test/en16931/rules.ts";
import { pageTexts } from "../../../test/pdf.ts";
import { inTransaction } from "../../core/db.ts";
import { addJob } from "../../core/jobs.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { invoiceMade } from "../invoices/invoices.service.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { orderJobs } from "./orders.jobs.ts";

let t: TestApp;
let admin: TestCaller;
let colleague: TestCaller;
beforeAll(async () => {
  t = await testApp();
  [admin, colleague] = [await t.aUser("Admin"), await t.aUser("Admin")];
});
afterAll(() => t.close());

const decide = (id: number, step: string, body: object, by = admin) =>
  t.call(by, "POST", `/management/orders/${id}/${step}`, body);
const credit = (id: number, lines: object[], more: object = {}) =>
  decide(id, "credit-notes", { lines, reason: "Fewer were issued", ...more });
const read = async (id: number, by = admin) =>
  (await t.call(by, "GET", `/${by === admin ? "management" : "me"}/orders/${id}`)).body;

async function anInvoicedOrder(buyer: TestCaller, tonnes: number, vintageId: number) {
  const { id } = await anOrder(t, buyer, vintageId, tonnes);
  const { body } = await decide(id, "approve", {});
  return { ...body, itemId: body.items[0].id as number };
}

async function availableOf(vintageId: number) {
  const { rows } = await sql<{
    n: number;
  }>`select available as n from vintage_stock where vintage_id = ${vintageId}`.execute(t.db);
  return rows[0]!.n;
}

async function makeFiles() {
  await t.runJobs(invoiceJobs(t.db, t.files));
  await t.runJobs(orderJobs(t.db));
}

const textOf = async (pdf: Buffer) => (await pageTexts(pdf)).join("\n").replaceAll(/\s+/g, " ");

const load = (caller: TestCaller, url: string) =>
  t.app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${caller.authToken}` } });

test("A line that was returned completely before the payment is not delivered", async () => {
  const buyer = await t.aUser();
  const { vintageIds } = await aProject(t.db, { vintages: [{ credits: 50 }, { credits: 50 }] });
  for (const vintageId of vintageIds) {
    await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  }
  const { version } = (await t.call(buyer, "GET", "/me/cart")).body;
  const body = { ...invoiceDetails, version };
  const { id, items } = (await t.call(buyer, "POST", "/me/cart/checkout", body)).body;
  await decide(id, "approve", {});
  expect((await credit(id, [{ itemId: items[0].id, quantity: 5 }])).status).toBe(201);
  expect((await decide(id, "pay", { paidAt: new Date().toISOString() })).status).toBe(200);

  const { rows } = await sql<{ vintageId: number; quantity: number }>`
    select vintage_id as "vintageId", quantity from credit_movements
    where order_id = ${id} and kind = 'DELIVER'`.execute(t.db);
  expect(rows).toEqual([{ vintageId: items[1].product.vintage.id, quantity: 5 }]);
  const { holdings } = (await t.call(buyer, "GET", "/me/portfolio")).body;
  expect(holdings).toMatchObject([{ vintageId: rows[0]!.vintageId, purchased: 5 }]);
});

test("A partial credit on an unpaid order puts its tonnes back on sale, and the rest is paid and delivered", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 500, priceCents: 1435 }] });
  const order = await anInvoicedOrder(buyer, 100, vintageId);

  const { status, body } = await credit(order.id, [{ itemId: order.itemId, quantity: 30 }]);

  expect(status).toBe(201);
  expect(body).toMatchObject({
    number: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
    invoiceNumber: order.invoiceNumber,
    lines: [{ itemId: order.itemId, quantity: 30, amount: 430.5, returned: 30 }],
    net: 430.5,
    vatAmount: 81.8,
    gross: 512.3,
    toRefund: 0,
  });
  expect(await availableOf(vintageId)).toBe(430);
  await makeFiles();
  const mail = await t.mailTo("accounts@brennvik.example");
  expect(mail.subject).toBe(`Credit note ${body.number} for order ${order.id}`);
  expect(mail.text_body).toContain("€1,195.35 is still to be paid.");
  await decide(order.id, "pay", { paidAt: new Date().toISOString() });
  const paid = await t.mailTo("accounts@brennvik.example");
  expect(paid.text_body).toContain("We have received your payment of €1,195.35");
  const { body: portfolio } = await t.call(buyer, "GET", "/me/portfolio");
  expect(portfolio.holdings).toMatchObject([{ purchased: 70, available: 70 }]);
  expect(portfolio.totals.spent).toBe(1004.5);
  const seen = await read(order.id, buyer);
  expect(seen).toMatchObject({ status: "PAID", creditedAmount: 512.3 });
  expect(seen.documents).toMatchObject([
    { kind: "INVOICE", number: order.invoiceNumber, corrects: null, total: 1707.65 },
    {
      kind: "CREDIT_NOTE",
      number: body.number,
      corrects: order.invoiceNumber,
      reason: "Fewer were issued",
      total: 512.3,
    },
  ]);
  const url = `/me/orders/${order.id}/documents/${seen.documents[1].id}`;
  const ubl = readUbl((await load(buyer, `${url}/ubl`)).rawPayload);
  expect(broken(ubl)).toEqual([]);
  expect(ubl).toMatchObject({ preceding: [order.invoiceNumber], sums: { gross: "512.30" } });
  const page = await textOf((await load(buyer, url)).rawPayload);
  expect(page).toContain(`cancels part of invoice ${order.invoiceNumber}`);
  expect((await load(await t.aUser(), url)).statusCode).toBe(404);
  expect(await differences(t.db)).toEqual([]);
});

test("A credit on a paid order returns the tonnes that are not retired, and the overpayment is recorded as refunded", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100, priceCents: 10_000 }] });
  const order = await aPaidOrder(t, admin, buyer, vintageId, 50);
  const retire = { vintageId, quantity: 35, beneficiaryName: "Brennvik", purpose: "OWN_EMISSIONS" };
  expect((await t.call(buyer, "POST", "/me/retirements", retire)).status).toBe(201);

  const { body } = await credit(order.id, [{ itemId: order.items[0].id, quantity: 20 }]);
  expect(body).toMatchObject({ lines: [{ returned: 15 }], gross: 2380, toRefund: 2380 });
  expect(await availableOf(vintageId)).toBe(65);
  const kept = await credit(order.id, [{ itemId: order.items[0].id, amount: 100 }]);
  expect(kept.body).toMatchObject({ lines: [{ quantity: 0, returned: 0 }], toRefund: 2499 });

  const day = new Date().toISOString().slice(0, 10);
  const refund = (amount: number) =>
    decide(order.id, "refunds", { amount, day, reference: "SEPA 4711" });
  expect((await refund(2499.01)).body.fieldErrors).toEqual([
    { path: "amount", message: "At most €2,499.00 can be refunded for this order" },
  ]);
  const both = await Promise.all([refund(2000), refund(2000)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(await read(order.id)).toMatchObject({ refundedAmount: 2000, toRefund: 499 });
  expect(await differences(t.db)).toEqual([]);
});

test("An order becomes paid when a credit note covers the rest of its amount due", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100, priceCents: 1000 }] });
  const order = await anInvoicedOrder(buyer, 10, vintageId);
  const payment = { order_id: order.id, amount_cents: 9520, received_on: "2026-01-09" };
  await t.db.insertInto("payments").values(payment).execute();

  const { body } = await credit(order.id, [{ itemId: order.itemId, quantity: 2 }]);

  expect(body.order).toMatchObject({ status: "PAID", received: 95.2, open: 0, toRefund: 0 });
  const { holdings } = (await t.call(buyer, "GET", "/me/portfolio")).body;
  expect(holdings).toMatchObject([{ purchased: 8 }]);
  expect(await differences(t.db)).toEqual([]);
});

test("Two operators crediting the last tonnes of a line concurrently credit them once", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const order = await anInvoicedOrder(buyer, 10, vintageId);
  const body = { lines: [{ itemId: order.itemId, quantity: 6 }], reason: "Not delivered" };

  const responses = await Promise.all(
    [admin, colleague].map((by) => decide(order.id, "credit-notes", body, by)),
  );

  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  expect(responses.find(({ status }) => status === 400)!.body.fieldErrors).toEqual([
    { path: "lines.0.quantity", message: "At most 4 left on this line" },
  ]);
});

test("Correcting an order that a colleague has changed is refused, then succeeds at its current version", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const order = await anInvoicedOrder(buyer, 10, vintageId);
  const versionNow = async () =>
    (await t.call(admin, "GET", `/management/orders/${order.id}`)).body.version as number;
  const seen = await versionNow();
  const lines = [{ itemId: order.itemId, quantity: 2 }];
  const once = (version: number, by: TestCaller) =>
    decide(order.id, "credit-notes", { lines, reason: "Not delivered", version }, by);

  const responses = await Promise.all([admin, colleague].map((by) => once(seen, by)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const late = responses.find(({ status }) => status === 409)!;
  expect(late.body).toMatchObject({ code: "VERSION_CONFLICT" });
  const again = { ...invoiceDetails, companyName: "Brennvik AG", reason: "Another name" };
  const stale = await decide(order.id, "invoices", { ...again, version: seen }, admin);
  expect(stale.body.code).toBe("VERSION_CONFLICT");

  expect((await once(await versionNow(), admin)).status).toBe(201);
  const corrected = { ...again, version: await versionNow() };
  expect((await decide(order.id, "invoices", corrected, admin)).status).toBe(201);
});

test("A credit note is idempotent by key, and needs an invoiced order of another user", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const waiting = await anOrder(t, buyer, vintageId, 10);
  const early = await credit(waiting.id, [{ itemId: 1, quantity: 1 }]);
  expect(early.body.code).toBe("INVALID_TRANSITION");
  const order = await anInvoicedOrder(buyer, 10, vintageId);
  const lines = [{ itemId: order.itemId, quantity: 1 }];
  const once = () =>
    t.call(
      admin,
      "POST",
      `/management/orders/${order.id}/credit-notes`,
      { lines, reason: "One" },
      { "idempotency-key": "k" },
    );
  const [first, second] = [await once(), await once()];
  expect(second.body.number).toBe(first.body.number);
  const all = await credit(order.id, [{ itemId: order.itemId, quantity: 9 }]);
  expect(all.body).toMatchObject({
    code: "INVALID_TRANSITION",
    detail: expect.stringContaining("Reject it instead"),
  });
  const own = await anOrder(t, colleague, vintageId, 2);
  const approved = await decide(own.id, "approve", {});
  const line = { itemId: approved.body.items[0].id, quantity: 1 };
  const response = await decide(
    own.id,
    "credit-notes",
    { lines: [line], reason: "Own" },
    colleague,
  );
  expect(response.status).toBe(403);
});

test("Every document that credits an invoice states the original day of supply", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 500 }] });
  const order = await anInvoicedOrder(buyer, 100, vintageId);
  // As if issued some weeks ago.
  await sql`update invoices set content = content || '{"suppliedOn": "2026-01-12"}'
    where order_id = ${order.id}`.execute(t.db);

  await credit(order.id, [{ itemId: order.itemId, quantity: 30 }]);
  await decide(order.id, "invoices", { ...invoiceDetails, reason: "Another name" });
  await decide(order.id, "reject", { reason: "Not paid" });

  const { rows } = await sql<{ series: string; suppliedOn: string }>`
    select series, content ->> 'suppliedOn' as "suppliedOn" from invoices
    where order_id = ${order.id} order by id`.execute(t.db);
  expect(rows.map(({ series }) => series)).toEqual([
    "INVOICE",
    "CREDIT_NOTE",
    "CREDIT_NOTE",
    "INVOICE",
    "CREDIT_NOTE",
  ]);
  expect(new Set(rows.map(({ suppliedOn }) => suppliedOn))).toEqual(new Set(["2026-01-12"]));
});

test("An order rejected after a credit note is only credited for the rest", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 40, priceCents: 999 }] });
  const order = await anInvoicedOrder(buyer, 30, vintageId);
  await credit(order.id, [{ itemId: order.itemId, quantity: 7 }]);
  await credit(order.id, [{ itemId: order.itemId, amount: 0.01 }]);

  await decide(order.id, "reject", { reason: "Not paid" });

  expect(await availableOf(vintageId)).toBe(40);
  const { documents } = await read(order.id);
  const cents = documents.map(({ total }: { total: number }) => Math.round(total * 100));
  expect(cents[0]).toBe(cents.slice(1).reduce((sum: number, each: number) => sum + each, 0));
  expect(documents).toHaveLength(4);
  expect(await differences(t.db)).toEqual([]);
});

test("An invoice with a wrong address is reissued: a credit note cancels the old one, and both are kept", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const order = await aPaidOrder(t, admin, buyer, vintageId, 5);
  await makeFiles();
  const details = {
    ...invoiceDetails,
    companyName: "Brennvik Logistics SE",
    invoiceAddress: { ...invoiceDetails.invoiceAddress, street: "Kaiserkai 1" },
  };
  const elsewhere = { ...details.invoiceAddress, countryCode: "FR" };
  const reason = "The company has changed its legal form";
  const refused = await decide(order.id, "invoices", {
    ...details,
    invoiceAddress: elsewhere,
    reason,
  });
  expect(refused.body.fieldErrors[0].path).toBe("invoiceAddress.countryCode");

  const { status, body } = await decide(order.id, "invoices", { ...details, reason });

  expect(status).toBe(201);
  const [old, creditNote, issued] = body.documents;
  const place = (number: string) => Number(number.slice(-6));
  expect(place(issued.number)).toBe(place(old.number) + 1);
  expect(creditNote).toMatchObject({ corrects: old.number, total: old.total });
  expect(issued).toMatchObject({ corrects: old.number, total: old.total, reason });
  expect(body).toMatchObject({
    invoiceNumber: issued.number,
    companyName: "Brennvik Logistics SE",
    status: "PAID",
    toRefund: 0,
  });
  await makeFiles();
  const page = await textOf((await load(buyer, `/me/orders/${order.id}/invoice`)).rawPayload);
  expect(page).toContain("Brennvik Logistics SE");
  expect(page).toContain(`Replaces invoice ${old.number}`);
  expect(page).toContain("This invoice is paid");
  const taken = await load(buyer, `/me/orders/${order.id}/documents/${creditNote.id}`);
  expect(await textOf(taken.rawPayload)).toContain(
    "payments made count towards the invoice that replaces it.",
  );
  const before = await load(buyer, `/me/orders/${order.id}/documents/${old.id}`);
  expect(await textOf(before.rawPayload)).not.toContain("Brennvik Logistics SE");
  const ubl = readUbl((await load(buyer, `/me/orders/${order.id}/invoice/ubl`)).rawPayload);
  expect(broken(ubl)).toEqual([]);
  expect(ubl.preceding).toEqual([old.number]);
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text_body as text from mails
    where subject like ${`%for order ${order.id}`} order by subject`.execute(t.db);
  expect([...new Set(rows.map(({ subject }) => subject))]).toEqual([
    `Corrected invoice ${issued.number} for order ${order.id}`,
    `Credit note ${creditNote.number} for order ${order.id}`,
  ]);
  expect(rows.at(-1)!.text).toContain("Payments already made count towards the new one.");
  // The old invoice's job is repeated: the order keeps the file of the new one.
  await inTransaction(t.db, (tx) => addJob(tx, invoiceMade, { invoiceId: old.id }));
  await makeFiles();
  expect((await read(order.id)).invoiceName).toBe(`Invoice ${issued.number}.pdf`);
});

test("The check of a corrected VAT number must not be in the future, and is known for the company's next orders", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 2, "AT");
  const { companyId } = await read(id);
  await decide(id, "approve", { vatCheck: { result: "VALID", on: "2026-01-12" } });
  const invoiceAddress = { ...invoiceDetails.invoiceAddress, countryCode: "AT" };
  const details = { ...invoiceDetails, invoiceAddress };
  const correct = (on: string) =>
    decide(id, "invoices", {
      ...details,
      vatNumber: "ATU99999999",
      vatCheck: { result: "VALID", on },
      reason: "The number was mistyped",
    });
  expect(await correct("2099-01-01")).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ path: "vatCheck.on" }] },
  });
  expect((await correct("2026-01-13")).body).toMatchObject({ vatCheckOn: "2026-01-13" });
  // The same number, which was checked.
  const same = { ...details, vatNumber: "ATU99999999", reason: "The street was mistyped" };
  expect((await decide(id, "invoices", same)).body).toMatchObject({ vatCheckOn: "2026-01-13" });
  const path = `/management/companies/${companyId}/vat-checks`;
  expect((await t.call(admin, "GET", path)).body.content[0]).toMatchObject({
    vatNumber: "ATU99999999",
    result: "VALID",
  });
});
