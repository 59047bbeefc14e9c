import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { sellerToday } from "../../core/days.sql.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let admin: TestUser;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  ({ vintageId } = await aProject(t.db, { vintages: [{ credits: 10_000 }] }));
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const record = async (companyId: number) =>
  (await t.call(admin, "GET", `/management/companies/${companyId}`)).body;
const decide = (companyId: number, step: string, body: object = {}) =>
  t.call(admin, "POST", `/management/companies/${companyId}/${step}`, body);
const retire = (by: TestUser, quantity: number) =>
  t.call(by, "POST", "/me/retirements", {
    vintageId,
    quantity,
    beneficiaryName: "Brennvik",
    purpose: "OWN_EMISSIONS",
  });

test("The audit log records who changed invoice details, and their previous values", async () => {
  const owner = await t.aUser();
  const { companyId } = owner;
  const accountant = await t.aUser("User", { companyId, companyRole: "ACCOUNTANT" });
  const save = (member: TestUser, details: object) =>
    t.call(member, "POST", "/me/company/details", { ...invoiceDetails, ...details });
  await save(owner, {});
  await save(accountant, { invoiceEmail: "ledger@company.example" });
  const late = await save(owner, { invoiceEmail: "late@company.example", version: 1 });
  expect(late.body.code).toBe("VERSION_CONFLICT");
  const entries = await t.db
    .selectFrom("audit_entries")
    .select(["actor_id", "before", "after"])
    .where("action", "=", "company.details")
    .where("thing_id", "=", String(companyId))
    .orderBy("id")
    .execute();
  expect(entries).toMatchObject([
    { actor_id: owner.userId, before: { companyName: null }, after: invoiceDetails },
    {
      actor_id: accountant.userId,
      before: { invoiceEmail: invoiceDetails.invoiceEmail },
      after: { invoiceEmail: "ledger@company.example" },
    },
  ]);
  expect(Object.keys(entries[1]!.before as object)).toEqual(["invoiceEmail"]);
});

