import { zipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { asUpload, sampleCamt, type Sample, type SampleEntry } from "./camt.fixtures.ts";

let t: TestApp;
let admin: TestCaller;
let colleague: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
  colleague = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

let count = 0;
const bankReference = () => `BANK-${++count}`;

interface Approved {
  id: number;
  transactionId: string;
  totalPriceGross: number;
  invoiceNumber: string;
  cents: number;
}
async function anApproved(buyer: TestCaller, credits: number): Promise<Approved> {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, credits);
  const { body } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  return { ...body, cents: Math.round(body.totalPriceGross * 100) };
}

/** Uploads a file as an operator's browser does. */
function send(bytes: Buffer, query = "", name = "statement.xml") {
  const { payload, headers } = asUpload(bytes, name);
  return t.call(admin, "POST", `/management/bank/statements${query}`, payload, headers);
}
async function add(entries: SampleEntry[], sample: Omit<Sample, "entries"> = {}) {
  const given = entries.map((each) => ({ bankReference: bankReference(), ...each }));
  const statementId = `S-${++count}`;
  const response = await send(sampleCamt({ statementId, ...sample, entries: given }));
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  const [statement] = response.body.statements;
  const listed = await entriesOf(`?statementId=${statement.id}&sort=id,asc`);
  return { statement, entries: listed.content, found: response.body.found };
}
const entriesOf = async (query: string) =>
  (await t.call(admin, "GET", `/management/bank/entries${query}`)).body;
const orderOf = async (id: number) => (await t.call(admin, "GET", `/management/orders/${id}`)).body;
const decide = (id: number, what: string, body: object, who = admin) =>
  t.call(who, "POST", `/management/bank/entries/${id}/${what}`, body);

test("A statement is added with its balances proven, and books nothing", async () => {
  const order = await anApproved(await t.aUser(), 7);
  const paying = { cents: order.cents, text: `Invoice ${order.transactionId}`, payer: "Brennvik" };
  const fee = { cents: -1240, payer: "The bank", text: "Fee" };
  // Some programs put the reference into the field for the payer's own reference.
  const again = { ...paying, text: "Invoice", endToEndId: order.transactionId };
  const first = { ...paying, day: "2026-01-08" };
  const { statement, entries } = await add([first, fee, again], { openingCents: 50_000 });

  expect(statement).toMatchObject({
    account: "DE89370400440532013000",
    from: "2026-01-09",
    to: "2026-01-09",
    opening: 500,
    closing: (50_000 + 2 * order.cents - 1240) / 100,
    entries: 3,
    duplicates: 0,
  });
  expect(entries).toMatchObject([
    {
      status: "MATCHED",
      why: "REFERENCE",
      amount: order.totalPriceGross,
      orders: [{ orderId: order.id, amount: order.totalPriceGross }],
    },
    { status: "UNMATCHED", why: "NOTHING", amount: -12.4, orders: [] },
    // Paid twice: only one of the two is certain.
    { status: "UNMATCHED", why: "ALREADY_PAID" },
  ]);
  expect(await orderOf(order.id)).toMatchObject({ status: "AWAITING_PAYMENT", received: 0 });
});

test("A booked entry pays its order on the bank's day, once, however often it is sent", async () => {
  const buyer = await t.aUser();
  const order = await anApproved(buyer, 3);
  const reference = bankReference();
  const entry = {
    cents: order.cents,
    creditorReference: order.transactionId,
    bankReference: reference,
  };
  const { entries } = await add([entry]);
  const orders = [{ orderId: order.id, amount: order.totalPriceGross }];

  const booked = await decide(entries[0].id, "book", { orders });

  expect(booked).toMatchObject({ status: 200, body: { status: "BOOKED", rest: 0, orders } });
  expect(await orderOf(order.id)).toMatchObject({
    status: "PAID",
    paidAt: expect.stringMatching(/^2026-01-09T/),
    received: order.totalPriceGross,
    open: 0,
    payments: [
      { amount: order.totalPriceGross, day: "2026-01-09", reference, entryId: entries[0].id },
    ],
  });
  expect((await t.call(buyer, "GET", "/me/portfolio")).body.totals.purchased).toBe(3);
  expect(await decide(entries[0].id, "book", { orders }, colleague)).toMatchObject({
    status: 409,
    body: { code: "INVALID_TRANSITION", detail: expect.stringMatching(/already booked it/) },
  });

  // The same entry in a report, and in a statement with another id.
  for (const sample of [{ kind: "camt.052" as const }, {}]) {
    const again = await add([entry], { ...sample, statementId: `again-${++count}` });
    expect(again.statement).toMatchObject({ isNew: true, entries: 1, duplicates: 1 });
    expect(again.entries).toEqual([]);
  }
  expect((await orderOf(order.id)).payments).toHaveLength(1);
});

