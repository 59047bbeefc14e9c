import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { parse } from "csv-parse/sync";
import iconv from "iconv-lite";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asUpload, sampleCamt, type SampleEntry } from "../src/features/bank/camt.fixtures.ts";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "./app.ts";
import { anOrder } from "./builders/order.ts";
import { aProject } from "./builders/project.ts";

let t: TestApp;
let admin: TestUser;
let vintageId: number;
const today = dayIn(defaultTimeZone, new Date());
const month = today.slice(0, 7);
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
  // 14.35 euros a tonne: amounts that do not come out even.
  ({ vintageId } = await aProject(t.db, { vintages: [{ credits: 5000, priceCents: 1435 }] }));
});
afterAll(() => t.close());

const cents = (euros: string | number) => Math.round(Number(String(euros).replace(",", ".")) * 100);
async function call(method: "GET" | "POST", path: string, body?: object, by = admin) {
  const { status, body: read } = await t.call(by, method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(read)}`);
  return read;
}
const decide = (id: number, step: string, body: object) =>
  call("POST", `/management/orders/${id}/${step}`, body);
const bank = (path: string, body?: object) => call("POST", `/management/bank/${path}`, body);
const load = async (path: string, by = admin) =>
  (
    await t.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${by.authToken}` },
    })
  ).rawPayload;

let count = 0;
async function entry(given: SampleEntry) {
  count++;
  const entries = [{ bankReference: `B-${count}`, ...given }];
  const sample = sampleCamt({ statementId: `S-${count}`, day: today, entries });
  const { payload, headers } = asUpload(sample);
  const { body } = await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  const id = body.statements[0].id;
  return (await call("GET", `/management/bank/entries?statementId=${id}`)).content[0];
}

/** An invoiced order of a company of its own, and what one can do with it; amounts in cents. */
async function anInvoice() {
  const buyer = await t.aUser();
  const { id } = await anOrder(t, buyer, vintageId, 10);
  const { items, totalPriceGross: total } = await decide(id, "approve", {});
  const book = async (ofCents: number, shareCents: number, more: Partial<SampleEntry> = {}) => {
    const { id: entryId } = await entry({ cents: ofCents, text: "Money", ...more });
    const orders = [{ orderId: id, amount: shareCents / 100 }];
    await bank(`entries/${entryId}/book`, { orders });
    return entryId as number;
  };
  return {
    id,
    buyer,
    total: cents(total),
    book,
    credit: (amount: number) =>
      decide(id, "credit-notes", { lines: [{ itemId: items[0].id, amount }], reason: "Less" }),
    refund: (amount: number) =>
      decide(id, "refunds", { amount: amount / 100, day: today, reference: "TX-1" }),
  };
}
type Invoice = Awaited<ReturnType<typeof anInvoice>>;

/** Puts a refund of an entry's rest in a file, and returns its end-to-end id. */
async function sent(entryId: number, amount: number) {
  const to = { name: "Payer AG", iban: "DE02120300000000202051", text: "Too much" };
  const { id } = await bank(`entries/${entryId}/refund`, { ...to, amount: amount / 100 });
  await bank("refunds/file");
  return { id: id as number, endToEndId: `REFUND-${id}` };
}

