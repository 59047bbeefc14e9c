import { sql } from "kysely";
import { dayIn } from "@tonneline/contract/days";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { daysAfter } from "../../core/days.ts";
import {
  dayStart,
  endOf,
  requirePast,
  sellerDay,
  sellerMoment,
  sellerToday,
  today,
} from "../../core/days.sql.ts";
import { formatEnd, formatMoment } from "../../core/formats.ts";

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

const settings = async () => (await t.call(admin, "GET", "/management/settings")).body;

test("A day given by an operator may be tomorrow, as it may be in their time zone, but no later", async () => {
  const day = await today(t.db);
  await requirePast(t.db, "day", daysAfter(day, 1));
  await expect(requirePast(t.db, "day", daysAfter(day, 2))).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
});

test.each([
  // Clocks go back from one to midnight, forward from midnight to one, and back from midnight to eleven.
  ["Atlantic/Azores", "2027-10-31", "2027-10-31T00:00:00Z"],
  ["America/Santiago", "2027-09-05", "2027-09-05T04:00:00Z"],
  ["America/Santiago", "2027-04-04", "2027-04-04T04:00:00Z"],
  ["Europe/Berlin", "2027-03-28", "2027-03-27T23:00:00Z"],
  ["Europe/Berlin", "2027-03-29", "2027-03-28T22:00:00Z"],
])("In %s the %s begins at %s, and no earlier", async (zone, day, at) => {
  const { seller } = await settings();
  const choose = (timeZone: string, version: number) =>
    t.call(admin, "PATCH", "/management/settings", { seller: { ...seller, timeZone, version } });
  expect((await choose(zone, seller.version)).status).toBe(200);
  const { rows } = await sql<{ begins: Date; of: string; before: string }>`
    select d.begins, ${sellerDay(sql`d.begins`)}::text as of, ${sellerDay(sql`(d.begins - interval '1 second')`)}::text as before
      from (select ${dayStart(day)} as begins) d`.execute(t.db);
  expect(rows).toEqual([{ begins: new Date(at), of: day, before: daysAfter(day, -1) }]);
  await choose(seller.timeZone, seller.version + 1);
});