test("Sending a file again adds nothing, and a zip of several lists what it skips", async () => {
  const file = sampleCamt({ statementId: "twice", entries: [{ cents: 100 }, { cents: 100 }] });
  const first = await send(file);
  expect(first.body.statements).toMatchObject([{ isNew: true, entries: 2, duplicates: 0 }]);
  const foreign = sampleCamt({ account: "DE02120300000000202051", entries: [] });
  const zip = Buffer.from(
    zipSync({ "a.xml": file, "b.csv": Buffer.from("x;y"), "c.xml": foreign }),
  );

  const again = await send(zip, "", "statements.zip");

  expect(again.body.statements).toMatchObject([
    { id: first.body.statements[0].id, isNew: false, entries: 2, duplicates: 2 },
  ]);
  expect(again.body.refused).toEqual([
    { fileName: "b.csv", reason: expect.stringMatching(/not readable XML/) },
    { fileName: "c.xml", reason: expect.stringMatching(/DE02120300000000202051 is not one/) },
  ]);
  expect(await send(foreign)).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  // First with only the closing balance changed, then with only the opening balance changed.
  for (const openingCents of [100_000, 100_100]) {
    const other = sampleCamt({ statementId: "twice", openingCents, entries: [{ cents: 100 }] });
    expect((await send(other)).body.detail).toMatch(/added before with other balances/);
  }
});

test("A dry run reports what would be new and saves nothing", async () => {
  const file = sampleCamt({ statementId: `trial-${++count}`, entries: [{ cents: 4242 }] });
  const trial = await send(file, "?dryRun=true");
  expect(trial.body.statements).toMatchObject([{ id: null, entries: 1, duplicates: 0 }]);
  expect(trial.body.found).toEqual([{ status: "UNMATCHED", entries: 1, amount: 42.42 }]);
  expect((await send(file)).body.statements).toMatchObject([{ duplicates: 0 }]);
});

test("Partial, multiple and excess payments: each order gets its share, the rest is credit", async () => {
  const buyer = await t.aUser();
  const [one, two] = [await anApproved(buyer, 10), await anApproved(buyer, 5)];
  const text = `${one.transactionId} ${two.transactionId}`;
  const { entries } = await add([
    { cents: 1000, text: one.transactionId },
    { cents: one.cents - 1000 + two.cents + 5000, text },
  ]);
  expect(entries[0]).toMatchObject({ status: "SUGGESTED", why: "REFERENCE_PART" });

  const part = await decide(entries[0].id, "book", { orders: [{ orderId: one.id, amount: 10 }] });
  expect(part.body).toMatchObject({
    orders: [{ orderId: one.id, open: one.totalPriceGross - 10 }],
  });
  expect(await orderOf(one.id)).toMatchObject({ status: "AWAITING_PAYMENT", received: 10 });

  const { body: over } = await t.call(admin, "GET", `/management/bank/entries/${entries[1].id}`);
  expect(over).toMatchObject({ status: "SUGGESTED", why: "REFERENCE_OVER" });
  const orders = over.orders.map((each: { orderId: number; amount: number }) => ({
    orderId: each.orderId,
    amount: each.amount,
  }));
  const tooMuch = [{ orderId: one.id, amount: over.amount + 0.01 }];
  const { status, body } = await decide(over.id, "book", { orders: tooMuch });
  expect(status).toBe(400);
  const message = `The entry has €${over.amount.toFixed(2)}: no more of it can be booked`;
  expect(body.fieldErrors).toEqual([{ path: "orders", message }]);
  const booked = await decide(over.id, "book", { orders });
  expect(booked.body).toMatchObject({ status: "BOOKED", rest: 50 });
  for (const { id } of [one, two])
    expect(await orderOf(id)).toMatchObject({ status: "PAID", open: 0 });
  const figures = (await t.call(admin, "GET", "/management/bank")).body;
  expect(figures.credit).toEqual({ count: 1, amount: 50 });
});

