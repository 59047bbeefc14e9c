import { groupInFours } from "@tonneline/contract/fours";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { openDb, openPool } from "../../core/db.ts";
import { addJob } from "../../core/jobs.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { payableChanged } from "../orders/life.service.ts";
import { orderJobs } from "../orders/orders.jobs.ts";
import { paymentReference } from "../orders/orders.rules.ts";
import { createSettings } from "../settings/settings.service.ts";
import { bankJobs } from "./bank.jobs.ts";
import { bookEntry } from "./booking.service.ts";
import { asUpload, sampleCamt, type Sample, type SampleEntry } from "./camt.fixtures.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const isoToday = new Date().toISOString().slice(0, 10);

let count = 0;
/** Adds an entry, or the single payments of a collective one, and returns the listed entries. */
async function add(entry: SampleEntry, kind: Sample["kind"] = "camt.053") {
  const given = { bankReference: `B-${++count}`, ...entry };
  const sample = sampleCamt({ kind, statementId: `S-${count}`, entries: [given] });
  const { payload, headers } = asUpload(sample);
  const { body } = await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  const [{ id }] = body.statements;
  const listed = `/management/bank/entries?statementId=${id}`;
  return (await t.call(admin, "GET", listed)).body.content;
}
const decide = (id: number, what: string, body: object) =>
  t.call(admin, "POST", `/management/bank/entries/${id}/${what}`, body);
const unbook = (id: number) => decide(id, "unbook", { reason: "For another order" });
const orderOf = async (id: number) => (await t.call(admin, "GET", `/management/orders/${id}`)).body;

test("A reversed payment can only be undone after its reversal", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
  const { body: order } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const amount = order.totalPriceGross;
  const cents = Math.round(amount * 100);
  const [paid] = await add({ cents, text: order.transactionId });
  await decide(paid.id, "book", { orders: [{ orderId: id, amount }] });
  const [back] = await add({ cents: -cents, text: order.transactionId, returnReason: "AM05" });
  await decide(back.id, "book", { orders: [{ orderId: id, amount: -amount }] });

  expect(await unbook(paid.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/first/) },
  });
  expect(await orderOf(id)).toMatchObject({ received: 0, open: amount });

  expect((await unbook(back.id)).status).toBe(200);
  expect(await orderOf(id)).toMatchObject({ status: "PAID", received: amount });
  const { username } = (await t.call(admin, "GET", "/me")).body;
  const takenBack = { by: username, reason: "For another order" };
  expect(paid.takenBack).toBeNull();
  expect(await unbook(paid.id)).toMatchObject({ status: 200, body: { takenBack } });
  expect(await orderOf(id)).toMatchObject({ received: 0, open: amount });

  // Each with the person who did it; a reversal is not listed as a payment.
  const { body: trail } = await t.call(admin, "GET", `/management/records/orders/${id}`);
  type Event = { action: string; actor: string };
  const money = (trail.activity as Event[]).filter(({ action }) => /payment|unbook/.test(action));
  expect(money.map(({ action, actor }) => [action, actor === username])).toEqual([
    ["order.unbook", true],
    ["order.payment", true],
    ["order.unbook", true],
    ["order.payment", true],
  ]);
});

test("An entry with several undone bookings names the latest", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
  const { body: order } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const amount = order.totalPriceGross;
  const [entry] = await add({ cents: Math.round(amount * 100), text: order.transactionId });
  for (const reason of ["The first", "The second", "The third"]) {
    const booked = await decide(entry.id, "book", { orders: [{ orderId: id, amount }] });
    expect(booked.status).toBe(200);
    const { body } = await decide(entry.id, "unbook", { reason });
    expect(body.takenBack.reason).toBe(reason);
  }
});

test("An entry names no order of an undone booking, and an order lists no entry that was put aside", async () => {
  const { vintageId } = await aProject(t.db);
  const approved = async () => {
    const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
    return (await t.call(admin, "POST", `/management/orders/${id}/approve`, {})).body;
  };
  const [meant, other] = [await approved(), await approved()];
  const amount = meant.totalPriceGross;
  const entryOf = async () => {
    const path = `/management/bank/entries?orderId=${meant.id}`;
    return (await t.call(admin, "GET", path)).body.content.map(({ id }: { id: number }) => id);
  };
  const [entry] = await add({ cents: Math.round(amount * 100), text: meant.transactionId });
  await decide(entry.id, "book", { orders: [{ orderId: other.id, amount }] });
  expect((await unbook(entry.id)).body.orders).toMatchObject([{ orderId: meant.id, amount }]);
  expect(await entryOf()).toEqual([entry.id]);
  await decide(entry.id, "ignore", { reason: "Sent back by hand" });
  expect(await entryOf()).toEqual([]);
});

