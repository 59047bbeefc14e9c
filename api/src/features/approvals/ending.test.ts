import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aCompany, putBudgets, putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited } from "../../../test/operators.ts";
import { inTransaction, type Tx } from "../../core/db.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { lockApproval } from "./approvals.sql.ts";
import { expireRequest, endRequestsOf } from "./ending.service.ts";

/* Ending a request waits for a concurrent decision, and meanwhile holds no lock that the decision needs. */

let t: TestApp;
let owner: TestUser;
let companyId: number;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  companyId = await aCompany(t.db);
  owner = await t.aUser("User", { companyId, companyRole: "OWNER" });
  ({ vintageId } = await aProject(t.db));
  await putRules(t, owner, [{ kind: "TONNES", over: 1 }]);
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

async function aCheckout() {
  const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  const body = { ...invoiceDetails, version: set.body.version };
  return { buyer, checkOut: () => t.call(buyer, "POST", "/me/cart/checkout", body) };
}

async function aRequest() {
  const { buyer, checkOut } = await aCheckout();
  return { id: (await checkOut()).body.approval.id as number, buyer };
}

/**
 * Runs `work` concurrently with a transaction that runs `first`, then `then` once `work` waits for a lock. Returns the
 * result of `work`.
 */
async function beside<T>(
  work: () => Promise<T>,
  first: (tx: Tx) => Promise<unknown>,
  then?: (tx: Tx) => Promise<unknown>,
) {
  let working: Promise<T> | undefined;
  await inTransaction(t.db, async (tx) => {
    await first(tx);
    working = work();
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
        return rows.length;
      })
      .toBe(1);
    await then?.(tx);
  });
  return await working!;
}

test("A decision on a request holds no lock that a merge of its company needs", async () => {
  const { id, buyer } = await aRequest();
  const merging = sql`select from companies where id = ${companyId} for no key update`;
  const next = sql`select from approvals a, users u where a.id = ${id} and u.id = ${buyer.userId}
    for update nowait`;
  const decide = () => t.call(owner, "POST", `/me/approvals/${id}/approve`, {});
  const [decided] = await runBlocked(t.db, merging, [decide], next);
  expect(decided!.status).toBe(200);
});

test("A checkout holds no lock that a merge of the company needs, and makes no request after it", async () => {
  const { buyer, checkOut } = await aCheckout();
  const merging = sql`select from companies where id = ${companyId} for no key update`;
  const next = sql`select from users where id = ${buyer.userId} for no key update nowait`;
  const [asked] = await runBlocked(t.db, merging, [checkOut], next);
  expect(asked!.status).toBe(202);

  const late = await aCheckout();
  const into = await t.aUser();
  const moving = sql`update users set company_id = ${into.companyId} where id = ${late.buyer.userId}`;
  const [refused] = await runBlocked(t.db, merging, [late.checkOut], moving);
  expect(refused!.status).toBe(403);
});

test("A request does not expire before its time is up", async () => {
  const { id } = await aRequest();
  const { rows } = await sql`select a.expires_at - j.run_at = interval '0' as same from approvals a
    join graphile_worker._private_jobs j on j.key = ${`approval ${id}`} where a.id = ${id}`.execute(
    t.db,
  );
  expect(rows).toEqual([{ same: true }]);
});

test("A request that ended with its requester does not expire as well", async () => {
  const { id, buyer } = await aRequest();
  await sql`update approvals set expires_at = now() where id = ${id}`.execute(t.db);
  const by = { userId: owner.userId, username: "owner", ip: "127.0.0.1" };
  await beside(
    () => expireRequest(t.db, id),
    (tx) => endRequestsOf(tx, buyer.userId, by),
  );
  const { body } = await t.call(owner, "GET", `/me/approvals/${id}`);
  expect(body.status).toBe("WITHDRAWN");
  const { rows } = await sql`select from notifications
    where code = 'approval.expired' and user_id = ${buyer.userId}`.execute(t.db);
  expect(rows).toEqual([]);
});

test.each([
  ["reads only", sql`company_role = 'VIEWER'`],
  ["keeps the books", sql`company_role = 'ACCOUNTANT'`],
  ["is blocked", sql`blocked = true`],
  ["is not admitted", sql`role_id = (select id from roles where name = 'Anonymous')`],
])(
  "Nothing is ordered for a requester who %s by now, and the approver is told why",
  async (_how, now) => {
    const { id, buyer } = await aRequest();
    await sql`update users set ${now} where id = ${buyer.userId}`.execute(t.db);
    const approved = await t.call(owner, "POST", `/me/approvals/${id}/approve`);
    const { body } = await t.call(owner, "GET", `/me/approvals/${id}`);
    expect(body).toMatchObject({ status: "PENDING", orderId: null });
    expect(approved).toMatchObject({
      status: 409,
      body: {
        code: "NOT_PURCHASABLE",
        detail: `${body.requester.name} may no longer order for your company. Refuse the request, and have somebody else ask for it.`,
      },
    });
    const refused = { reason: "Ask Anna to order it" };
    expect(
      (await t.call(owner, "POST", `/me/approvals/${id}/refuse`, refused)).status,
    ).toBeLessThan(300);
  },
);

test("A pause of the project is shown before its request is approved, and it is ordered anyway", async () => {
  const { id } = await aRequest();
  const become = (status: string) =>
    sql`update projects set status = ${status}
      where id = (select project_id from vintages where id = ${vintageId})`.execute(t.db);
  const approve = () => t.call(owner, "POST", `/me/approvals/${id}/approve`);
  await become("TEMPORARILY_UNAVAILABLE");
  const { body: told } = await t.call(owner, "GET", `/me/approvals/${id}`);
  expect(told.changes).toMatchObject([{ fact: "purchasable", before: true, after: false }]);
  expect(await approve()).toMatchObject({ status: 409, body: { code: "CART_CHANGED" } });
  expect((await approve()).body).toMatchObject({ status: "AWAITING_APPROVAL" });
  await become("AVAILABLE");
});

test("Removing a requester waits for a decision on the request before locking the account", async () => {
  const { id, buyer } = await aRequest();
  const removed = await beside(
    () => t.call(owner, "DELETE", `/me/company/members/${buyer.userId}`),
    (tx) => lockApproval(tx, id),
    // The next lock that a decision takes.
    (tx) => sql`select from users where id = ${buyer.userId} for share nowait`.execute(tx),
  );
  expect(removed.status).toBe(204);
});

test("The audit log has rules and budgets of a company before and after a change", async () => {
  const admin = await t.aUser("Admin");
  const own = await t.aUser();
  const of = { actorId: own.userId, thingId: String(own.companyId) };
  const rules = [{ kind: "TONNES", over: 9 }];
  await putRules(t, own, rules);
  const ruled = await audited(t, admin, "company.rules");
  expect(ruled).toMatchObject({ ...of, before: { rules: [] }, after: { rules } });
  const budgets = [{ costCentre: "4410", year: 2031, amount: 2000.5 }];
  await putBudgets(t, own, budgets);
  const planned = await audited(t, admin, "company.budgets");
  expect(planned).toMatchObject({ ...of, before: { budgets: [] }, after: { budgets } });
});
