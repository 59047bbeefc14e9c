import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { maxQuoteDays } from "@tonneline/contract/quotes";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited } from "../../../test/operators.ts";
import { daysAfter } from "../../core/days.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { quoteJobs } from "./quotes.jobs.ts";

/* What happens to a kept quote when its buyer leaves. */

let t: TestApp;
let operator: TestUser;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

/** The seller's day. */
const inDays = (days: number) => daysAfter(dayIn(defaultTimeZone, new Date()), days);
const keep = (id: number, until = inDays(5)) =>
  t.call(operator, "POST", `/management/quotes/${id}/keep`, { until });
const stock = (vintageId: number) =>
  t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved", "committed"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();

/** Runs the jobs posted when a user left a company. */
async function workOff({ userId }: TestUser) {
  const { rows: jobs } = await sql<{ payload: object }>`select payload
    from graphile_worker._private_jobs where (payload ->> 'userId')::integer = ${userId}`.execute(
    t.db,
  );
  for (const { payload } of jobs)
    await quoteJobs(t.db)["company.left"]!(payload, { id: "1" } as never);
}

test("A user whose role is changed concurrently still gets the quote", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const offer = { userId: buyer.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  const change = sql`update users set role_id = (select id from roles where name = 'Admin')
    where id = ${buyer.userId}`;
  const make = () => t.call(operator, "POST", "/management/quotes", offer);
  const [made] = await runBlocked(t.db, change, [make]);
  expect(made!.status).toBe(201);
});

test("No quote is made for a buyer who leaves the company meanwhile", async () => {
  const owner = await t.aUser();
  const member = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(member, "GET", "/me/cart");
  const cart = sql`select from carts where user_id = ${member.userId} for update`;
  const leaves = sql`update users set company_id = ${(await t.aUser()).companyId}
    where id = ${member.userId}`;
  const offer = { userId: member.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  const make = () => t.call(operator, "POST", "/management/quotes", offer);
  const [refused] = await runBlocked(t.db, cart, [make], leaves);
  expect([refused!.status, refused!.body.code]).toEqual([404, "NOT_FOUND"]);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
});

test("Keeping or ordering a quote locks nothing that a merge of its company needs", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
  const { id } = (await t.call(buyer, "POST", "/me/quotes")).body;
  const merging = sql`select from companies where id = ${buyer.companyId} for no key update`;
  const next = sql`select from quotes q, users u where q.id = ${id} and u.id = ${buyer.userId}
    for update nowait`;
  const [kept] = await runBlocked(t.db, merging, [() => keep(id)], next);
  expect(kept!.body.status).toBe("KEPT");
  const order = () => t.call(buyer, "POST", `/me/quotes/${id}/order`, invoiceDetails);
  const [ordered] = await runBlocked(t.db, merging, [order], next);
  expect(ordered!.body.status).toBe("AWAITING_APPROVAL");
});

test("Credits kept for a member who leaves the company go back on sale", async () => {
  const owner = await t.aUser();
  const member = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const { vintageIds } = await aProject(t.db, {
    vintages: [{ credits: 100 }, { year: 2023, credits: 100 }],
  });
  const [vintageId, other] = vintageIds as [number, number];
  await t.call(member, "POST", "/me/cart/vintages", { vintageId, credits: 7 });
  const { body: open } = await t.call(member, "POST", "/me/quotes");
  const offer = { userId: member.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  const { body: kept } = await t.call(operator, "POST", "/management/quotes", offer);
  expect(await audited(t, operator, "quote.keep")).toMatchObject({
    actorId: operator.userId,
    thingId: String(kept.id),
    after: { until: kept.validUntil },
  });

  await t.call(owner, "DELETE", `/me/company/members/${member.userId}`);
  // Quotes at the user's new company stay kept.
  const { body: later } = await t.call(operator, "POST", "/management/quotes", {
    ...offer,
    items: [{ vintageId: other, credits: 3 }],
  });
  await workOff(member);
  expect((await t.call(member, "GET", `/me/quotes/${later.id}`)).body.status).toBe("KEPT");
  expect(await stock(other)).toMatchObject({ available: 97, reserved: 3 });
  expect(await stock(vintageId)).toMatchObject({ available: 93, reserved: 7 });
  const { body } = await t.call(owner, "GET", `/me/quotes/${kept.id}`);
  expect(body.status).toBe("WITHDRAWN");

  expect((await t.call(member, "POST", `/me/quotes/${open.id}/withdraw`)).status).toBe(404);
  const refused = await keep(open.id);
  expect(refused.body).toMatchObject({
    code: "INVALID_TRANSITION",
    detail: expect.stringContaining("may no longer order for this company"),
  });
  expect(await stock(vintageId)).toMatchObject({ available: 93, reserved: 7 });
});

test("Credits kept for a former member go back on sale, even after the company was merged into another", async () => {
  const owner = await t.aUser();
  const into = await t.aUser();
  const member = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const offer = { userId: member.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  await t.call(operator, "POST", "/management/quotes", offer);
  await t.call(owner, "DELETE", `/me/company/members/${member.userId}`);
  const merge = { intoId: into.companyId, reason: "One company" };
  const path = `/management/companies/${owner.companyId}/merge`;
  expect((await t.call(operator, "POST", path, merge)).status).toBe(200);
  await workOff(member);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
});

test("Extending an operator's offer leaves the buyer's cart as it is", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 7 });
  const offer = { userId: buyer.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  const { body } = await t.call(operator, "POST", "/management/quotes", offer);
  expect((await keep(body.id, inDays(9))).status).toBe(200);
  expect((await t.call(buyer, "GET", "/me/cart")).body.items).toMatchObject([{ quantity: 7 }]);
  expect(await stock(vintageId)).toMatchObject({ available: 88, reserved: 12 });
});

