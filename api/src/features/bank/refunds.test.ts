import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { today } from "../../core/days.sql.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { asUpload, sampleCamt, type SampleEntry } from "./camt.fixtures.ts";
import { painErrors } from "./pain.fixtures.ts";

let t: TestApp;
let admin: TestCaller;
let colleague: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
  colleague = await t.aUser("Admin");
});
afterAll(() => t.close());

let count = 0;
async function add(entry: SampleEntry) {
  const sample = {
    statementId: `S-${++count}`,
    entries: [{ bankReference: `B-${count}`, ...entry }],
  };
  const { payload, headers } = asUpload(sampleCamt(sample));
  const { body } = await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  const query = `statementId=${body.statements[0].id}`;
  return (await t.call(admin, "GET", `/management/bank/entries?${query}`)).body.content[0];
}
const post = (address: string, body?: object, who = admin) =>
  t.call(who, "POST", `/management/bank/${address}`, body);
const get = async (address: string) =>
  (await t.call(admin, "GET", `/management/bank${address}`)).body;

/** An order, its total in euros, and an entry for it that is `cents` higher. */
async function withMore(cents: number) {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 2);
  const { body } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const amount = body.totalPriceGross;
  const entry = await add({
    cents: Math.round(amount * 100) + cents,
    text: body.transactionId,
    payer: "Brennvik AG",
    iban: "DE02120300000000202051",
  });
  return { id, amount, entry };
}

/** The booked entry of an order that is overpaid by `cents`. */
async function overpaid(cents: number) {
  const { id, amount, entry } = await withMore(cents);
  const booked = await post(`entries/${entry.id}/book`, { orders: [{ orderId: id, amount }] });
  expect(booked.body).toMatchObject({ status: "BOOKED", rest: cents / 100, refunded: 0 });
  return booked.body;
}