describe("a company's record", () => {
  test("shows its members, its holdings and what it owes", async () => {
    const owner = await t.aUser();
    const { companyId } = owner;
    await t.aUser("User", { companyId, companyRole: "BUYER" });
    await t.call(owner, "POST", "/me/company/details", invoiceDetails);
    const paid = await aPaidOrder(t, admin, owner, vintageId, 10);
    const open = await anOrder(t, owner, vintageId, 2);
    await retire(owner, 3);
    expect(await record(companyId)).toMatchObject({
      state: "ACTIVE",
      legalName: invoiceDetails.companyName,
      members: 2,
      orders: 2,
      paid: paid.totalPriceGross,
      open: open.totalPriceGross,
      people: [{ userId: owner.userId, role: "OWNER" }, { role: "BUYER" }],
      holdings: { vintages: 1, purchased: 10, inProgress: 3, available: 7, expected: 0 },
      retirements: 1,
      creditLimit: null,
      account: {
        invoiced: 0,
        overdue: 0,
        overdueSince: null,
        toApprove: open.totalPriceGross,
        ordersToApprove: 1,
        toRefund: 0,
        paysAfterDays: 0,
        paidOrders: 1,
        paidTonnes: 10,
      },
      invitations: [],
    });
    const held = await t.call(admin, "GET", `/management/companies/${companyId}/holdings`);
    expect(held.body.content).toMatchObject([
      { id: vintageId, purchased: 10, inProgress: 3, retired: 0, available: 7, expected: 0 },
    ]);
    const { username } = (await t.call(owner, "GET", "/me")).body;
    for (const q of ["DE123456789", "accounts@brennvik.example", username]) {
      const path = `/management/companies?q=${q}&sort=open,desc`;
      const { content } = (await t.call(admin, "GET", path)).body;
      expect(content.map(({ id }: { id: number }) => id)).toContain(companyId);
    }

    const lines = [{ itemId: paid.items[0].id, quantity: 5 }];
    const given = { lines, reason: "Fewer were issued" };
    const note = await t.call(admin, "POST", `/management/orders/${paid.id}/credit-notes`, given);
    const left = Math.round((paid.totalPriceGross - note.body.gross) * 100) / 100;
    expect(left).toBeGreaterThan(0);
    expect(await record(companyId)).toMatchObject({ paid: left, account: { paidTonnes: 5 } });
  });

  test("counts a payment before the invoice as paid after 0 days", async () => {
    const owner = await t.aUser();
    const paid = await aPaidOrder(t, admin, owner, vintageId, 1);
    const early = sql`update orders set paid_at = approved_at - interval '2 days' where id = ${paid.id}`;
    await early.execute(t.db);
    expect((await record(owner.companyId)).account).toMatchObject({ paysAfterDays: 0 });
  });

  test("shows what is overdue, and its account matches the amount due", async () => {
    const owner = await t.aUser();
    const { companyId } = owner;
    const paid = await aPaidOrder(t, admin, owner, vintageId, 10);
    const late = await anOrder(t, owner, vintageId, 4);
    await t.call(admin, "POST", `/management/orders/${late.id}/approve`, {});
    await t.db
      .updateTable("orders")
      .set({ due_on: sql<string>`${sellerToday} - 9` })
      .where("id", "=", late.id)
      .execute();
    const due = (await t.call(admin, "GET", `/management/orders/${late.id}`)).body;
    const { account } = await record(companyId);
    expect(account).toMatchObject({
      invoiced: late.totalPriceGross,
      openInvoices: 1,
      overdue: late.totalPriceGross,
      overdueInvoices: 1,
      overdueSince: due.dueOn,
      toApprove: 0,
    });
    // An invoice due today is not overdue yet.
    const dueToday = sql`update orders set due_on = ${sellerToday} where id = ${late.id}`;
    await dueToday.execute(t.db);
    expect((await record(companyId)).account).toMatchObject({ openInvoices: 1, overdue: 0 });

    const movements = await t.call(admin, "GET", `/management/companies/${companyId}/account`);
    expect(movements.body.content).toMatchObject([
      {
        kind: "PAYMENT",
        orderId: paid.id,
        amount: -paid.totalPriceGross,
        balance: account.invoiced,
      },
      { kind: "INVOICE", orderId: late.id, reference: due.invoiceNumber },
      { kind: "INVOICE", orderId: paid.id, balance: paid.totalPriceGross },
    ]);
    expect(movements.body).toMatchObject({ page: 0, size: 2_147_483_647, last: true });
    const second = await t.call(
      admin,
      "GET",
      `/management/companies/${companyId}/account?page=1&size=1`,
    );
    expect(second.body).toMatchObject({
      content: [{ kind: "INVOICE", orderId: late.id }],
      totalElements: 3,
      last: false,
    });
    const none = await t.call(admin, "GET", "/management/companies/999999/account");
    expect(none.status).toBe(404);
    const file = await t.app.inject({
      url: `/api/v1/management/companies/${companyId}/account/statement`,
      headers: { authorization: `Bearer ${admin.authToken}` },
    });
    expect(file.headers["content-type"]).toContain("application/pdf");
  });

  test("names an owner who can log in, and the amount to refund for a rejected order", async () => {
    const owner = await t.aUser();
    const { companyId } = owner;
    const second = await t.aUser("User", { companyId, companyRole: "OWNER" });
    const called = { first_name: "Second", last_name: "Owner" };
    await t.db.updateTable("users").set(called).where("id", "=", second.userId).execute();
    const { id } = await anOrder(t, owner, vintageId, 3);
    await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    const part = { amount: 12.5, day: dayIn(defaultTimeZone, new Date()), reference: "TX-7" };
    await t.call(admin, "POST", `/management/orders/${id}/payments`, part);
    await t.call(admin, "POST", `/management/orders/${id}/reject`, { reason: "Not paid" });
    // The first who joined, as long as they can log in.
    expect((await record(companyId)).ownerName).toBe("Per Son");
    const away = { reason: "Left the group" };
    await t.call(admin, "POST", `/management/users/${owner.userId}/block`, away);
    const found = await record(companyId);
    expect(found.account).toMatchObject({ toRefund: 12.5, invoiced: 0 });
    expect(found.ownerName).toBe("Second Owner");
  });

  test("saves a credit limit only over the version that was read", async () => {
    const { companyId } = await t.aUser();
    const { version } = await record(companyId);
    const set = (creditLimit: number | null, seen: number) =>
      t.call(admin, "PATCH", `/management/companies/${companyId}`, { creditLimit, version: seen });
    expect((await set(150_000, version)).body).toMatchObject({ creditLimit: 150_000 });
    expect((await set(1, version)).body.code).toBe("VERSION_CONFLICT");
    expect((await set(null, version + 1)).body.creditLimit).toBeNull();
  });
});

