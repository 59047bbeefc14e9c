import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { putBudgets, putRules } from "../../../test/builders/company.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let admin: TestUser;
let vintageId: number;
let otherVintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  const { vintageIds } = await aProject(t.db, {
    registry: "A registry of its own",
    vintages: [{ credits: 10_000 }, { year: 2023, credits: 1000 }],
  });
  [vintageId, otherVintageId] = vintageIds as [number, number];
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const record = async (companyId: number) =>
  (await t.call(admin, "GET", `/management/companies/${companyId}`)).body;
const decide = (companyId: number, step: string, body: object = {}) =>
  t.call(admin, "POST", `/management/companies/${companyId}/${step}`, body);
const merge = (from: TestUser, into: TestUser) =>
  decide(from.companyId, "merge", { intoId: into.companyId, reason: "One group by now" });
const retire = (by: TestUser, quantity: number, vintage = vintageId) =>
  t.call(by, "POST", "/me/retirements", {
    vintageId: vintage,
    quantity,
    beneficiaryName: "Brennvik",
    purpose: "OWN_EMISSIONS",
  });
const complete = (id: number, serial: string) =>
  t.call(admin, "POST", `/management/retirements/${id}/complete`, {
    serialNumberFrom: serial,
    serialNumberTo: serial,
    registryUrl: "https://registry.example/1",
    retiredAt: new Date().toISOString(),
  });

