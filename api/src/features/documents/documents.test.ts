import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  invoiceDetails,
  testApp,
  type TestApp,
  type TestCaller,
  type TestUser,
} from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { pageTexts } from "../../../test/pdf.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { openInvoices } from "./documents.sql.ts";

let t: TestApp;
let admin: TestUser;
let accountant: TestUser;
let other: TestUser;
let paid: { id: number; invoiceNumber: string };
let part: { id: number; invoiceNumber: string; totalPriceGross: number };
const day = dayIn(defaultTimeZone, new Date());
const quarter = `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
const year = { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };

beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  const buyer = await t.aUser();
  const { companyId } = buyer;
  accountant = await t.aUser("User", { companyId, companyRole: "ACCOUNTANT" });
  other = await t.aUser();
  const decide = async (id: number, step: string, body: object = {}) =>
    (await t.call(admin, "POST", `/management/orders/${id}/${step}`, body)).body;
  // Ten euros a tonne: 10 t cost €119.00 including VAT.
  const { vintageId } = await aProject(t.db);
  paid = await aPaidOrder(t, admin, buyer, vintageId, 10);
  const lines = [
    { itemId: (paid as unknown as { items: { id: number }[] }).items[0]!.id, amount: 10 },
  ];
  await decide(paid.id, "credit-notes", { lines, reason: "A lower price was agreed" });
  part = await decide((await anOrder(t, buyer, vintageId, 20)).id, "approve");
  await sql`insert into payments (order_id, amount_cents, received_on, reference)
    values (${part.id}, 10000, ${day}::date, 'NTRF 4711')`.execute(t.db);
  await sql`update orders set due_on = ${day}::date - 3 where id = ${part.id}`.execute(t.db);
  const rejected = await decide((await anOrder(t, buyer, vintageId, 5)).id, "approve");
  await decide(rejected.id, "reject", { reason: "Not paid" });
  await aPaidOrder(t, admin, other, vintageId, 1);
});
afterAll(() => t.close());

const get = (path: string, by: TestCaller = accountant) =>
  t.call(by, "GET", `/me/documents${path}`);
const load = (path: string, by: TestUser = accountant, accept = "*/*") =>
  t.app.inject({
    url: `/api/v1/me/documents${path}`,
    headers: { authorization: `Bearer ${by.authToken}`, accept },
  });
const rowsOf = (bytes: Buffer) =>
  parse(bytes, { bom: true, columns: true }) as Record<string, string>[];

test("A corrected invoice leaves the references of the documents before it as they were issued", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const before = { purchaseOrderNumber: "PO-WRÖNG", costCentre: "CC 1" };
  const cart = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 10 });
  const { version } = cart.body;
  const details = { ...invoiceDetails, ...before, version };
  const { body: order } = await t.call(buyer, "POST", "/me/cart/checkout", details);
  await t.call(admin, "POST", `/management/orders/${order.id}/approve`, {});
  const after = { purchaseOrderNumber: "PO-RIGHT", costCentre: null };
  const correction = { ...invoiceDetails, ...after, reason: "The purchase order was mistyped" };
  await t.call(admin, "POST", `/management/orders/${order.id}/invoices`, correction);
  const { body } = await get("?sort=number", buyer);
  expect(body.content).toMatchObject([
    { kind: "INVOICE", state: "CANCELLED", ...before },
    { kind: "INVOICE", state: "OPEN", ...after },
    { kind: "CREDIT_NOTE", ...before },
  ]);
  expect((await get("?q=po-wrong", buyer)).body.totalElements).toBe(2);
  const statement = await load(`/statement?from=${day}&to=${day}&format=csv`, buyer);
  const lines = rowsOf(statement.rawPayload);
  expect(lines.map((line) => line["Purchase order"]).filter(Boolean)).toEqual([
    "PO-WRÖNG",
    "PO-WRÖNG",
    "PO-RIGHT",
  ]);
});

describe("an accountant", () => {
  test("sees every document of the company, and the open amount of each order", async () => {
    const { body } = await get("?sort=number");
    expect(body.counts).toEqual({
      OPEN: 0,
      OVERDUE: 1,
      PAID: 1,
      CANCELLED: 1,
      CREDIT_NOTE: 2,
    });
    const open = body.content.find((each: { open: number }) => each.open > 0);
    expect(open).toMatchObject({
      orderId: part.id,
      number: part.invoiceNumber,
      kind: "INVOICE",
      total: 238,
      open: 138,
    });
    // Overpaid by what was credited after the payment.
    expect(body.balance).toEqual({ open: 138, overdue: 138, toRefund: 11.9, asOf: day });
    const credited = body.content.filter(({ kind }: { kind: string }) => kind === "CREDIT_NOTE");
    expect(credited).toMatchObject([
      { net: -10, vatAmount: -1.9, total: -11.9, corrects: paid.invoiceNumber },
      { net: -50, vatAmount: -9.5, total: -59.5, corrects: expect.any(String) },
    ]);
    const found = await get(`?q=${part.invoiceNumber}&withOpen=true`);
    expect(found.body.totalElements).toBe(1);
    expect((await get("?withOpen=true")).body.totalElements).toBe(1);
    // They have placed no order themselves, and nobody searches by the address that colleagues log in with.
    for (const none of ["?by=me", "?q=company.example"])
      expect((await get(none)).body.totalElements, none).toBe(0);
    expect((await get(`?to=2020-01-01`)).body.totalElements).toBe(0);
    // Both ends of a range are inclusive.
    expect((await get(`?from=${day}&to=${day}`)).body.totalElements).toBe(5);
    const csv = rowsOf((await load("?sort=number", accountant, "text/csv")).rawPayload);
    const sum = csv.reduce((cents, row) => cents + Math.round(Number(row["Total (EUR)"]) * 100), 0);
    expect(sum).toBe(11_900 - 1190 + 23_800);
  });

  test("can export a statement with consistent balances", async () => {
    const period = `from=${year.from}&to=2999-12-31`;
    const rows = rowsOf((await load(`/statement?${period}&format=csv`)).rawPayload);
    const cents = (text = "") => Math.round(Number(text) * 100);
    let balance = cents(rows[0]!["Balance (EUR)"]);
    expect([rows[0]!["Movement"], balance]).toEqual(["Opening balance", 0]);
    for (const row of rows.slice(1, -1)) {
      balance += cents(row["Debit (EUR)"]) - cents(row["Credit (EUR)"]);
      expect(cents(row["Balance (EUR)"])).toBe(balance);
    }
    // The open amount less what is to be refunded, up to today.
    const closing = { Movement: "Closing balance", Day: day, "Balance (EUR)": "126.1" };
    expect(rows.at(-1)).toMatchObject(closing);
    const reference = rows.find((row) => row["Number or reference"] === "NTRF 4711");
    expect(reference).toMatchObject({ Movement: "Payment", "Credit (EUR)": "100" });

    const pdf = await load(`/statement?${period}`);
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    const text = (await pageTexts(pdf.rawPayload)).join(" ");
    expect(text).toContain("€126.10");
    expect(text).toContain(part.invoiceNumber);
    expect(text).toContain("overdue");
    const wrong = await get("/statement?from=2026-02-02&to=2026-02-01");
    expect(wrong).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "to" }] } });
  });

  test("can download the files of a quarter once all of them exist", async () => {
    expect((await get(`/quarter?quarter=${quarter}`)).body.code).toBe("UNAVAILABLE");
    expect((await get("/quarter?quarter=2020-Q1")).body.code).toBe("NOT_FOUND");
    await t.runJobs(invoiceJobs(t.db, t.files));
    const zip = unzipSync((await load(`/quarter?quarter=${quarter}`)).rawPayload);
    const names = Object.keys(zip).toSorted();
    expect(names).toHaveLength(10);
    expect(names.filter((name) => name.endsWith(".pdf"))).toHaveLength(5);
    expect(names.filter((name) => name.startsWith(`Invoice ${part.invoiceNumber}`))).toHaveLength(
      2,
    );
  });

  test("sees nothing of another company, and a viewer nothing at all", async () => {
    expect((await get("", other)).body).toMatchObject({
      totalElements: 1,
      balance: { open: 0, overdue: 0, toRefund: 0 },
    });
    const { companyId } = accountant;
    const viewer = await t.aUser("User", { companyId, companyRole: "VIEWER" });
    const { body } = await get("");
    const { id, orderId } = body.content[0];
    const paths = ["/me/documents", `/me/orders/${orderId}/documents/${id}`];
    for (const path of paths) {
      expect((await t.call(viewer, "GET", path)).body.code).toBe("FORBIDDEN");
    }
  });
});

test("The waived rest of an invoice is a separate row, so that nothing stays due", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const order = await aPaidOrder(t, admin, buyer, vintageId, 10);
  await sql`update payments set amount_cents = amount_cents - 300 where order_id = ${order.id}`.execute(
    t.db,
  );
  const rows = rowsOf(
    (await load(`/statement?from=${year.from}&to=${year.to}&format=csv`, buyer)).rawPayload,
  );
  expect(rows.map((row) => [row["Movement"], row["Balance (EUR)"]])).toEqual([
    ["Opening balance", "0"],
    ["Invoice", "119"],
    ["Payment", "3"],
    ["Difference waived", "0"],
    ["Closing balance", "0"],
  ]);
});

test("An undone payment does not count, a refund is due again, and an open rest is not waived", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 10);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await sql`insert into payments (order_id, amount_cents, received_on, undone_at, undo_reason)
    values (${id}, 4000, ${day}::date, null, null), (${id}, 5000, ${day}::date, now(), 'Not ours')`.execute(
    t.db,
  );
  await sql`update orders set due_on = ${day}::date where id = ${id}`.execute(t.db);
  // What is due today is not overdue yet.
  expect((await get("", buyer)).body).toMatchObject({
    counts: { OPEN: 1, OVERDUE: 0 },
    balance: { open: 79, overdue: 0 },
  });
  await sql`insert into refunds (order_id, amount_cents, paid_on, reference, actor_id)
    values (${id}, 1000, ${day}::date, 'Too much', ${admin.userId})`.execute(t.db);
  const rows = rowsOf(
    (await load(`/statement?from=${year.from}&to=${year.to}&format=csv`, buyer)).rawPayload,
  );
  expect(
    rows.map((row) => [row["Debit (EUR)"], row["Credit (EUR)"], row["Balance (EUR)"]]),
  ).toEqual([
    ["", "", "0"],
    ["119", "", "119"],
    ["", "40", "79"],
    ["10", "", "89"],
    ["", "", "89"],
  ]);
});

test("A statement lists what is open by the day on which it is due", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const ids: number[] = [];
  for (const days of [2, 0, 1]) {
    const { id } = await anOrder(t, buyer, vintageId, 1);
    await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    await sql`update orders set due_on = ${day}::date + ${days}::integer where id = ${id}`.execute(
      t.db,
    );
    ids.push(id);
  }
  const listed = await openInvoices(t.db, buyer.companyId);
  expect(listed.map(({ orderId }) => ids.indexOf(orderId))).toEqual([1, 2, 0]);
});