test("A payer whose payment was reversed is mailed the open amount and the invoice", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
  const { body: order } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await t.runJobs({ ...invoiceJobs(t.db, t.files), ...orderJobs(t.db) });
  const amount = order.totalPriceGross;
  const [paid] = await add({ cents: Math.round(amount * 100), text: order.transactionId });
  await decide(paid.id, "book", { orders: [{ orderId: id, amount }] });

  const [back] = await add({ cents: -1250, text: order.transactionId, returnReason: "AM05" });
  await decide(back.id, "book", { orders: [{ orderId: id, amount: -12.5 }] });

  const mail = await t.mailTo(order.invoiceEmail);
  expect(mail.subject).toBe(`Order ${id} needs to be paid again`);
  expect(mail.text_body).toContain("Open amount: €12.50\n");
  expect(mail.text_body).toContain(`Invoice: ${order.invoiceNumber}\n`);
  // All mails format it as the invoice and banks do.
  expect(mail.text_body).toContain(
    `quote the reference ${groupInFours(order.transactionId)} exactly`,
  );
  const { rows: ungrouped } = await sql`
    select subject from mails where position(${order.transactionId} in text_body) > 0`.execute(
    t.db,
  );
  expect(ungrouped).toEqual([]);
  const [sent] = await t.db
    .selectFrom("mails")
    .select("attachments")
    .where("subject", "=", mail.subject)
    .execute();
  const [invoice] = await t.db
    .selectFrom("orders")
    .select("invoice_file_id")
    .where("id", "=", id)
    .execute();
  expect(sent!.attachments).toEqual([invoice!.invoice_file_id]);
});

test("An incoming payment cannot be booked with a negative amount", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const [paid] = await add({ cents: 500 });

  expect(await decide(paid.id, "book", { orders: [{ orderId: id, amount: -1 }] })).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", fieldErrors: [{ path: "orders.0.amount" }] },
  });
  expect(await orderOf(id)).toMatchObject({ payments: [], received: 0 });
});

test("A collective entry cannot be reopened in addition to its single payments, which can be", async () => {
  const whole = { cents: 1000, bankReference: "WHOLE" };
  const [entry] = await add(whole);
  const parts = [{ cents: 600 }, { cents: 400 }];
  const [part, other] = await add({ ...whole, parts }, "camt.054");

  expect(await unbook(entry.id)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/single payments/) },
  });
  const { body } = await t.call(admin, "GET", `/management/bank/entries/${entry.id}`);
  expect(body.status).toBe("IGNORED");

  await decide(part.id, "ignore", { reason: "Rent" });
  expect(await unbook(part.id)).toMatchObject({ status: 200, body: { status: "UNMATCHED" } });
  expect(other).toMatchObject({ status: "UNMATCHED" });
});

test("A collective entry booked in the meantime stays, and its single payments are not added", async () => {
  const whole = { cents: 1000, bankReference: "MEANWHILE" };
  const [entry] = await add(whole);
  const isIt = sql`from bank_entries where id = ${entry.id}`;
  const [parts] = await runBlocked(
    t.db,
    sql`select ${isIt} for update`,
    [() => add({ ...whole, parts: [{ cents: 600 }, { cents: 400 }] }, "camt.054")],
    sql`update bank_entries set status = 'BOOKED', decided_at = now() where id = ${entry.id}`,
  );
  expect(parts).toEqual([]);
  const { rows } = await sql`select status ${isIt}`.execute(t.db);
  expect(rows).toEqual([{ status: "BOOKED" }]);
});

test("An entry can be booked by a server whose other connections are all in use", async () => {
  const { vintageId } = await aProject(t.db);
  const { id, totalPriceGross } = await anOrder(t, await t.aUser(), vintageId, 4);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const cents = Math.round(totalPriceGross * 100);
  const [entry] = await add({ cents });
  const one = openDb(openPool(t.databaseUrl, 1, () => {}));
  const actor = { userId: admin.userId, username: "admin", ip: "" };
  try {
    await bookEntry(one, createSettings(one, 30), actor, entry.id, [{ orderId: id, cents }]);
  } finally {
    await one.destroy();
  }
  expect((await orderOf(id)).status).toBe("PAID");
});

