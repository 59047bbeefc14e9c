import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import {
  invoiceDetails,
  testApp,
  type TestApp,
  type TestCaller,
  type TestUser,
} from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
import { lockAvailable, postMovements } from "../ledger/ledger.service.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { createSettings } from "../settings/settings.service.ts";
import { createCartService } from "./cart.service.ts";

let t: TestApp;
let ordersBefore: number;
beforeAll(async () => {
  t = await testApp({ poolSize: 24 });
});
beforeEach(async () => {
  ordersBefore = await orderCount();
});
afterEach(async () => {
  expect(await differences(t.db)).toEqual([]);
});
afterAll(() => t.close());

const buyers = (count: number) => Promise.all(Array.from({ length: count }, () => t.aUser()));
const setVintage = (buyer: TestCaller, vintageId: number, credits: number) =>
  t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
const checkout = (buyer: TestCaller, version: number) =>
  t.call(buyer, "POST", "/me/cart/checkout", { ...invoiceDetails, version });
const orderCount = async () =>
  (
    await t.db
      .selectFrom("orders")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;
const ordersMade = async () => (await orderCount()) - ordersBefore;
const stock = (vintageId: number) =>
  t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved", "committed"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();

test("Waiting writes of one buyer leave connections for others", async () => {
  const [buyer, other] = (await buyers(2)) as [TestUser, TestUser];
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 1000 }] });
  await setVintage(buyer, vintageId, 1);
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let writes: Promise<{ status: number }[]> | undefined;
  await inTransaction(t.db, async (tx) => {
    await sql`select from carts where user_id = ${buyer.userId} for update`.execute(tx);
    const one = () => setVintage(buyer, vintageId, 2);
    // More than there are connections.
    writes = Promise.all(Array.from({ length: 40 }, one));
    await expect.poll(async () => (await waiting.execute(t.db)).rows.length).toBeGreaterThan(1);
    expect((await t.call(other, "GET", "/me/cart")).status).toBe(200);
  });
  expect(new Set((await writes!).map(({ status }) => status))).toEqual(new Set([200]));
});

describe("with many concurrent requests", () => {
  test("300 buyers of 1 of the last 100 credits make exactly 100 orders", async () => {
    const everybody = await buyers(300);
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });

    const outcomes = await Promise.all(
      everybody.map(async (buyer) => {
        const set = await setVintage(buyer, vintageId, 1);
        return set.status === 200 ? await checkout(buyer, set.body.version) : set;
      }),
    );

    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(100);
    const refused = outcomes.filter((outcome) => outcome.status !== 200);
    expect(new Set(refused.map((outcome) => outcome.body.code))).toEqual(
      new Set(["INSUFFICIENT_CREDITS"]),
    );
    expect(await ordersMade()).toBe(100);
    expect(await stock(vintageId)).toEqual({ available: 0, reserved: 0, committed: 100 });
  });

  test("credits taken between the read and the hold are refused with what is left then", async () => {
    const [first, second] = (await buyers(2)) as [TestUser, TestUser];
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
    let late: ReturnType<typeof setVintage>;
    await inTransaction(t.db, async (tx) => {
      await lockAvailable(tx, [vintageId]);
      late = setVintage(second, vintageId, 31);
      // It has read 100 available tonnes and waits to take 31 of them.
      const waiting = sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting.execute(t.db)).rows).toHaveLength(1);
      await postMovements(tx, [
        { kind: "ADJUST", vintageId, quantity: -70, reason: "sold elsewhere" },
      ]);
    });

    expect(await late!).toMatchObject({
      status: 409,
      body: { code: "INSUFFICIENT_CREDITS", available: 30 },
    });
    expect((await setVintage(first, vintageId, 30)).status).toBe(200);
    expect(await stock(vintageId)).toEqual({ available: 0, reserved: 30, committed: 0 });
  });

  test("one cart checked out 20 times makes one order", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { body } = await setVintage(buyer, vintageId, 5);

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => checkout(buyer, body.version)),
    );

    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(1);
    expect(await ordersMade()).toBe(1);
    expect(await stock(vintageId)).toEqual({ available: 995, reserved: 0, committed: 5 });
  });

  test("one vintage set from two tabs and in both views has the last quantity", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        t.call(buyer, "POST", index % 2 ? "/me/cart/deprecated" : "/me/cart/vintages", {
          vintageId,
          credits: 6,
        }),
      ),
    );

    // Two lines of 6 would exceed the 10 available: they must be a single line.
    expect(outcomes.map((outcome) => outcome.status)).toEqual(
      Array.from({ length: 20 }, () => 200),
    );
    expect(await stock(vintageId)).toEqual({ available: 4, reserved: 6, committed: 0 });
  });

  test("two vintages added in opposite orders do not deadlock", async () => {
    const everybody = await buyers(40);
    const { vintageIds } = await aProject(t.db, { vintages: [{ credits: 400 }, { credits: 400 }] });
    const [first, second] = vintageIds as [number, number];

    const outcomes = await Promise.all(
      everybody.map(async (buyer, index) => {
        const order = index % 2 ? [first, second] : [second, first];
        for (const vintageId of order) await setVintage(buyer, vintageId, 1);
        const { body } = await t.call(buyer, "GET", "/me/cart");
        return await checkout(buyer, body.version);
      }),
    );

    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(40);
    expect(await stock(first)).toEqual({ available: 360, reserved: 0, committed: 40 });
    expect(await stock(second)).toEqual({ available: 360, reserved: 0, committed: 40 });
  });

  test("an expiring hold and a checkout leave either an order or free credits, never both", async () => {
    const everybody = await buyers(30);
    const carts = createCartService(t.db, createSettings(t.db, 30));
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 30 }] });
    const versions = await Promise.all(
      everybody.map(
        async (buyer) => (await setVintage(buyer, vintageId, 1)).body.version as number,
      ),
    );
    await t.db
      .updateTable("cart_items")
      .set({ reserved_to: sql<Date>`now()` })
      .execute();

    const [outcomes] = await Promise.all([
      Promise.all(everybody.map((buyer, index) => checkout(buyer, versions[index]!))),
      (async () => {
        for (let round = 0; round < 10; round++) await carts.endHolds();
      })(),
    ]);

    // Nobody else wants them, so every hold can be renewed at checkout.
    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(30);
    expect(await stock(vintageId)).toEqual({ available: 0, reserved: 0, committed: 30 });
  });

  test("a price change and a checkout make an order at the price that was seen, or none", async () => {
    const everybody = await buyers(40);
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 1000, priceCents: 1000 }] });
    const versions = await Promise.all(
      everybody.map(
        async (buyer) => (await setVintage(buyer, vintageId, 1)).body.version as number,
      ),
    );

    const [outcomes] = await Promise.all([
      Promise.all(everybody.map((buyer, index) => checkout(buyer, versions[index]!))),
      t.db.updateTable("vintages").set({ price_cents: 2000 }).where("id", "=", vintageId).execute(),
    ]);

    for (const outcome of outcomes) {
      if (outcome.status === 200) expect(outcome.body.totalPriceNet).toBe(10);
      else expect(outcome.body.code).toBe("CART_CHANGED");
    }
    const ordered = outcomes.filter((outcome) => outcome.status === 200).length;
    expect(await ordersMade()).toBe(ordered);
    expect(await stock(vintageId)).toEqual({
      available: 960,
      reserved: 40 - ordered,
      committed: ordered,
    });
  });
});