/** The audit entries about the bank after a given one, oldest first. */
async function logged(after: number) {
  const { rows } = await sql<{ action: string; id: string; actor: string; after: unknown }>`
    select action, thing_id as id, actor, after from audit_entries
    where id > ${after} and thing_type like 'bank-%' order by audit_entries.id`.execute(t.db);
  return rows;
}
async function lastLogged(): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select coalesce(max(id), 0) as id from audit_entries`.execute(t.db);
  return rows[0]!.id;
}
const to = { name: "Brennvik AG", iban: "DE02 1203 0000 0000 2020 51", text: "Paid too much" };

test("An overpayment is refunded by a file, and done when a statement shows it leaving", async () => {
  const { id } = await overpaid(5000);
  const tooMuch = await post(`entries/${id}/refund`, { ...to, amount: 50.01 });
  expect(tooMuch).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "amount" }] } });
  const mistyped = { ...to, iban: "DE02 1203 0000 0000 2020 52", amount: 50 };
  expect(await post(`entries/${id}/refund`, mistyped)).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ path: "iban" }] },
  });
  const unreachable = { ...to, iban: "AE07 0331 2345 6789 0123 456", amount: 50 };
  expect(await post(`entries/${id}/refund`, unreachable)).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ path: "iban", message: expect.stringContaining("outside SEPA") }] },
  });
  const { body: refund } = await post(`entries/${id}/refund`, { ...to, amount: 50 });
  expect(refund).toMatchObject({ status: "LISTED", iban: "DE02120300000000202051", amount: 50 });
  expect(await get(`/entries/${id}`)).toMatchObject({ rest: 0, refunded: 50 });
  expect((await get("")).credit).toEqual({ count: 0, amount: 0 });
  expect(await post(`entries/${id}/unbook`, { reason: "Mistake" })).toMatchObject({ status: 409 });
  expect(await post(`refunds/${refund.id}/done`, { on: "2026-01-10" })).toMatchObject({
    status: 409,
  });

  // The day is the database's, however wrong the server's clock is.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 40 * 86_400_000 });
  const files = await Promise.all(
    [admin, colleague].map((who) => post("refunds/file", undefined, who)),
  ).finally(() => vi.useRealTimers());
  expect(files.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const made = files.find(({ status }) => status === 200)!.body;
  expect(made).toMatchObject({ refunds: 1, amount: 50 });
  const { body: xml } = await t.app.inject({
    url: `/api/v1/management/bank/refunds/files/${made.id}`,
    headers: { authorization: `Bearer ${admin.authToken}` },
  });
  expect(await painErrors(xml)).toEqual([]);
  expect(xml).toContain(`<ReqdExctnDt><Dt>${await today(t.db)}</Dt>`);
  expect(xml).toContain(`<EndToEndId>REFUND-${refund.id}</EndToEndId>`);
  expect(await post(`refunds/${refund.id}/remove`)).toMatchObject({ status: 409 });

  // Another amount with its end-to-end id is not the refund.
  const endToEndId = `REFUND-${refund.id}`;
  expect(await add({ cents: -4999, endToEndId })).toMatchObject({ status: "UNMATCHED" });
  // Nor is a payment reversed by the bank, whatever its end-to-end id.
  const returned = await add({ cents: -5000, endToEndId, returnReason: "AM05" });
  expect(returned).toMatchObject({ status: "UNMATCHED" });
  const left = await add({ cents: -5000, endToEndId });
  expect(left).toMatchObject({ status: "IGNORED", reason: "Refund to Brennvik AG" });
  expect((await get("/refunds?status=DONE")).content).toMatchObject([
    { id: refund.id, doneOn: "2026-01-09", fileId: made.id },
  ]);
  // It leaves only once: a second such entry needs to be looked at.
  expect(await add({ cents: -5000, endToEndId })).toMatchObject({ status: "UNMATCHED" });
  await post(`entries/${left.id}/unbook`, { reason: "Not that one" });
  expect((await get("/refunds?status=SENT")).content).toMatchObject([{ id: refund.id }]);
  const late = await post(`refunds/${refund.id}/done`, { on: "2999-12-31" });
  expect(late).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "on" }] } });
  const done = await post(`refunds/${refund.id}/done`, { on: "2026-01-10" });
  expect(done.body).toMatchObject({ status: "DONE", doneOn: "2026-01-10" });
  expect(await post(`refunds/${refund.id}/done`, { on: "2026-01-11" })).toMatchObject({
    status: 409,
    body: { detail: "It is already done." },
  });
  const search = async (q: string) => (await get(`/refunds?q=${q}`)).content.length;
  expect([await search("too%20much"), await search("too%20little")]).toEqual([1, 0]);
});

test("The audit log records who listed, removed and sent a refund, and which entry completed it", async () => {
  const { id: entry } = await overpaid(5000);
  const before = await lastLogged();
  const listed = async (amount: number) =>
    (await post(`entries/${entry}/refund`, { ...to, amount })).body.id as number;
  const removed = await listed(50);
  await post(`refunds/${removed}/remove`, undefined, colleague);
  // A refund that was removed from the list can be listed again.
  const [one, two] = [await listed(30), await listed(20)];
  const { body: file } = await post("refunds/file");
  await post(`refunds/${one}/done`, { on: "2026-01-08" }, colleague);
  const left = await add({ cents: -2000, endToEndId: `REFUND-${two}` });
  // A refund that was never in a file cannot have left by one.
  const stray = await add({ cents: -5000, endToEndId: `REFUND-${removed}` });
  expect(stray).toMatchObject({ status: "UNMATCHED" });

  const steps = (await logged(before)).filter(({ action }) => action !== "bank.import");
  const iban = "DE02120300000000202051";
  expect(steps.map(({ action, id, after }) => [action, Number(id), after])).toEqual([
    ["bank.refund", removed, { entry, amount: 50, iban }],
    ["bank.removeRefund", removed, null],
    ["bank.refund", one, { entry, amount: 30, iban }],
    ["bank.refund", two, { entry, amount: 20, iban }],
    ["bank.refundFile", file.id, { refunds: [one, two], amount: 50 }],
    ["bank.finishRefund", one, { on: "2026-01-08" }],
    ["bank.finishRefund", two, { on: "2026-01-09", entry: left.id }],
  ]);
  const [operator, other] = [steps[0]!.actor, steps[1]!.actor];
  expect(operator).not.toBe(other);
  const who = [operator, other, operator, operator, operator, other, operator];
  expect(steps.map(({ actor }) => actor)).toEqual(who);
});

test("The audit log records who booked an entry for which orders, and who undid it and why", async () => {
  const { id, amount, entry } = await withMore(1000);
  const before = await lastLogged();
  const book = () => post(`entries/${entry.id}/book`, { orders: [{ orderId: id, amount }] });
  await book();
  await post(`entries/${entry.id}/unbook`, { reason: "Too early" });
  expect((await logged(before)).map(({ action, after }) => [action, after])).toEqual([
    ["bank.book", { amount: amount + 10, orders: [id] }],
    ["bank.unbook", { status: "UNMATCHED", reason: "Too early" }],
  ]);
  // An undone booking uses up nothing of the rest.
  await book();
  const again = await post(`entries/${entry.id}/refund`, { ...to, amount: 10 });
  expect(again).toMatchObject({ status: 200, body: { amount: 10 } });
  const removes = await Promise.all(
    [admin, colleague].map((who) => post(`refunds/${again.body.id}/remove`, undefined, who)),
  );
  expect(removes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("A refund that names its order counts as a refund, not as a reversal", async () => {
  const entry = await overpaid(5000);
  const { body: order } = await t.call(
    admin,
    "GET",
    `/management/orders/${entry.orders[0].orderId}`,
  );
  const text = `Paid too much ${order.transactionId}`;
  const listed = async (amount: number) =>
    (await post(`entries/${entry.id}/refund`, { ...to, text, amount })).body.id;
  const [sent, done] = [await listed(30), await listed(20)];
  await post("refunds/file");
  // An operator saw it in the online bank before the statement came.
  await post(`refunds/${done}/done`, { on: "2026-01-08" });
  for (const [id, cents] of [
    [sent, -3000],
    [done, -2000],
  ]) {
    expect(await add({ cents, text, endToEndId: `REFUND-${id}` })).toMatchObject({
      status: "IGNORED",
      why: "NOTHING",
      reason: "Refund to Brennvik AG",
    });
    const { content } = await get("/refunds?status=DONE");
    expect(content).toContainEqual(expect.objectContaining({ id, doneOn: "2026-01-09" }));
  }
});

test("A part of an overpayment sent again after a lost response is listed once", async () => {
  const { id } = await overpaid(5000);
  const key = { "idempotency-key": "listed-once" };
  const list = (amount: number) =>
    t.call(admin, "POST", `/management/bank/entries/${id}/refund`, { ...to, amount }, key);
  const [first, again] = await Promise.all([list(20), list(20)]);
  expect(first).toMatchObject({ status: 200, body: { status: "LISTED", amount: 20 } });
  expect(again).toEqual(first);
  expect(await get(`/entries/${id}`)).toMatchObject({ rest: 30, refunded: 20 });
  expect((await list(10)).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
  await post(`refunds/${first.body.id}/remove`);
});

test("Two operators listing the same rest list it once, and a removed refund is credit again", async () => {
  const { credit: before } = await get("");
  const { id } = await overpaid(3000);
  const credit = { count: before.count + 1, amount: before.amount + 30 };
  const both = await Promise.all(
    [admin, colleague].map((who) => post(`entries/${id}/refund`, { ...to, amount: 30 }, who)),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const refund = both.find(({ status }) => status === 200)!.body;
  expect((await post(`refunds/${refund.id}/remove`)).body.status).toBe("REMOVED");
  expect(await get(`/entries/${id}`)).toMatchObject({ rest: 30, refunded: 0 });
  expect((await get("")).credit).toEqual(credit);
  expect(await post("refunds/file")).toMatchObject({ status: 409 });
  expect((await post(`entries/${id}/unbook`, { reason: "Mistake" })).status).toBe(200);
});

test("An entry that is not booked cannot be refunded", async () => {
  const { id } = await add({ cents: 4321 });
  expect(await post(`entries/${id}/refund`, { ...to, amount: 1 })).toMatchObject({ status: 409 });
});

test("A booking is refused if a colleague has marked the order as paid since its open amount was read", async () => {
  const { id, amount, entry } = await withMore(700);
  expect(entry.orders).toMatchObject([{ orderId: id, amount, open: amount }]);
  const order = `/management/orders/${id}`;
  await t.call(colleague, "POST", `${order}/pay`, { paidAt: new Date().toISOString() });

  const book = (open: number) =>
    post(`entries/${entry.id}/book`, { orders: [{ orderId: id, amount, open }] });
  const late = await book(amount);
  expect(late).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
  const detail = `Order ${id} has 0.00 euros open now, not ${amount.toFixed(2)}.`;
  expect(late.body.detail).toBe(detail);
  const received = async () => (await t.call(admin, "GET", order)).body.received;
  expect(await received()).toBe(amount);
  expect((await get(`/entries/${entry.id}`)).status).not.toBe("BOOKED");

  // An operator who knows that it was paid twice may still book it.
  expect(await book(0)).toMatchObject({ status: 200, body: { status: "BOOKED", rest: 7 } });
  expect(await received()).toBe(2 * amount);
});

test("A refund of a rejected order that comes back is booked for it, and is to be refunded again", async () => {
  const { id } = await withMore(0);
  const order = `/management/orders/${id}`;
  const postDecision = (what: string, body: object) =>
    t.call(admin, "POST", `${order}/${what}`, body);
  const first = await add({ cents: 1000 });
  await post(`entries/${first.id}/book`, { orders: [{ orderId: id, amount: 10 }] });
  await postDecision("reject", { reason: "Nobody answers" });
  const back = await add({ cents: 1000, returnReason: "AC04", text: "RETURN" });
  const book = (amount: number) =>
    post(`entries/${back.id}/book`, { orders: [{ orderId: id, amount, open: 0 }] });
  // Nothing was refunded yet: it is no return.
  const early = await book(10);
  expect(early).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("rejected") },
  });
  const today = new Date().toISOString().slice(0, 10);
  await postDecision("refunds", { amount: 9.99, day: today, reference: "TX-8" });
  expect((await book(10)).status).toBe(409);
  const of = async () => (await t.call(admin, "GET", order)).body;
  expect(await of()).toMatchObject({ toRefund: 0.01, refundedAmount: 9.99 });
  expect(await book(9.99)).toMatchObject({ status: 200, body: { status: "BOOKED" } });
  expect(await of()).toMatchObject({ status: "REJECTED", toRefund: 10, received: 19.99 });
  const again = await postDecision("refunds", { amount: 10, day: today, reference: "TX-9" });
  expect(again.status).toBeLessThan(300);
  // The booking is undone like any other; then too much was refunded.
  expect((await post(`entries/${back.id}/unbook`, { reason: "Not theirs" })).status).toBe(200);
  expect(await of()).toMatchObject({ status: "REJECTED", toRefund: 0, received: 10 });
});

test("The amount to refund is the overpayment: less refunds, plus what a rejected order received", async () => {
  const [one, two] = [await withMore(0), await withMore(0)];
  const credit = async () => (await get("")).credit;
  const before = await credit();
  const postDecision = (id: number, what: string, body: object) =>
    t.call(admin, "POST", `/management/orders/${id}/${what}`, body);
  const day = new Date().toISOString().slice(0, 10);
  const sent = (amount: number) => ({ amount, day, reference: "TX-7" });

  await postDecision(one.id, "payments", sent(one.amount + 84.5));
  await postDecision(two.id, "payments", sent(10));
  expect(await credit()).toEqual({ count: before.count + 1, amount: before.amount + 84.5 });
  await postDecision(one.id, "refunds", sent(84.5));
  expect(await credit()).toEqual(before);
  await postDecision(two.id, "reject", { reason: "Nobody answers" });
  expect(await credit()).toEqual({ count: before.count + 1, amount: before.amount + 10 });
});

async function inFile(cents: number) {
  const { id: entryId } = await overpaid(cents);
  const { body } = await post(`entries/${entryId}/refund`, { ...to, amount: cents / 100 });
  await post("refunds/file");
  return { entryId, id: body.id as number, endToEndId: `REFUND-${body.id}` };
}
const restore = ({ id }: { id: number }) => post(`entries/${id}/unbook`, { reason: "Mistake" });

test("A refund that was refused, left all the same and came back has left again once its return is restored", async () => {
  const { entryId, id, endToEndId } = await inFile(1700);
  await post(`refunds/${id}/refuse`, { reason: "The bank's letter of 9 January" });
  expect((await add({ cents: -1700, endToEndId })).status).toBe("IGNORED");
  const back = await add({ cents: 1700, endToEndId });
  expect(back.status).toBe("IGNORED");
  // Of the two refunds that have repeated it, the later one is listed.
  expect((await restore(back)).status).toBe(200);
  expect(await get(`/entries/${entryId}`)).toMatchObject({ rest: 0, refunded: 17 });
  expect((await get("/refunds?status=LISTED")).content).toEqual([]);
});

test("The entry of a return is not restored once the overpayment is no longer booked", async () => {
  const { entryId, endToEndId } = await inFile(1900);
  const back = await add({ cents: 1900, endToEndId });
  const [next] = (await get("/refunds?status=LISTED")).content;
  await post(`refunds/${next.id}/remove`);
  expect((await restore({ id: entryId })).status).toBe(200);
  expect((await restore(back)).status).toBe(409);
});