test("A payment reversed by the bank reopens its order, with the reason", async () => {
  const buyer = await t.aUser();
  const order = await anApproved(buyer, 4);
  const { entries } = await add([{ cents: order.cents, text: order.transactionId }]);
  await decide(entries[0].id, "book", {
    orders: [{ orderId: order.id, amount: order.totalPriceGross }],
  });

  const back = await add([
    { cents: -order.cents, text: `RETURN ${order.transactionId}`, returnReason: "AM05" },
  ]);
  expect(back.entries).toMatchObject([
    { status: "SUGGESTED", why: "RETURN", returnReason: "AM05", orders: [{ orderId: order.id }] },
  ]);
  const orders = [{ orderId: order.id, amount: -order.totalPriceGross }];
  expect((await decide(back.entries[0].id, "book", { orders })).body.status).toBe("BOOKED");

  const reopened = await orderOf(order.id);
  expect(reopened).toMatchObject({
    status: "AWAITING_PAYMENT",
    paidAt: null,
    received: 0,
    open: order.totalPriceGross,
  });
  expect(reopened.payments).toHaveLength(2);
  expect((await t.call(buyer, "GET", "/me/portfolio")).body.holdings).toEqual([]);
  const [notice] = (await t.call(buyer, "GET", "/me/notifications")).body.content;
  expect(notice.code).toBe("order.reopened");
  const more = await add([{ cents: -100, text: `RETURN ${order.transactionId}` }]);
  const tooMuch = { orders: [{ orderId: order.id, amount: -1 }] };
  expect(await decide(more.entries[0].id, "book", tooMuch)).toMatchObject({ status: 409 });
});

test("A booking is undone with a reason, unless credits of its order are retired", async () => {
  const buyer = await t.aUser();
  const order = await anApproved(buyer, 4);
  const { entries } = await add([{ cents: order.cents, text: order.transactionId }]);
  const [{ id }] = entries;
  const orders = [{ orderId: order.id, amount: order.totalPriceGross }];
  await decide(id, "book", { orders });

  const unbooked = await decide(id, "unbook", { reason: "Booked by mistake" });

  expect(unbooked.body).toMatchObject({ status: "MATCHED", decidedBy: null, rest: 0 });
  const reopened = await orderOf(order.id);
  expect(reopened).toMatchObject({ status: "AWAITING_PAYMENT", payments: [], received: 0 });
  expect(reopened.transitions.at(-1)).toMatchObject({ from: "PAID", reason: "Booked by mistake" });
  expect(await decide(id, "unbook", { reason: "Once more" })).toMatchObject({ status: 409 });

  // Undoing a second booking leaves the first one's reason for undoing it as it was.
  await decide(id, "book", { orders });
  await decide(id, "unbook", { reason: "Again by mistake" });
  const { rows } = await sql<{ reason: string }>`
    select undo_reason as reason from payments where entry_id = ${id} order by id`.execute(t.db);
  expect(rows.map(({ reason }) => reason)).toEqual(["Booked by mistake", "Again by mistake"]);

  await decide(id, "book", { orders });
  const again = await decide(id, "unbook", { reason: "Another customer's" });
  expect(again.body).toMatchObject({ takenBack: { reason: "Another customer's" } });
  const back = { cents: -order.cents, text: order.transactionId, returnReason: "AM05" };
  expect((await add([back])).entries).toMatchObject([{ why: "NOTHING" }]);

  await decide(id, "book", { orders });
  const [{ vintageId }] = (await t.call(buyer, "GET", "/me/portfolio")).body.holdings;
  const retirement = {
    vintageId,
    quantity: 1,
    beneficiaryName: "Our company",
    purpose: "OWN_EMISSIONS",
  };
  expect((await t.call(buyer, "POST", "/me/retirements", retirement)).status).toBe(201);
  const refused = await decide(id, "unbook", { reason: "Booked by mistake" });
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/retired/) },
  });
  expect(await orderOf(order.id)).toMatchObject({ status: "PAID" });
});

test("Operators can neither book nor undo payments for their own orders", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, admin, vintageId, 1);
  const { body } = await t.call(colleague, "POST", `/management/orders/${id}/approve`, {});
  const { entries } = await add([{ cents: Math.round(body.totalPriceGross * 100), text: "Own" }]);
  const booking = { orders: [{ orderId: id, amount: body.totalPriceGross }] };
  expect((await decide(entries[0].id, "book", booking)).body.code).toBe("FORBIDDEN");
  expect((await decide(entries[0].id, "book", booking, colleague)).status).toBe(200);
  expect((await decide(entries[0].id, "unbook", { reason: "Mine" })).status).toBe(403);
});

test("An entry that is not for an order is put aside with a reason, and reopened", async () => {
  const { entries } = await add([{ cents: 125_000, payer: "Stadtwerke" }]);
  const [{ id }] = entries;
  expect(await decide(id, "ignore", { reason: "" })).toMatchObject({ status: 400 });
  const ignored = await decide(id, "ignore", { reason: "Refund of electricity" });
  expect(ignored.body).toMatchObject({ status: "IGNORED", reason: "Refund of electricity" });
  expect((await entriesOf("?status=IGNORED&q=stadtwerke")).content).toHaveLength(1);
  const again = await decide(id, "unbook", { reason: "It is for an order" });
  expect(again.body).toMatchObject({ status: "UNMATCHED", reason: null });
});

