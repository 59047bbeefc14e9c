import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../api/test/app.ts";
import { anOrder, aPaidOrder } from "../../api/test/builders/order.ts";
import { aProject } from "../../api/test/builders/project.ts";
import type { Tx } from "../../api/src/core/db.ts";
import { orderJobs } from "../../api/src/features/orders/orders.jobs.ts";
import type { RecordedDecision, Outcome } from "../journal.ts";
import { brokenBooks } from "./books.ts";
import { brokenPromises } from "./promises.ts";
import { damagedFiles, lostMails, unfinishedWork } from "./completeness.ts";

/* What the checks must detect: each fault is put into a consistent database and rolled back. */

let t: TestApp;
let operator: TestCaller;
let orderId = 0;
let paidId = 0;
const company = "buyer-1@chaos.example order 1";

beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
  const buyer = await t.aUser();
  const { vintageIds } = await aProject(t.db);
  orderId = (await anOrder(t, buyer, vintageIds[0]!, 5)).id;
  paidId = (await aPaidOrder(t, operator, buyer, vintageIds[0]!, 3)).id;
  await sql`update orders set company_name = ${company}, invoice_email =
    (select username from users where id = user_id) where id = ${orderId}`.execute(t.db);
  await t.runJobs(orderJobs(t.db));
  await sql`delete from mails where recipient = 'accounts@brennvik.example'`.execute(t.db);
});
afterAll(() => t.close());