/** Compares what every view says about a company, to the cent; positive if it owes. */
async function expectOwed({ buyer }: Invoice, owedCents: number): Promise<void> {
  const period = `from=2026-01-01&to=${today}`;
  const csv = await load(`/me/documents/statement?${period}&format=csv`, buyer);
  const rows = parse(csv, { bom: true, columns: true }) as Record<string, string>[];
  // Between the opening and the closing balance.
  const movements = rows.slice(1, -1);
  expect(movements.filter((row) => row["Debit (EUR)"] === row["Credit (EUR)"])).toEqual([]);
  const { balance } = await call("GET", "/me/documents", undefined, buyer);
  const { account } = await call("GET", `/management/companies/${buyer.companyId}`);
  const query = `companyId=${buyer.companyId}`;
  const open = (await call("GET", `/management/receivables?${query}`)).content;
  expect({
    statement: cents(rows.at(-1)!["Balance (EUR)"]!),
    buyer: cents(balance.open) - cents(balance.toRefund),
    receivables: open.reduce((sum: number, row: { open: number }) => sum + cents(row.open), 0),
    toRefund: cents(account.toRefund),
  }).toEqual({
    statement: owedCents,
    buyer: owedCents,
    receivables: Math.max(0, owedCents),
    toRefund: Math.max(0, -owedCents),
  });
  // What came in from the company and has not gone back is what it paid, less what it has been given back.
  const { rows: sums } = await sql<{ invoiced: number; money: number }>`select
    (select coalesce(sum(case series when 'INVOICE' then 1 else -1 end * (content ->> 'grossCents')::bigint), 0)
      from invoices i join orders o on o.id = i.order_id where o.company_id = ${buyer.companyId})::bigint as invoiced,
    ((select coalesce(sum(amount_cents), 0) from bank_entries where status = 'BOOKED' and id in (select entry_id
        from payments p join orders o on o.id = p.order_id where o.company_id = ${buyer.companyId} and undone_at is null))
      + (select coalesce(sum(e.amount_cents), 0) from bank_entries e join bank_refunds r on e.end_to_end_id = 'REFUND-' || r.id
        join payments p on p.entry_id = r.entry_id and p.undone_at is null join orders o on o.id = p.order_id
        where e.status = 'IGNORED' and o.company_id = ${buyer.companyId})
      - (select coalesce(sum(r.amount_cents), 0) from refunds r join orders o on o.id = r.order_id
        where o.company_id = ${buyer.companyId}))::bigint as money`.execute(t.db);
  expect(sums[0]!.invoiced - sums[0]!.money).toBe(owedCents);
}

test("Overpaid, refunded in part, come back, refunded again, credited: all views agree at every step", async () => {
  const one = await anInvoice();
  await expectOwed(one, one.total);
  const entryId = await one.book(one.total + 5000, one.total);
  await expectOwed(one, -5000);
  const { endToEndId } = await sent(entryId, 2000);
  // It is owed until it has left.
  await expectOwed(one, -5000);
  await entry({ cents: -2000, endToEndId });
  await expectOwed(one, -3000);
  await entry({ cents: 2000, endToEndId, returnReason: "AC04" });
  await expectOwed(one, -5000);
  const next = await sent(entryId, 3000);
  // Both were listed: the one that came back, and the rest.
  await entry({ cents: -3000, endToEndId: next.endToEndId });
  await expectOwed(one, -2000);
  await one.credit(10);
  await expectOwed(one, -2000 - 1190);
});

test("A refund that the bank refuses is owed all the time", async () => {
  const one = await anInvoice();
  const entryId = await one.book(one.total + 1708, one.total);
  const { id } = await sent(entryId, 1708);
  await bank(`refunds/${id}/refuse`, { reason: "Account closed" });
  await expectOwed(one, -1708);
  const { content } = await call("GET", "/management/bank/refunds?status=LISTED");
  await bank(`refunds/${content[0].id}/remove`);
  await expectOwed(one, -1708);
});

test("A return that arrives before the statement of its transfer changes nothing that is owed", async () => {
  const one = await anInvoice();
  const entryId = await one.book(one.total + 900, one.total);
  const { endToEndId } = await sent(entryId, 900);
  await entry({ cents: 900, endToEndId, returnReason: "MD07" });
  const { rows } = await sql<{ cents: number }>`select sum(cents)::bigint as cents
    from company_credit(${one.buyer.companyId})`.execute(t.db);
  expect(rows[0]!.cents).toBe(900);
  await entry({ cents: -900, endToEndId });
  await expectOwed(one, -900);
});