test("A blocked company can only read, until it is unblocked", async () => {
  const owner = await t.aUser();
  await aPaidOrder(t, admin, owner, vintageId, 5);
  const blocked = await decide(owner.companyId, "block", { reason: "Invoices are overdue" });
  expect(blocked.body).toMatchObject({ state: "BLOCKED", blockedReason: "Invoices are overdue" });
  expect((await decide(owner.companyId, "block", { reason: "Again" })).body).toMatchObject({
    code: "INVALID_TRANSITION",
    detail: expect.stringMatching(/^Per Son blocked it already, on /),
  });
  const refused = await retire(owner, 1);
  expect(refused).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  expect(refused.body.detail).toContain("Your company is blocked");
  const add = () => t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  expect((await add()).status).toBe(403);
  expect((await t.call(owner, "GET", "/me/orders")).body.totalElements).toBe(1);
  const { companyId } = owner;
  const [colleague, blockedOwner] = [
    await t.aUser("User", { companyId, companyRole: "BUYER" }),
    await t.aUser("User", { companyId, companyRole: "OWNER" }),
  ];
  const member = `/me/company/members/${colleague.userId}`;
  expect((await t.call(owner, "DELETE", member)).body.code).toBe("FORBIDDEN");
  // Leaving is allowed in a blocked company; owners who can log in are notified.
  const away = { reason: "Left the group" };
  await t.call(admin, "POST", `/management/users/${blockedOwner.userId}/block`, away);
  expect((await t.call(colleague, "DELETE", member)).status).toBe(204);
  const { rows } = await sql<{ userId: number }>`select user_id as "userId" from notifications
    where code = 'company.member.left' and user_id in (${owner.userId}, ${blockedOwner.userId})`.execute(
    t.db,
  );
  expect(rows).toEqual([{ userId: owner.userId }]);
  expect((await decide(companyId, "unblock")).body.state).toBe("ACTIVE");
  expect((await add()).status).toBe(200);
});