/** Returns what a check reports about the database with a fault in it. */
async function withFault<T>(
  fault: ReturnType<typeof sql>,
  check: (tx: Tx) => Promise<T>,
): Promise<T> {
  const rollback = new Error("taken out again");
  let reported: T | undefined;
  await t.db
    .transaction()
    .execute(async (tx) => {
      await fault.execute(tx);
      reported = await check(tx);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return reported as T;
}

test("a consistent database has no faults", async () => {
  expect(await brokenBooks(t.db)).toEqual([]);
});

test.each([
  ["a lost mail", sql`delete from mails where subject like '% is placed'`, /is placed.*0 times/],
  [
    "a doubled mail",
    sql`insert into mails (recipient, subject, text_body, html_body, permission)
      select recipient, subject, text_body, html_body, permission from mails where subject like '% is paid'`,
    /is paid.*2 times instead of 1/,
  ],
  [
    "a mail of nothing",
    sql`insert into mails (recipient, subject, text_body, html_body, permission)
      values ('nobody@company.example', 'Order 1 is paid', '', '', 'orders:read')`,
    /Order 1 is paid.*1 times instead of 0/,
  ],
  ["a lost notification", sql`delete from notifications where code = 'order.paid'`, /order\.paid/],
  [
    "a number that nobody has",
    sql`update number_series set last_number = last_number + 1`,
    /Numbers of INVOICE/,
  ],
  [
    "a step done twice",
    sql`insert into order_transitions (order_id, from_status, to_status)
      select order_id, from_status, to_status from order_transitions where to_status = 'PAID'`,
    /went to PAID 2 times/,
  ],
  ["a lost line", sql`delete from order_items`, /credits in lines of 0/],
  [
    "money received twice",
    sql`insert into payments (order_id, amount_cents, received_on)
      select order_id, amount_cents, received_on from payments`,
    /is PAID: 7140 cents received of 3570/,
  ],
  [
    "money that pays for an order which stays open",
    sql`update orders set status = 'AWAITING_PAYMENT', paid_at = null where status = 'PAID'`,
    /is AWAITING_PAYMENT: 3570 cents received of 3570/,
  ],
  [
    "an entry of the bank that is booked for nothing",
    sql`with statement as (insert into bank_statements (account, kind, version, statement_id, from_on, to_on, in_cents,
        out_cents, entry_count, file_name) values ('DE1', 'camt.054', '08', '1', '2026-01-09', '2026-01-09', 5, 0, 1, '1')
        returning id)
      insert into bank_entries (statement_id, status, account, entry_key, booked_on, amount_cents, payer, payer_iban, text,
        remitted, match, decided_at)
      select id, 'BOOKED', 'DE1', '1', '2026-01-09', 500, '', '', '', '[]', '{}', now() from statement`,
    /is BOOKED, and 0 payments of it have 0 of its 500 cents/,
  ],
  [
    "more that goes back than came",
    sql`with statement as (insert into bank_statements (account, kind, version, statement_id, from_on, to_on, in_cents,
        out_cents, entry_count, file_name) values ('DE1', 'camt.054', '08', '1', '2026-01-09', '2026-01-09', 5, 0, 1, '1')
        returning id), entry as (
      insert into bank_entries (statement_id, status, account, entry_key, booked_on, amount_cents, payer, payer_iban, text,
        remitted, match)
      select id, 'UNMATCHED', 'DE1', '1', '2026-01-09', 500, '', '', '', '[]', '{}' from statement returning id)
      insert into bank_refunds (entry_id, name, iban, amount_cents, text, created_by)
      select entry.id, 'A', 'DE02120300000000202051', 501, 'B', users.id from entry, users limit 1`,
    /of 500 cents has 1 refunds of 501 cents/,
  ],
  [
    "a thing that was decided on twice in a run",
    sql`insert into bulk_runs (actor_id, actor, ip, decision, rows, results)
      select id, username, '', 'orders.decide approve', '[{"id": 1}]', '[{"id": 1}, {"id": 1}]' from users limit 1`,
    /2 results, of 1 things, for 1 rows/,
  ],
  [
    "a count that the ledger does not bear out",
    sql`update vintage_stock set available = available + 1, issued = issued + 1`,
    /the ledger says/,
  ],
])("detects %s", async (_what, fault, expectedMessage) => {
  const found = await withFault(fault, brokenBooks);
  expect(found.join("\n")).toMatch(expectedMessage);
});

test("detects an approval that no run recorded, once all runs including it have ended", async () => {
  const runs = (...ended: (string | null)[]) => sql`
    insert into bulk_runs (actor_id, actor, ip, decision, rows, ended_at)
    select actor_id, actor, '', 'orders.decide approve',
      jsonb_build_array(jsonb_build_object('id', thing_id::integer)), ended_at
    from audit_entries, unnest(${ended}::timestamptz[]) as ended_at where action = 'order.approve'`;
  const before = "2026-01-09T12:00:00Z";
  const found = await withFault(runs(before, before), brokenBooks);
  expect(found).toEqual([`Order ${paidId} was approved by no run that says so`]);
  expect(await withFault(runs(before, null), brokenBooks)).toEqual([]);
});

const nothing = sql`select 1`;
const requestedOrder = (outcome: Outcome, id?: number) => ({
  orders: [{ name: company, outcome, ...(id !== undefined && { id }) }],
  retirements: [],
  statements: [],
  runs: [],
  creditNotes: [],
  refunds: [],
  priceLists: [],
  decisions: [],
});

test.each<[string, ReturnType<typeof sql>, Outcome, boolean]>([
  ["is there", nothing, "acknowledged", true],
  ["is there", nothing, "refused", false],
  ["is there", nothing, "unknown", true],
  ["is gone", sql`update orders set company_name = 'Another'`, "acknowledged", false],
  ["is gone", sql`update orders set company_name = 'Another'`, "refused", true],
  ["is gone", sql`update orders set company_name = 'Another'`, "unknown", true],
  ["is there twice", sql`update orders set company_name = ${company}`, "acknowledged", false],
  ["is there twice", sql`update orders set company_name = ${company}`, "unknown", false],
])("an order that %s", async (_what, fault, outcome, isRight) => {
  const promised = requestedOrder(outcome, outcome === "acknowledged" ? orderId : undefined);
  const found = await withFault(fault, (tx) => brokenPromises(tx, promised));
  expect(found).toHaveLength(isRight ? 0 : 1);
});

test.each<[Outcome, "paid" | "placed", number]>([
  ["acknowledged", "paid", 0],
  ["acknowledged", "placed", 1],
  ["refused", "paid", 1],
  ["refused", "placed", 0],
  ["unknown", "paid", 0],
  ["unknown", "placed", 0],
])("a payment that was %s for an order that is %s", async (outcome, state, wrong) => {
  const { username } = await t.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", operator.userId)
    .executeTakeFirstOrThrow();
  const thingId = state === "paid" ? paidId : orderId;
  const decided: RecordedDecision = {
    decision: "pay",
    thingId,
    operator: username,
    outcome,
    retried: false,
  };
  const promised = { ...requestedOrder("unknown"), orders: [], decisions: [decided] };
  expect(await brokenPromises(t.db, promised)).toHaveLength(wrong);
});

test("lists unfinished work", async () => {
  const expiredReservation = sql`insert into cart_items (cart_id, product_type, vintage_id, quantity, reserved, reserved_to,
      price_cents, year, claim_type, impact_type, credit_type)
    select c.id, 'VINTAGE_CREDITS', v.id, 1, 1, now() - interval '1 minute', 1, 2020, v.claim_type, v.impact_type,
      v.credit_type from carts c, vintages v limit 1`;
  const found = (await withFault(expiredReservation, unfinishedWork)).join("\n");
  expect(found).toMatch(/Job invoice\.make waits/);
  expect(found).toMatch(/Mail \d+ is WAITING/);
  expect(found).toMatch(/Invoice 20\d\d-000001 has no file/);
  expect(found).toMatch(/Cart item \d+ is held/);
  const pendingRun = sql`insert into bulk_runs (actor_id, actor, ip, decision, rows)
    select id, username, '', 'orders.decide approve', '[{"id": 1}]' from users limit 1`;
  expect((await withFault(pendingRun, unfinishedWork)).join()).toMatch(/Run \d+ is not over/);
  const futureJobs = sql`update graphile_worker._private_jobs set run_at = now() + interval '2 days'`;
  expect((await withFault(futureJobs, unfinishedWork)).join()).not.toMatch(/Job /);
  const expiredQuoteHold = sql`insert into quotes (company_id, user_id, holding, content, valid_until)
    select company_id, id, true, '{}', now() - interval '1 minute' from users limit 1`;
  expect((await withFault(expiredQuoteHold, unfinishedWork)).join()).toMatch(
    /Quote \d+ is kept since/,
  );
});

test("lists mails that nobody received and files that are missing", async () => {
  const sent = sql`update mails set status = 'SENT', sent_at = now() where subject like '% is paid'`;
  const { lost } = await withFault(sent, (tx) => lostMails(tx, []));
  expect(lost).toEqual([expect.stringMatching(/is paid.*nobody got it/)]);
  const storedFile = sql`insert into files (storage_key, name, media_type, bytes, sha256)
    values ('some/key', 'Invoice 1.pdf', 'application/pdf', 3, 'abc')`;
  const gone = await withFault(storedFile, (tx) =>
    damagedFiles(tx, 0, async () => {
      throw new Error("no such file");
    }),
  );
  expect(gone).toEqual([expect.stringMatching(/Invoice 1\.pdf.*gone/)]);
});