describe("a merge", () => {
  test("moves everything to the other company, and the ledger still matches", async () => {
    const [first, second, third] = [await t.aUser(), await t.aUser(), await t.aUser()];
    const { companyId } = first;
    const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
    await t.call(first, "POST", "/me/company/details", invoiceDetails);
    await aPaidOrder(t, admin, buyer, vintageId, 20);
    await aPaidOrder(t, admin, first, otherVintageId, 5);
    await aPaidOrder(t, admin, second, vintageId, 7);
    const open = await anOrder(t, first, vintageId, 2);
    await retire(first, 4);
    await complete((await retire(buyer, 1)).body.id, "A-1");

    expect((await merge(first, first)).body.code).toBe("INVALID_TRANSITION");
    const merged = await merge(first, second);
    expect(merged.body).toMatchObject({
      id: second.companyId,
      members: 3,
      orders: 4,
      legalName: invoiceDetails.companyName,
      holdings: { vintages: 2, purchased: 32, inProgress: 4, retired: 1, available: 27 },
      retirements: 2,
    });
    expect(await record(companyId)).toMatchObject({
      state: "CLOSED",
      members: 0,
      orders: 0,
      mergedInto: { id: second.companyId },
      mergeReason: "One group by now",
    });
    const checks = `/management/companies/${companyId}/vat-checks`;
    expect(await t.call(admin, "GET", checks)).toMatchObject({
      status: 200,
      body: { content: [] },
    });
    const check = { vatNumber: "DE123456789", result: "VALID", checkedAt: "2026-01-12" };
    expect((await t.call(admin, "POST", checks, check)).status).toBe(404);
    expect(await differences(t.db)).toEqual([]);
    expect((await t.call(second, "GET", `/me/orders/${open.id}`)).status).toBe(200);
    const { body } = await t.call(buyer, "GET", "/me/portfolio/summary");
    expect(body.totals.purchased).toBe(32);
    expect(body.series.quarters.at(-1)).toMatchObject({ purchased: 32, retired: 1 });
    const { body: own } = await t.call(buyer, "GET", "/me/portfolio/summary?by=me");
    expect(own.totals).toMatchObject({ purchased: 20, retired: 1 });
    expect(own.series.quarters.at(-1)).toMatchObject({ purchased: 20, retired: 1 });
    const limit = { creditLimit: 5000, version: (await record(companyId)).version };
    const path = `/management/companies/${companyId}`;
    const away = {
      code: "INVALID_TRANSITION",
      detail: "This company was merged into another one.",
    };
    expect((await t.call(admin, "PATCH", path, limit)).body).toMatchObject(away);
    expect((await decide(companyId, "block", { reason: "Overdue" })).body).toMatchObject(away);
    const again = { code: "INVALID_TRANSITION", detail: expect.stringMatching(/merged or closed/) };
    expect((await merge(first, third)).body).toMatchObject(again);
    expect((await merge(third, first)).body.code).toBe("INVALID_TRANSITION");

    // Companies merged earlier move along.
    expect((await merge(second, third)).body.holdings.purchased).toBe(32);
    expect((await record(companyId)).mergedInto.id).toBe(third.companyId);
    expect(await differences(t.db)).toEqual([]);
    const entries = await t.db
      .selectFrom("audit_entries")
      .select("after")
      .where("action", "=", "company.merge")
      .execute();
    expect(entries).toHaveLength(2);
  });

  test("withdraws the invitations of the merged company", async () => {
    const [from, into] = [await t.aUser(), await t.aUser()];
    const invitation = { email: "late@brennvik.example", role: "BUYER" };
    const sent = await t.call(from, "POST", "/me/company/invitations", invitation);
    expect(sent.status).toBe(201);
    expect((await merge(from, into)).body).toMatchObject({ members: 2, invitations: [] });
  });

  test("into a blocked company says that it is blocked: its new members cannot order either", async () => {
    const [owner, other] = [await t.aUser(), await t.aUser()];
    await decide(other.companyId, "block", { reason: "Invoices are overdue" });
    const merged = await merge(owner, other);
    expect(merged.body).toMatchObject({
      state: "BLOCKED",
      blockedReason: "Invoices are overdue",
      members: 2,
    });
    const asked = await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
    expect(asked.status).toBe(403);
  });

  test("is refused if the ledger does not match the holdings", async () => {
    const [owner, other] = [await t.aUser(), await t.aUser()];
    await aPaidOrder(t, admin, owner, vintageId, 2);
    const hold = (tonnes: number) =>
      sql`update holdings set purchased = ${tonnes} where company_id = ${owner.companyId}`.execute(
        t.db,
      );
    await hold(3);
    expect(await merge(owner, other)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/Nothing was merged/) },
    });
    await hold(2);
    expect(await record(owner.companyId)).toMatchObject({ state: "ACTIVE", members: 1, orders: 1 });
  });

  test("leaves no row behind, in any table with a company", async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id' and table_name <> 'credit_movements'`.execute(
      t.db,
    );
    const [owner, other] = [await t.aUser(), await t.aUser()];
    const { companyId } = owner;
    await t.call(owner, "POST", "/me/company/details", invoiceDetails);
    await t.call(other, "POST", "/me/company/details", invoiceDetails);
    const invited = { email: "left@brennvik.example", role: "BUYER" };
    await t.call(owner, "POST", "/me/company/invitations", invited);
    await t.call(owner, "POST", "/me/shortlists", { name: "Board" });
    await t.call(owner, "POST", "/me/cart/vintages", { vintageId: otherVintageId, credits: 1 });
    await t.call(owner, "POST", "/me/quotes");
    const budget = { costCentre: "4410", year: 2026, amount: 1000 };
    const target = (who: TestUser, year: number, tonnes: number) =>
      t.call(who, "PUT", "/me/portfolio/targets", { year, tonnes });
    for (const year of [2026, 2027]) await target(owner, year, 10);
    await target(other, 2026, 7);
    const later = { ...budget, costCentre: "Ops", year: 2027 };
    await putBudgets(t, owner, [budget, { ...budget, costCentre: "Lab" }, later]);
    await putBudgets(t, other, [
      budget,
      { ...budget, costCentre: "LAB" },
      { ...later, year: 2026 },
    ]);
    await t.call(admin, "POST", `/management/companies/${companyId}/vat-checks`, {
      result: "VALID",
      checkedAt: "2026-11-20",
    });
    await aPaidOrder(t, admin, owner, vintageId, 2);
    await retire(owner, 1);
    await putRules(t, owner, [{ kind: "AMOUNT", over: 0 }]);
    const { body: cart } = await t.call(owner, "POST", "/me/cart/vintages", {
      vintageId,
      credits: 1,
    });
    const asked = { ...invoiceDetails, version: cart.version };
    expect((await t.call(owner, "POST", "/me/cart/checkout", asked)).status).toBe(202);
    const left = async () => {
      const counts = await Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await sql<{ count: number }>`
            select count(*) as count from ${sql.table(name)} where company_id = ${companyId}`.execute(
            t.db,
          );
          return rows[0]!.count > 0 ? [name] : [];
        }),
      );
      return counts.flat();
    };
    // A new table with a company_id needs a row above, and a line in the merge.
    expect((await left()).toSorted()).toEqual([
      "approval_rules",
      "approvals",
      "company_budgets",
      "company_details",
      "company_invitations",
      "company_targets",
      "holdings",
      "orders",
      "quotes",
      "retirements",
      "shortlists",
      "users",
      "vat_checks",
    ]);
    await merge(owner, other);
    expect(await left()).toEqual([]);
    expect((await t.call(other, "GET", "/me/company")).body).toMatchObject({
      approvalRules: [{ kind: "AMOUNT", over: 0 }],
      budgets: [
        later,
        { costCentre: "4410", amount: 2000 },
        { costCentre: "LAB", amount: 2000 },
        { ...later, year: 2026 },
      ],
    });
    expect((await t.call(other, "GET", "/me/portfolio/targets")).body.content).toMatchObject([
      { year: 2027, tonnes: 10 },
      { year: 2026, tonnes: 7 },
    ]);
  });

  test("notifies the members who moved, and the owners of the other company", async () => {
    const [moved, owner] = [await t.aUser(), await t.aUser()];
    await sql`update users set company_since = '2020-03-04' where id = ${moved.userId}`.execute(
      t.db,
    );
    const viewer = await t.aUser("User", { companyId: owner.companyId, companyRole: "VIEWER" });
    await merge(moved, owner);
    const told = async (caller: TestUser) =>
      (await t.call(caller, "GET", "/me/notifications")).body.content;
    const { body: company } = await t.call(owner, "GET", "/me/company");
    const person = company.members.find(
      ({ userId }: { userId: number }) => userId === moved.userId,
    );
    expect(await told(owner)).toMatchObject([
      {
        code: "company.member.joined",
        facts: {
          companyName: company.name,
          person: `${person.firstName} ${person.lastName}`,
        },
      },
    ]);
    expect(await told(moved)).toMatchObject([
      { code: "company.merged", facts: { companyName: company.name, reason: "One group by now" } },
    ]);
    expect(await told(viewer)).toEqual([]);
    expect(Date.now() - Date.parse(person.since)).toBeLessThan(86_400_000);
  });

  test("keeps the rules of the target company if it has any", async () => {
    const [owner, other] = [await t.aUser(), await t.aUser()];
    await putRules(t, owner, [{ kind: "EX_ANTE" }, { kind: "TONNES", over: 5 }]);
    await putRules(t, other, [{ kind: "AMOUNT", over: 7 }]);
    expect((await merge(owner, other)).status).toBe(200);
    const { body } = await t.call(other, "GET", "/me/company");
    expect(body.approvalRules).toEqual([{ kind: "AMOUNT", over: 7 }]);
  });

  test("includes what members start at the same moment, or that is refused", async () => {
    const [from, into] = [await t.aUser(), await t.aUser()];
    await t.call(from, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
    const writes = [
      ["POST", "/me/shortlists", { name: "For 2027" }],
      ["POST", "/me/quotes", undefined],
      ["POST", "/me/company/invitations", { email: "new@brennvik.example", role: "BUYER" }],
      ["POST", "/me/company/details", invoiceDetails],
      ["PATCH", "/me/company", { name: "Brennvik Sea", version: 1 }],
      ["PUT", "/me/company/approval-rules", [{ kind: "EX_ANTE" }]],
      ["PUT", "/me/portfolio/targets", { year: 2027, tonnes: 5 }],
    ] as const;
    const merging = sql`with merged as (update companies set merged_into_id = ${into.companyId},
        merge_reason = 'One group', closed_at = now(), version = version + 1 where id = ${from.companyId})
      update users set company_id = ${into.companyId} where id = ${from.userId}`;
    const responses = await runBlocked(
      t.db,
      merging,
      writes.map(
        ([method, path, body]) =>
          () =>
            t.call(from, method, path, body),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 403, 403, 403, 409, 403]);
    for (const path of ["/me/shortlists", "/me/quotes"])
      expect((await t.call(into, "GET", path)).body.content).toHaveLength(1);
  });

  test("waits for a payment without locking its buyer", async () => {
    const [from, into] = [await t.aUser(), await t.aUser()];
    const { id } = await anOrder(t, from, vintageId, 1);
    const paying = sql`select from orders where id = ${id} for update`;
    const next = sql`select from users where id = ${from.userId} for no key update nowait`;
    const [merged] = await runBlocked(t.db, paying, [() => merge(from, into)], next);
    expect(merged!.status).toBe(200);
  });

  test("at the same time as orders, payments and retirements loses none of them", async () => {
    const round = async (name: string) => {
      const [from, into] = [await t.aUser(), await t.aUser()];
      await aPaidOrder(t, admin, from, vintageId, 10);
      const toPay = await anOrder(t, from, vintageId, 3);
      await t.call(admin, "POST", `/management/orders/${toPay.id}/approve`, {});
      const asked = await retire(from, 1);
      const { body: cart } = await t.call(from, "POST", "/me/cart/vintages", {
        vintageId,
        credits: 4,
      });
      const paidAt = new Date().toISOString();
      const responses = await Promise.all([
        t.call(from, "POST", "/me/cart/checkout", { ...invoiceDetails, version: cart.version }),
        merge(from, into),
        t.call(admin, "POST", `/management/orders/${toPay.id}/pay`, { paidAt }),
        complete(asked.body.id, `B-${name}`),
        retire(from, 1),
      ]);
      expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      expect(responses.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from orders where company_id = ${from.companyId})
          + (select count(*) from retirements where company_id = ${from.companyId})
          + (select count(*) from holdings where company_id = ${from.companyId}) as left`.execute(
        t.db,
      );
      expect(rows[0]!.left).toBe(0);
    };
    await round("1");
    await round("2");
    await round("3");
    expect(await differences(t.db)).toEqual([]);
  });
});