test("A credit note, its refund, the refund's return and a second refund agree", async () => {
  const one = await anInvoice();
  await one.book(one.total, one.total);
  await one.credit(43.05);
  await expectOwed(one, -5123);
  await one.refund(5123);
  await expectOwed(one, 0);
  await one.book(5123, 5123, { returnReason: "AC04" });
  await expectOwed(one, -5123);
  await one.refund(5000);
  await expectOwed(one, -123);
});

test("A refund of a rejected order that comes back is owed again", async () => {
  const one = await anInvoice();
  await one.book(5000, 5000);
  await expectOwed(one, one.total - 5000);
  await decide(one.id, "reject", { reason: "Not paid" });
  await expectOwed(one, -5000);
  await one.refund(3000);
  await expectOwed(one, -2000);
  // Nothing else is received for it: not what was never refunded.
  await expect(one.book(3001, 3001)).rejects.toThrow(/409 .*it is rejected/);
  await expectOwed(one, -2000);
  await one.book(3000, 3000, { returnReason: "AC04" });
  await expectOwed(one, -5000);
});

test("A corrected invoice, a payment that the bank reverses, and one paid twice agree", async () => {
  const one = await anInvoice();
  await one.book(5000, 5000);
  await decide(one.id, "invoices", { ...invoiceDetails, companyName: "New AG", reason: "Name" });
  await expectOwed(one, one.total - 5000);
  await one.credit(100);
  await expectOwed(one, one.total - 5000 - 11_900);
  await one.book(177, 177);
  await expectOwed(one, 0);
  await one.book(-177, -177, { returnReason: "AM04" });
  await expectOwed(one, 177);
  const first = await one.book(one.total, 177);
  await expectOwed(one, 177 - one.total);
  await bank(`entries/${first}/unbook`, { reason: "Another company's" });
  await expectOwed(one, 177);
  await one.book(177, 177);
  await one.book(177, 177);
  await expectOwed(one, -177);
});

test("The rest of a payment for orders of two companies is credited to neither", async () => {
  const [one, other] = [await anInvoice(), await anInvoice()];
  const { id } = await entry({ cents: one.total + other.total + 700, text: "Money" });
  const orders = [one, other].map((each) => ({ orderId: each.id, amount: each.total / 100 }));
  await bank(`entries/${id}/book`, { orders });
  for (const { buyer } of [one, other]) {
    const { balance } = await call("GET", "/me/documents", undefined, buyer);
    expect(balance).toMatchObject({ open: 0, toRefund: 0 });
  }
});

test("After all of that, journal, DATEV and the bank's figures agree with the orders", async () => {
  const journal = parse(await load(`/management/bookkeeping/journal?month=${month}`), {
    bom: true,
    columns: true,
  }) as Record<string, string>[];
  const datev = iconv.decode(await load(`/management/bookkeeping/datev?month=${month}`), "win1252");
  const [, , ...postings] = parse(datev, {
    delimiter: ";",
    relax_column_count: true,
  }) as string[][];
  const { rows } = await sql<{ owed: number; kept: number; rests: number }>`select
    (select sum(case status when 'REJECTED' then 0 else gross_cents - credited_cents end) from orders)::bigint as owed,
    (select sum(amount_cents) from kept_money)::bigint as kept,
    (select sum(e.amount_cents - (select sum(p.amount_cents) from payments p where p.entry_id = e.id and p.undone_at is null)
        - (select coalesce(sum(r.amount_cents), 0) from bank_refunds r
          where r.entry_id = e.id and r.status in ('LISTED', 'SENT', 'DONE')))
      from bank_entries e where status = 'BOOKED')::bigint as rests`.execute(t.db);
  const [{ owed, kept, rests } = { owed: 0, kept: 0, rests: 0 }] = rows;
  const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);
  expect(sum(journal.map((row) => cents(row["Gross (EUR)"]!)))).toBe(owed);
  const sides = postings.map(([amount, side]) => (side === "S" ? 1 : -1) * cents(amount!));
  expect(sum(sides)).toBe(owed);
  const { credit, openInvoices } = await call("GET", "/management/bank");
  expect(cents(openInvoices.amount) - cents(credit.amount)).toBe(owed - kept - rests);
});
