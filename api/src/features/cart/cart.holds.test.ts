import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aCompany } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { createSettings } from "../settings/settings.service.ts";
import { createCartService, type CartService } from "./cart.service.ts";
import { cartsWithEndedHolds } from "./cart.sql.ts";

let t: TestApp;
let carts: CartService;
beforeAll(async () => {
  t = await testApp();
  carts = createCartService(t.db, createSettings(t.db, 30));
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const hold = (buyer: TestCaller, vintageId: number, credits: number) =>
  t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
const available = async (vintageId: number) =>
  (
    await t.db
      .selectFrom("vintage_stock")
      .select("available")
      .where("vintage_id", "=", vintageId)
      .executeTakeFirstOrThrow()
  ).available;
const lines = (buyer: TestCaller) =>
  t.db
    .selectFrom("cart_items")
    .innerJoin("carts", "carts.id", "cart_items.cart_id")
    .select(["vintage_id", "quantity", "reserved", "reserved_to", "price_cents"])
    .where("user_id", "=", buyer.userId)
    .orderBy("cart_items.id")
    .execute();
const endHold = (vintageId: number) =>
  sql`update cart_items set reserved_to = now() - interval '1 second' where vintage_id = ${vintageId}`.execute(
    t.db,
  );
const reprice = (vintageId: number, cents: number) =>
  t.db.updateTable("vintages").set({ price_cents: cents }).where("id", "=", vintageId).execute();

test("The carts whose holds ended first are swept first", async () => {
  const buyers = [await t.aUser(), await t.aUser()];
  const ids: number[] = [];
  for (const [nth, buyer] of buyers.entries()) {
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
    await hold(buyer, vintageId, 4);
    await sql`update cart_items set reserved_to = now() - make_interval(mins => ${nth + 1})
      where vintage_id = ${vintageId}`.execute(t.db);
    const { cart_id: id } = await t.db
      .selectFrom("cart_items")
      .select("cart_id")
      .where("vintage_id", "=", vintageId)
      .executeTakeFirstOrThrow();
    ids.unshift(id);
  }
  expect(await cartsWithEndedHolds(t.db, 1)).toEqual(ids.slice(0, 1));
  expect(await cartsWithEndedHolds(t.db, 2)).toEqual(ids);
  expect(await carts.endHolds()).toBe(2);
});

test("Only the line whose hold has expired is released", async () => {
  const buyer = await t.aUser();
  const { vintageIds } = await aProject(t.db, { vintages: [{ credits: 10 }, { credits: 10 }] });
  const [over, running] = vintageIds as [number, number];
  await hold(buyer, over, 4);
  await hold(buyer, running, 6);
  await endHold(over);

  expect(await carts.endHolds()).toBe(1);

  expect(await available(over)).toBe(10);
  expect(await available(running)).toBe(4);
  expect(await lines(buyer)).toMatchObject([
    { vintage_id: over, quantity: 4, reserved: 0, reserved_to: null },
    { vintage_id: running, quantity: 6, reserved: 6, reserved_to: expect.any(Date) },
  ]);
  expect(await carts.endHolds()).toBe(0);
});

test("The sweep skips a locked cart, and releases its holds later", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await hold(buyer, vintageId, 4);
  await endHold(vintageId);
  await t.db.transaction().execute(async (tx) => {
    await sql`select from carts where user_id = ${buyer.userId} for update`.execute(tx);
    expect(await carts.endHolds()).toBe(0);
  });
  expect(await carts.endHolds()).toBe(1);
});

test("Catalogue changes do not renew holds for an absent buyer", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
  await hold(buyer, vintageId, 10);
  await endHold(vintageId);
  await carts.endHolds();
  await reprice(vintageId, 1_500);

  await carts.applyCatalogueChanges([vintageId]);

  expect(await lines(buyer)).toMatchObject([{ quantity: 10, reserved: 0, price_cents: 1_500 }]);
  expect(await available(vintageId)).toBe(10);
});

test("A new price leaves the hold's end unchanged, whether applied by a job or when the buyer reads the cart", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  await hold(buyer, vintageId, 2);
  await sql`update cart_items set reserved_to = now() + interval '3 minutes' where vintage_id = ${vintageId}`.execute(
    t.db,
  );
  const [before] = await lines(buyer);

  await reprice(vintageId, 1_500);
  await carts.applyCatalogueChanges([vintageId]);
  expect(await lines(buyer)).toEqual([{ ...before, price_cents: 1_500 }]);

  await reprice(vintageId, 1_600);
  await t.call(buyer, "GET", "/me/cart");
  expect(await lines(buyer)).toEqual([{ ...before, price_cents: 1_600 }]);
});

test("A cart's version is raised when a line can no longer be bought, and again when it can", async () => {
  const buyer = await t.aUser();
  const { id, vintageId } = await aProject(t.db);
  const { body } = await hold(buyer, vintageId, 2);
  const become = async (status: string) => {
    await t.db.updateTable("projects").set({ status }).where("id", "=", id).execute();
    return (await t.call(buyer, "GET", "/me/cart")).body;
  };

  expect((await become("TEMPORARILY_UNAVAILABLE")).version).toBe(body.version + 1);
  expect((await become("AVAILABLE")).version).toBe(body.version + 2);
});

test("Reading the cart does not renew expired holds for a member who may no longer buy", async () => {
  const companyId = await aCompany(t.db);
  const owner = await t.aUser("User", { companyId, companyRole: "OWNER" });
  const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
  await hold(buyer, vintageId, 4);
  const role = (companyRole: string) =>
    t.call(owner, "PATCH", `/me/company/members/${buyer.userId}`, { role: companyRole });
  await role("VIEWER");
  await endHold(vintageId);
  await carts.endHolds();

  for (const path of ["/me/cart", "/me/cart/deprecated"]) {
    expect((await t.call(buyer, "GET", path)).body.totalCredits).toBe(4);
    expect(await available(vintageId)).toBe(10);
  }

  await role("BUYER");
  await t.call(buyer, "GET", "/me/cart");
  expect(await available(vintageId)).toBe(6);
});