test("Erasing an account releases the credits of a quote that has just expired, once", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const offer = { userId: buyer.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  const { body } = await t.call(operator, "POST", "/management/quotes", offer);
  await sql`update quotes set valid_until = now() where id = ${body.id}`.execute(t.db);
  const username = { username: body.username };
  const erasure = `/management/users/${buyer.userId}/erasure`;
  expect((await t.call(operator, "POST", erasure, username)).status).toBe(204);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
  // Its own job comes later, and must not release them again.
  await quoteJobs(t.db)["quote.ends"]!({ quoteId: body.id }, { id: "1" } as never);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
});

test("A quote that is extended holds its credits once, until the new day only", async () => {
  const buyer = await t.aUser();
  const { id: projectId, vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 7 });
  const { body: open } = await t.call(buyer, "POST", "/me/quotes");
  const { id } = open;
  // Both today and the last permitted day are accepted.
  for (const [days, status] of [
    [-1, 400],
    [maxQuoteDays + 1, 400],
    [0, 200],
    [maxQuoteDays, 200],
  ] as const)
    expect((await keep(id, inDays(days))).status, `${days}`).toBe(status);
  const { body: kept } = await keep(id, inDays(9));
  expect(await stock(vintageId)).toMatchObject({ available: 93, reserved: 7 });
  const { rows: jobs } = await sql`select run_at as "runAt" from graphile_worker._private_jobs
    where (payload ->> 'quoteId')::integer = ${id}`.execute(t.db);
  expect(jobs).toEqual([{ runAt: new Date(kept.validUntil) }]);

  expect((await t.call(operator, "POST", `/management/quotes/${id}/withdraw`)).status).toBe(200);
  expect(await audited(t, operator, "quote.withdraw")).toMatchObject({ thingId: String(id) });
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });

  // Projects hidden from buyers cannot be offered.
  await sql`update projects set hidden = true where id = ${projectId}`.execute(t.db);
  const items = [{ vintageId, credits: 1 }];
  const offer = { userId: buyer.userId, until: inDays(3), items };
  const { body } = await t.call(operator, "POST", "/management/quotes", offer);
  expect(body.code).toBe("NOT_PURCHASABLE");
});

test.each([
  [
    "is over",
    async (id: number) => {
      await sql`update quotes set valid_until = now() where id = ${id}`.execute(t.db);
      await quoteJobs(t.db)["quote.ends"]!({ quoteId: id }, { id: "1" } as never);
    },
  ],
  ["is withdrawn", (id: number) => t.call(operator, "POST", `/management/quotes/${id}/withdraw`)],
])("A blocked user is not notified that their quote %s", async (_, end) => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const offer = { userId: buyer.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  const { id } = (await t.call(operator, "POST", "/management/quotes", offer)).body;
  const reason = "Did not pay";
  await t.call(operator, "POST", `/management/users/${buyer.userId}/block`, { reason });
  const counts = async () => {
    const { rows } = await sql<{ mails: number; notices: number }>`
      select (select count(*)::int from mails where recipient = username) as mails,
        (select count(*)::int from notifications where user_id = users.id) as notices
      from users where id = ${buyer.userId}`.execute(t.db);
    return rows[0];
  };
  const before = await counts();
  await end(id);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
  expect(await counts()).toEqual(before);
});