test("Two operators who book all certain entries concurrently book each once", async () => {
  const orders = await Promise.all(
    Array.from({ length: 6 }, async () => anApproved(await t.aUser(), 1)),
  );
  await add(orders.map(({ cents, transactionId }) => ({ cents, text: transactionId })));
  const bookMatched = () => t.call(admin, "POST", "/management/bank/book-sure");

  const responses = await Promise.all([bookMatched(), bookMatched()]);

  expect(responses.map(({ body }) => body.remaining)).toEqual([0, 0]);
  const booked = responses
    .flatMap(({ body }) => body.results)
    .filter(({ status }: { status: string }) => status === "BOOKED");
  const ids = orders.map(({ id }) => id);
  const ofThese = booked.filter(({ orderIds }: { orderIds: number[] }) =>
    ids.includes(orderIds[0]!),
  );
  expect(ofThese).toHaveLength(6);
  for (const { id } of orders) {
    const order = await orderOf(id);
    expect(order.status).toBe("PAID");
    expect(order.payments).toHaveLength(1);
  }
  expect((await entriesOf("?status=MATCHED")).content).toEqual([]);
});

test("An entry whose match is no longer certain at its turn is not booked, and one that never was is not tried", async () => {
  const [matched, unsure] = [
    await anApproved(await t.aUser(), 1),
    await anApproved(await t.aUser(), 1),
  ];
  const { entries } = await add([
    { cents: matched.cents, text: matched.transactionId },
    { cents: unsure.cents + 5, text: unsure.transactionId },
  ]);
  const { id } = entries[0];
  const paid = await anApproved(await t.aUser(), 1);
  const [late] = (await add([{ cents: paid.cents, text: paid.transactionId }])).entries;
  const day = new Date().toISOString().slice(0, 10);
  const payment = { amount: 1, day, reference: "In cash" };
  await t.call(admin, "POST", `/management/orders/${paid.id}/payments`, payment);
  const answer = await t.db.transaction().execute(async (tx) => {
    await sql`select from bank_entries where id = ${id} for update`.execute(tx);
    const booking = t.call(admin, "POST", "/management/bank/book-sure");
    const waiting = sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(t.db)).rows).not.toHaveLength(0);
    await sql`update bank_entries set status = 'SUGGESTED' where id = ${id}`.execute(tx);
    return { booking };
  });
  const { body } = await answer.booking;
  expect(body.results).toMatchObject([
    { entryId: id, status: "REFUSED" },
    { entryId: late.id, status: "REFUSED", detail: expect.stringMatching(/ open now, not /) },
  ]);
  expect((await orderOf(matched.id)).status).toBe("AWAITING_PAYMENT");
});

test("Single payments replace the collective entry of an earlier statement", async () => {
  const reference = bankReference();
  const whole = { cents: 1000, bankReference: reference };
  const parts = [
    { cents: 600, payer: "One" },
    { cents: 400, payer: "Two" },
  ];
  const { entries } = await add([whole]);
  const details = await add([{ ...whole, parts }], { kind: "camt.054" });
  expect(details.entries.map(({ amount }: { amount: number }) => amount)).toEqual([6, 4]);
  const before = await t.call(admin, "GET", `/management/bank/entries/${entries[0].id}`);
  expect(before.body).toMatchObject({ status: "IGNORED", reason: expect.stringMatching(/single/) });
  expect((await add([whole])).statement).toMatchObject({ duplicates: 1 });
});

test("Single payments do not replace a collective entry that is already decided", async () => {
  const order = await anApproved(await t.aUser(), 1);
  const whole = { cents: order.cents, bankReference: bankReference() };
  const parts = [{ cents: order.cents - 100 }, { cents: 100 }];
  const { entries } = await add([whole]);
  const booking = { orders: [{ orderId: order.id, amount: order.totalPriceGross }] };
  await decide(entries[0].id, "book", booking);
  const details = await add([{ ...whole, parts }], { kind: "camt.054" });
  expect(details.entries).toEqual([]);
  expect((await orderOf(order.id)).payments).toHaveLength(1);
});

test("Five thousand entries are read and matched, and recognized the next time", async () => {
  const entries = Array.from({ length: 5000 }, (_, index) => ({
    cents: 100 + index,
    bankReference: bankReference(),
    payer: `Company ${index}`,
    text: `Some words of a payer and the number 9${String(index).padStart(5, "0")}`,
  }));
  const file = sampleCamt({ statementId: "many", entries });
  expect((await send(file)).body.statements).toMatchObject([{ entries: 5000, duplicates: 0 }]);
  expect((await send(file)).body.statements).toMatchObject([{ entries: 5000, duplicates: 5000 }]);
});