test("An order approved while others match its payment is matched with it", async () => {
  const { vintageId } = await aProject(t.db);
  const { id, totalPriceGross } = await anOrder(t, await t.aUser(), vintageId, 4);
  const text = paymentReference(id);
  const [entry] = await add({ cents: Math.round(totalPriceGross * 100), text });
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const jobs = bankJobs(t.db, createSettings(t.db, 30));
  await t.db.transaction().execute(async (tx) => {
    await sql`select from bank_entries where id = ${entry.id} for update`.execute(tx);
    await t.runJobs(jobs);
  });
  // A second later.
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(t.db);
  await t.runJobs(jobs);
  const { body } = await t.call(admin, "GET", `/management/bank/entries/${entry.id}`);
  expect(body).toMatchObject({ status: "MATCHED", orders: [{ orderId: id }] });
});

test("A worker that dies while entries are due to be matched again leaves no orphaned job", async () => {
  const [entry] = await add({ cents: 4711 });
  const handle = bankJobs(t.db, createSettings(t.db, 30))[payableChanged.name]!;
  const posted = async () => {
    const { rows } = await sql<{ id: string; attempts: number }>`
      select j.id, j.attempts from graphile_worker._private_jobs j
      join graphile_worker._private_tasks k on k.id = j.task_id
      where k.identifier = ${payableChanged.name} order by j.id`.execute(t.db);
    return rows;
  };
  await sql`delete from graphile_worker._private_jobs`.execute(t.db);
  await addJob(t.db, payableChanged, {});
  await t.db.transaction().execute(async (tx) => {
    await sql`select from bank_entries where id = ${entry.id} for update`.execute(tx);
    for (let nth = 0; nth < 2; nth++) {
      const { id } = (await posted()).at(-1)!;
      await sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'gone'
        where id = ${id}`.execute(t.db);
      await handle({}, { id });
    }
  });
  expect((await posted()).map(({ attempts }) => attempts)).toEqual([0]);
});

test("A booking for two orders moves no credits while it waits for one, which a decision on that order would need", async () => {
  const { vintageId } = await aProject(t.db);
  const buyer = await t.aUser();
  const orders: { orderId: number; amount: number }[] = [];
  for (const credits of [1, 2]) {
    const { id, totalPriceGross: amount } = await anOrder(t, buyer, vintageId, credits);
    await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    orders.push({ orderId: id, amount });
  }
  const [entry] = await add({ cents: 99_999 });
  const [booked] = await runBlocked(
    t.db,
    sql`select from orders where id = ${orders[1]!.orderId} for update`,
    [() => decide(entry.id, "book", { orders })],
    sql`select from vintage_stock where vintage_id = ${vintageId} for update nowait`,
  );
  expect(booked!.status).toBe(200);
});

test.each([
  [
    "a credit note",
    "credit-notes",
    (itemId: number) => ({ lines: [{ itemId, quantity: 2 }], reason: "Fewer were issued" }),
  ],
  [
    "another payment",
    "payments",
    (_: number, amount: number) => ({ amount, day: isoToday, reference: "By cheque" }),
  ],
])("A payment of the rest that %s leaves is matched at once", async (_, step, given) => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
  const { body: order } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const cents = Math.round(order.totalPriceGross * 100) / 2;
  const jobs = bankJobs(t.db, createSettings(t.db, 30));
  await t.runJobs(jobs);
  const [half] = await add({ cents, text: order.transactionId });
  expect(half).toMatchObject({ status: "SUGGESTED", why: "REFERENCE_PART" });

  const body = given(order.items[0].id, cents / 100);
  const less = await t.call(admin, "POST", `/management/orders/${id}/${step}`, body);
  expect(less.status).toBe(201);
  await t.runJobs(jobs);

  const now = await t.call(admin, "GET", `/management/bank/entries/${half.id}`);
  const orders = [{ orderId: id, amount: cents / 100 }];
  expect(now.body).toMatchObject({ status: "MATCHED", orders });
});

test("A refund recorded when it was sent is not mistaken for a reversal", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
  const { body: order } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const amount = order.totalPriceGross + 50;
  const [paid] = await add({ cents: Math.round(amount * 100), text: order.transactionId });
  await decide(paid.id, "book", { orders: [{ orderId: id, amount }] });
  const refund = { amount: 50, day: new Date().toISOString().slice(0, 10), reference: "Online" };
  const noted = await t.call(admin, "POST", `/management/orders/${id}/refunds`, refund);
  expect(noted.body).toMatchObject({ status: "PAID", toRefund: 0 });

  const sent = { cents: -5000, text: `Refund ${order.transactionId}` };
  expect(await add(sent)).toMatchObject([{ status: "UNMATCHED", why: "NOTHING", orders: [] }]);
  expect(await add({ ...sent, returnReason: "AC04" })).toMatchObject([{ why: "RETURN" }]);
});

/** Approved orders of one buyer: the first is due last. */
async function ordersOf(buyer: TestCaller, tonnes: number[]) {
  const orders = [];
  for (const [at, credits] of tonnes.entries()) {
    const { vintageId } = await aProject(t.db);
    const { id } = await anOrder(t, buyer, vintageId, credits);
    const { body } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    const due_on = `2027-01-${20 - at}`;
    await t.db.updateTable("orders").set({ due_on }).where("id", "=", id).execute();
    orders.push({ ...body, cents: Math.round(body.totalPriceGross * 100) });
  }
  return orders;
}

test("A payer is recognized by bookings from their account that stand, not by undone ones", async () => {
  const [mistaken, own] = await ordersOf(await t.aUser(), [17, 19]);
  const [right, next] = await ordersOf(await t.aUser(), [17, 31]);
  const iban = "DE02120300000000202051";
  const [paid] = await add({ cents: right.cents, iban, text: "" });
  for (const { id: orderId, totalPriceGross: amount } of [mistaken, right]) {
    await unbook(paid.id);
    await decide(paid.id, "book", { orders: [{ orderId, amount }] });
  }
  const [other] = await add({ cents: own.cents, iban, text: "" });
  expect(other).toMatchObject({ why: "AMOUNT", orders: [{ orderId: own.id }] });
  const [another] = await add({ cents: next.cents, iban, text: "" });
  expect(another).toMatchObject({ why: "PAYER", orders: [{ orderId: next.id }] });
});

test("An insufficient payment covers its invoices by due date, the last one in part", async () => {
  const [later, sooner] = await ordersOf(await t.aUser(), [23, 29]);
  const text = `Invoices ${later.invoiceNumber} ${sooner.invoiceNumber}`;
  const [entry] = await add({ cents: sooner.cents + 100, text });
  expect(entry).toMatchObject({
    why: "NUMBER_PART",
    orders: [
      { orderId: sooner.id, amount: sooner.totalPriceGross },
      { orderId: later.id, amount: 1 },
    ],
  });
});

test.each(["asc", "desc"])(
  "Entries without a payer come after all others, sorted %s",
  async (way) => {
    await add({ cents: -990, payer: "", text: "Charges of the quarter" });
    await add({ cents: 500, payer: "Öresund Wind", text: "Charges of the quarter" });
    const listed = `/management/bank/entries?q=${encodeURIComponent("of the quarter")}&sort=payer,${way}`;
    const { body } = await t.call(admin, "GET", listed);
    const payers = body.content.map(({ payer }: { payer: string }) => payer);
    expect(payers[0]).toBe("Öresund Wind");
    expect(payers.at(-1)).toBe("");
  },
);

test("An entry that arrived before the approval is matched once the order is approved", async () => {
  const { vintageId } = await aProject(t.db);
  const { id, totalPriceGross } = await anOrder(t, await t.aUser(), vintageId, 9);
  const { transactionId: text } = await orderOf(id);
  const [entry] = await add({ cents: Math.round(totalPriceGross * 100), text });
  expect(entry).toMatchObject({ status: "UNMATCHED", why: "NOT_APPROVED" });

  const jobs = bankJobs(t.db, createSettings(t.db, 30));
  // No job of an earlier decision is left.
  await t.runJobs(jobs);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await t.runJobs(jobs);

  const read = async (query: string) =>
    (await t.call(admin, "GET", `/management/bank/entries${query}`)).body;
  const matched = { status: "MATCHED", orders: [{ orderId: id }] };
  expect(await read(`/${entry.id}`)).toMatchObject(matched);
  expect((await read(`?orderId=${id}`)).content).toHaveLength(1);
});