describe("A company whose only owner cannot act for it", () => {
  const appoint = (companyId: number, userId: number) =>
    decide(companyId, "owner", { userId, reason: "Its owner left the firm" });
  async function toAnonymous({ userId }: TestUser) {
    const { id: roleId } = await t.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "Anonymous")
      .executeTakeFirstOrThrow();
    await t.call(admin, "PATCH", `/management/users/${userId}`, { version: 1, roleId });
  }

  async function orphaned() {
    const owner = await t.aUser();
    const { companyId } = owner;
    const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
    expect((await appoint(companyId, buyer.userId)).body).toMatchObject({
      code: "INVALID_TRANSITION",
      detail: expect.stringContaining("has an owner who can log in"),
    });
    const away = { reason: "Left the group" };
    await t.call(admin, "POST", `/management/users/${owner.userId}/block`, away);
    return { owner, buyer, companyId };
  }

  test("gets another member as owner, who can manage it at once and is notified", async () => {
    const { owner, buyer, companyId } = await orphaned();
    const invite = () =>
      t.call(buyer, "POST", "/me/company/invitations", {
        email: "mira@brennvik.example",
        role: "BUYER",
      });
    expect((await invite()).status).toBe(403);
    const erasure = () => t.call(admin, "GET", `/management/users/${owner.userId}/erasure`);
    expect((await erasure()).body.obstacles).toMatchObject([{ obstacle: "LAST_OWNER" }]);

    const found = (await appoint(companyId, buyer.userId)).body;
    expect(found.people).toMatchObject([
      { userId: owner.userId, role: "OWNER", blocked: true },
      { userId: buyer.userId, role: "OWNER", blocked: false },
    ]);
    expect((await invite()).status).toBe(201);
    expect((await erasure()).body.obstacles).toEqual([]);
    const { body } = await t.call(buyer, "GET", "/me/notifications");
    expect(body.content).toMatchObject([{ code: "company.role.changed" }]);
    const log = await t.db
      .selectFrom("audit_entries")
      .select(["actor_id", "before", "after"])
      .where("action", "=", "company.role")
      .where("thing_id", "=", String(companyId))
      .execute();
    expect(log).toMatchObject([
      {
        actor_id: admin.userId,
        before: { role: "BUYER" },
        after: { role: "OWNER", reason: "Its owner left the firm" },
      },
    ]);
    expect((await appoint(companyId, buyer.userId)).body.code).toBe("INVALID_TRANSITION");
  });

  test("gets another owner too if the old one is Anonymous again, but never one who is", async () => {
    const owner = await t.aUser();
    const { companyId } = owner;
    const colleagues = { companyId, companyRole: "BUYER" } as const;
    const [buyer, other] = [await t.aUser("User", colleagues), await t.aUser("User", colleagues)];
    const named = (await record(companyId)).ownerName;
    expect(named).not.toBeNull();
    await toAnonymous(owner);
    await toAnonymous(other);
    expect(await record(companyId)).toMatchObject({ ownerName: null });
    const obstacles = async () =>
      (await t.call(admin, "GET", `/management/users/${owner.userId}/erasure`)).body.obstacles;
    expect(await obstacles()).toMatchObject([{ obstacle: "LAST_OWNER" }]);
    for (const { userId } of [owner, other]) {
      const refused = await appoint(companyId, userId);
      expect(refused.body.fieldErrors).toMatchObject([{ path: "userId" }]);
    }
    const found = (await appoint(companyId, buyer.userId)).body;
    expect(found.people).toMatchObject([
      { userId: owner.userId, admitted: false },
      { userId: buyer.userId, role: "OWNER", admitted: true },
      { userId: other.userId, admitted: false },
    ]);
    expect(await obstacles()).toEqual([]);
    // The only owner left who can act may not step down, whoever else is called one.
    const { userId } = buyer;
    const stepDown = await t.call(buyer, "PATCH", `/me/company/members/${userId}`, {
      role: "BUYER",
    });
    expect(stepDown.body.code).toBe("INVALID_TRANSITION");
    expect((await t.call(buyer, "GET", "/me/erasure")).body.obstacles).toMatchObject([
      { obstacle: "LAST_OWNER" },
    ]);
  });

  test("is named after whoever registered it while nobody of it can act", async () => {
    const { companyId } = await t.aUser("Anonymous");
    expect((await record(companyId)).ownerName).toBe("Per Son");
    const { userId } = await t.aUser("User", { companyId, companyRole: "BUYER" });
    expect((await record(companyId)).ownerName).toBeNull();
    await t.db.updateTable("users").set({ blocked: true }).where("id", "=", userId).execute();
    expect((await record(companyId)).ownerName).toBe("Per Son");
  });

  test("cannot be given an owner who cannot log in or belongs to another company", async () => {
    const { owner, companyId } = await orphaned();
    for (const { userId } of [owner, await t.aUser()]) {
      expect(await appoint(companyId, userId)).toMatchObject({
        status: 400,
        body: { fieldErrors: [{ path: "userId" }] },
      });
    }
  });

  test("gets only one owner if two operators appoint one at once", async () => {
    const { buyer, companyId } = await orphaned();
    const viewer = await t.aUser("User", { companyId, companyRole: "VIEWER" });
    const both = await Promise.all([buyer, viewer].map(({ userId }) => appoint(companyId, userId)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
