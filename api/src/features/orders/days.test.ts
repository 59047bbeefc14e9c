import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { daysAfter } from "./orders.rules.ts";

let t: TestApp;
let admin: TestCaller;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  ({ vintageId } = await aProject(t.db));
});
afterAll(() => t.close());

const minute = 60_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const decide = (id: number, what: string, body: object) =>
  t.call(admin, "POST", `/management/orders/${id}/${what}`, body);

async function anApprovedOrder(buyer: TestCaller, credits = 1): Promise<number> {
  const { id } = await anOrder(t, buyer, vintageId, credits);
  expect((await decide(id, "approve", {})).status).toBe(200);
  return id;
}

const idsOf = async (query: string): Promise<number[]> => {
  const { status, body } = await t.call(admin, "GET", `/management/orders?sort=id,asc&${query}`);
  expect(status).toBe(200);
  return body.content.map(({ id }: { id: number }) => id);
};

test("An invoice is due as many days after its issue as the settings say", async () => {
  const settings = async () => (await t.call(admin, "GET", "/management/settings")).body;
  const { payment } = await settings();
  const buyer = await t.aUser();
  for (const days of [payment.days + 7, 0]) {
    const { version } = (await settings()).payment;
    const saved = await t.call(admin, "PATCH", "/management/settings", {
      payment: { ...payment, days, version },
    });
    expect(saved.status).toBe(200);
    const id = await anApprovedOrder(buyer);
    const { rows } = await sql<{ issued: string; due: string; content: { dueOn: string } }>`
      select issued_on::text as issued, due_on::text as due, content from invoices where order_id = ${id}`.execute(
      t.db,
    );
    const { issued, due, content } = rows[0]!;
    expect(due).toBe(daysAfter(issued, days));
    expect(content.dueOn).toBe(due);
    const { body } = await t.call(buyer, "GET", `/me/orders/${id}`);
    expect(body.payment.dueOn).toBe(due);
  }
});

describe("An order is paid", () => {
  test("now, and not in an hour", async () => {
    const id = await anApprovedOrder(await t.aUser());
    expect(await decide(id, "pay", { paidAt: inMs(60 * minute) })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "paidAt", message: "This date is in the future" }] },
    });
    expect((await decide(id, "pay", { paidAt: inMs(0) })).body.status).toBe("PAID");
  });

  test("later than another one entered before it: the newest payment stays the last purchase", async () => {
    const buyer = await t.aUser();
    const [first, second] = [await anApprovedOrder(buyer, 2), await anApprovedOrder(buyer, 3)];
    const newest = inMs(-minute);
    await decide(first, "pay", { paidAt: newest });
    await decide(second, "pay", { paidAt: inMs(-3 * 24 * 60 * minute) });

    const user = await t.db
      .selectFrom("users")
      .select(["last_purchase_at", "total_purchased_volume"])
      .where("id", "=", buyer.userId)
      .executeTakeFirstOrThrow();
    expect(user.last_purchase_at?.toISOString()).toBe(newest);
    expect(user.total_purchased_volume).toBe(5);
  });
});

test("What is due today is not overdue, what was due yesterday is", async () => {
  const buyer = await t.aUser();
  const [today, yesterday] = [await anApprovedOrder(buyer), await anApprovedOrder(buyer)];
  await sql`update orders set due_on = current_date where id = ${today}`.execute(t.db);
  await sql`update orders set due_on = current_date - 1 where id = ${yesterday}`.execute(t.db);

  const overdue = await idsOf("overdue=true");
  expect(overdue).toContain(yesterday);
  expect(overdue).not.toContain(today);

  await decide(yesterday, "pay", { paidAt: inMs(0) });
  expect(await idsOf("overdue=true")).not.toContain(yesterday);
});

test("A range of days has both its first and its last day, from the first moment to the last", async () => {
  const buyer = await t.aUser();
  const place = async (at: string) => {
    const { id } = await anOrder(t, buyer, vintageId, 1);
    await sql`update orders set created_at = ${at}::timestamptz where id = ${id}`.execute(t.db);
    return id;
  };
  await place("2024-02-27T23:59:59.999Z");
  const first = await place("2024-02-28T00:00:00Z");
  const last = await place("2024-02-29T23:59:59.999Z");
  await place("2024-03-01T00:00:00Z");

  expect(await idsOf("createdFrom=2024-02-28&createdTo=2024-02-29")).toEqual([first, last]);
  expect(await idsOf("createdFrom=2024-02-29&createdTo=2024-02-29")).toEqual([last]);
});