test("An invoice is due the configured number of days after its issue", async () => {
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
    // The operator's clock may be fast.
    expect((await decide(id, "pay", { paidAt: inMs(minute / 2) })).body.status).toBe("PAID");
  });

  test("on an earlier day than one recorded before it: the latest payment stays the last purchase", async () => {
    const buyer = await t.aUser();
    const [first, second] = [await anApprovedOrder(buyer, 2), await anApprovedOrder(buyer, 3)];
    const newest = inMs(-minute);
    const placed = new Date(inMs(-4 * 24 * 60 * minute));
    await sql`update orders set created_at = ${placed} where id = ${second}`.execute(t.db);
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

test("What is due today is not overdue yet, what was due yesterday is", async () => {
  const buyer = await t.aUser();
  const [today, yesterday] = [await anApprovedOrder(buyer), await anApprovedOrder(buyer)];
  await sql`update orders set due_on = ${sellerToday} where id = ${today}`.execute(t.db);
  await sql`update orders set due_on = ${sellerToday} - 1 where id = ${yesterday}`.execute(t.db);

  const overdue = await idsOf("overdue=true");
  expect(overdue).toContain(yesterday);
  expect(overdue).not.toContain(today);

  await decide(yesterday, "pay", { paidAt: inMs(0) });
  expect(await idsOf("overdue=true")).not.toContain(yesterday);
});

describe("In a time zone with another day than London", () => {
  // At any time it is either tomorrow in the one or yesterday in the other.
  const zone = new Date().getUTCHours() < 10 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
  const dayThere = () => dayIn(zone, new Date());
  const choose = async (timeZone: string) => {
    const { seller } = await settings();
    const { status } = await t.call(admin, "PATCH", "/management/settings", {
      seller: { ...seller, timeZone },
    });
    expect(status).toBe(200);
  };
  beforeAll(() => choose(zone));
  afterAll(() => choose("Europe/Berlin"));

  test("an invoice and its credit note have the seller's day, and the due date counts from it", async () => {
    const before = dayThere();
    const id = await anApprovedOrder(await t.aUser());
    await decide(id, "reject", { reason: "Not paid" });
    const { rows } = await sql<{ issued: string; supplied: string }>`
      select issued_on::text as issued, content ->> 'suppliedOn' as supplied
      from invoices where order_id = ${id}`.execute(t.db);
    expect(rows).toHaveLength(2);
    for (const { issued, supplied } of rows) {
      expect([before, dayThere()]).toContain(issued);
      expect(supplied).toBe(issued);
    }
    expect(dayThere()).not.toBe(new Date().toISOString().slice(0, 10));
  });

  test("an exported file is named by the seller's day", async () => {
    const buyer = await t.aUser();
    const { vintageIds } = await aProject(t.db, { vintages: [{ year: 2023 }, { year: 2024 }] });
    const nameOf = async (who: TestCaller, url: string, accept: string) => {
      const headers = { authorization: `Bearer ${who.authToken}`, accept };
      const response = await t.app.inject({ url: `/api/v1${url}`, headers });
      expect(response.statusCode).toBe(200);
      return String(response.headers["content-disposition"]).split("''")[1];
    };
    const before = dayThere();
    const names = [
      await nameOf(admin, "/management/orders", "text/csv"),
      await nameOf(buyer, "/projects/list.xlsx?category=CREDIT_SALE", "*/*"),
      await nameOf(buyer, `/vintages/comparison.xlsx?ids=${vintageIds.join()}`, "*/*"),
    ];
    const named = (day: string) => [
      `orders-${day}.csv`,
      `projects-${day}.xlsx`,
      `comparison-${day}.xlsx`,
    ];
    expect([named(before), named(dayThere())]).toContainEqual(names);
  });

  test("what is due on the seller's day only becomes overdue on the next one", async () => {
    const id = await anApprovedOrder(await t.aUser());
    const due = (day: string) =>
      sql`update orders set due_on = ${day}::date where id = ${id}`.execute(t.db);
    await due(dayThere());
    expect(await idsOf("overdue=true")).not.toContain(id);
    await due(daysAfter(dayThere(), -1));
    expect(await idsOf("overdue=true")).toContain(id);
  });

  test.each([
    ["2026-07-01T17:05:00Z", "1 July 2026 at 13:05"],
    ["2026-11-02T05:00:00Z", "2 November 2026 at 00:00"],
  ])("the database words %s as mails and documents do", async (instant, words) => {
    await choose("America/New_York");
    const at = new Date(instant);
    const { rows } = await sql<{ moment: string }>`
      select ${sellerMoment(sql`${at}::timestamptz`)} as moment`.execute(t.db);
    expect(rows[0]!.moment).toBe(`${words} (America/New York)`);
    expect(formatMoment(at, "America/New_York")).toBe(rows[0]!.moment);
    expect(await endOf(t.db, at)).toBe(formatEnd(at, "America/New_York"));
  });
});

test("The first half hour of a year in Berlin belongs to that year's days and number series", async () => {
  const { rows } = await sql<{ day: string }>`
    select ${sellerDay(sql`'2026-12-31T23:30:00Z'::timestamptz`)} as day`.execute(t.db);
  expect(rows).toEqual([{ day: "2027-01-01" }]);
});

test("A range of days includes its first and last day completely", async () => {
  const buyer = await t.aUser();
  const place = async (at: string) => {
    const { id } = await anOrder(t, buyer, vintageId, 1);
    await sql`update orders set created_at = ${at}::timestamptz where id = ${id}`.execute(t.db);
    return id;
  };
  // Berlin is an hour ahead of London.
  await place("2024-02-27T22:59:59.999Z");
  const first = await place("2024-02-27T23:00:00Z");
  const last = await place("2024-02-29T22:59:59.999Z");
  await place("2024-02-29T23:00:00Z");

  expect(await idsOf("createdFrom=2024-02-28&createdTo=2024-02-29")).toEqual([first, last]);
  expect(await idsOf("createdFrom=2024-02-29&createdTo=2024-02-29")).toEqual([last]);
});
