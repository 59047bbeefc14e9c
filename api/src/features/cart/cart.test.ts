import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { createCartService } from "./cart.service.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { orderJobs } from "../orders/orders.jobs.ts";
import { createSettings } from "../settings/settings.service.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const carts = () => createCartService(t.db, createSettings(t.db, 30));
const setVintage = (buyer: TestCaller, vintageId: number, credits: number) =>
  t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
const checkout = (buyer: TestCaller, version: number, headers = {}) =>
  t.call(buyer, "POST", "/me/cart/checkout", { ...invoiceDetails, version }, headers);

async function stockOf(vintageId: number) {
  return await t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved", "committed"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();
}
async function endHold(vintageId: number) {
  await t.db
    .updateTable("cart_items")
    .set({ reserved_to: sql<Date>`now() - interval '1 second'` })
    .where("vintage_id", "=", vintageId)
    .execute();
}
async function noticesOf(buyer: TestCaller) {
  const { body } = await t.call(buyer, "GET", "/me/notifications?read=false");
  return (body.content as { code: string; facts: object }[]).map(({ code, facts }) => ({
    code,
    ...facts,
  }));
}

describe("an item that a buyer adds to the cart", () => {
  test("is held for 30 minutes and priced with German VAT", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100, priceCents: 1234 }] });

    const { status, body } = await setVintage(buyer, vintageId, 10);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalCredits: 10,
      totalPriceNet: 123.4,
      vatPercentage: 19,
      vatAmount: 23.45,
      totalPriceGross: 146.85,
      version: 1,
    });
    const heldForMs = Date.parse(body.items[0].reservedTo) - Date.now();
    expect(heldForMs).toBeGreaterThan(29 * 60_000);
    expect(heldForMs).toBeLessThanOrEqual(30 * 60_000 + 1000);
    expect(await stockOf(vintageId)).toEqual({ available: 90, reserved: 10, committed: 0 });
  });

  test("cannot exceed the stock, and the response states the available tonnes", async () => {
    const [first, second] = [await t.aUser(), await t.aUser()];
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
    await setVintage(first, vintageId, 70);

    const refused = await setVintage(second, vintageId, 31);
    const taken = await setVintage(second, vintageId, 30);
    const more = await setVintage(first, vintageId, 71);

    expect(refused).toMatchObject({
      status: 409,
      body: { code: "INSUFFICIENT_CREDITS", available: 30 },
    });
    expect(taken.status).toBe(200);
    // The buyer's own hold counts as available: 70 of 100 are left for him.
    expect(more).toMatchObject({
      status: 409,
      body: { code: "INSUFFICIENT_CREDITS", available: 70 },
    });
    expect(await stockOf(vintageId)).toEqual({ available: 0, reserved: 100, committed: 0 });
  });

  test("is removed by 0 and by DELETE, and its credits are free again", async () => {
    const buyer = await t.aUser();
    const { vintageIds } = await aProject(t.db, { vintages: [{ credits: 5 }, { credits: 5 }] });
    await setVintage(buyer, vintageIds[0]!, 5);
    await setVintage(buyer, vintageIds[1]!, 5);

    await setVintage(buyer, vintageIds[0]!, 0);
    const { body } = await t.call(buyer, "DELETE", "/me/cart/vintages", {
      vintageId: vintageIds[1],
    });

    expect(body).toMatchObject({ items: [], totalCredits: 0, totalPriceGross: 0, version: 4 });
    expect(await stockOf(vintageIds[0]!)).toMatchObject({ available: 5, reserved: 0 });
    expect(await stockOf(vintageIds[1]!)).toMatchObject({ available: 5, reserved: 0 });
  });

  test("does not change the cart's version when the same quantity only renews the hold", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const before = await setVintage(buyer, vintageId, 7);

    const after = await setVintage(buyer, vintageId, 7);

    expect(after.body.version).toBe(before.body.version);
    expect(Date.parse(after.body.items[0].reservedTo)).toBeGreaterThanOrEqual(
      Date.parse(before.body.items[0].reservedTo),
    );
  });

  test.each([
    ["TEMPORARILY_UNAVAILABLE", { status: "TEMPORARILY_UNAVAILABLE" }, 409, "NOT_PURCHASABLE"],
    ["COMING_SOON", { status: "COMING_SOON" }, 409, "NOT_PURCHASABLE"],
    ["on request", { vintages: [{ priceCents: null }] }, 409, "NOT_PURCHASABLE"],
    ["hidden", { hidden: true }, 404, "NOT_FOUND"],
  ])("cannot be %s", async (_name, facts, status, code) => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db, facts);
    expect(await setVintage(buyer, vintageId, 1)).toMatchObject({ status, body: { code } });
    expect(await stockOf(vintageId)).toMatchObject({ reserved: 0 });
  });

  test("may be a report, once, in the new view; the legacy view groups vintages by project", async () => {
    const buyer = await t.aUser();
    const { id, vintageIds } = await aProject(t.db, { vintages: [{ year: 2021 }, { year: 2022 }] });
    const reportId = await aReport(t.db, id);
    await setVintage(buyer, vintageIds[0]!, 1);
    await t.call(buyer, "POST", "/me/cart/deprecated", { vintageId: vintageIds[1], credits: 2 });
    const { version } = (await t.call(buyer, "GET", "/me/cart")).body;
    const first = await t.call(buyer, "POST", "/me/cart/reports", { reportId });

    const again = await t.call(buyer, "POST", "/me/cart/reports", { reportId });
    const legacy = await t.call(buyer, "GET", "/me/cart/deprecated");

    expect(
      again.body.items.map((item: { productType: string; quantity: number }) => [
        item.productType,
        item.quantity,
      ]),
    ).toEqual([
      ["VINTAGE_CREDITS", 1],
      ["VINTAGE_CREDITS", 2],
      ["DUE_DILIGENCE_REPORT", 1],
    ]);
    expect(legacy.body.projects).toHaveLength(1);
    expect(legacy.body.projects[0].vintages.map((v: { credits: number }) => v.credits)).toEqual([
      1, 2,
    ]);
    expect(legacy.body.totalPriceNet).toBe(again.body.totalPriceNet);
    const without = await t.call(buyer, "DELETE", "/me/cart/reports", { reportId });
    expect(without.body.items).toHaveLength(2);
    // Only adding or removing an item changes the version.
    const versions = [first, again, without].map(({ body }) => body.version - version);
    expect(versions).toEqual([1, 1, 2]);
  });
});

test("The invoice's country determines the VAT: domestic rate, reverse charge, out of scope", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ priceCents: 999 }] });
  await setVintage(buyer, vintageId, 3);
  const vat = async (query: string) => {
    const { body } = await t.call(buyer, "GET", `/me/cart${query}`);
    return [
      body.vatCategory,
      body.vatPercentage,
      body.totalPriceNet,
      body.vatAmount,
      body.totalPriceGross,
    ];
  };
  expect(await vat("?countryCode=DE")).toEqual(["S", 19, 29.97, 5.69, 35.66]);
  expect(await vat("?countryCode=GR")).toEqual(["AE", 0, 29.97, 0, 29.97]);
  expect(await vat("?countryCode=CH")).toEqual(["O", 0, 29.97, 0, 29.97]);
  expect(await vat("")).toEqual(["S", 19, 29.97, 5.69, 35.66]);
  const { version: _, ...rest } = (
    await t.call(buyer, "POST", "/me/company/details", {
      ...invoiceDetails,
      invoiceAddress: { ...invoiceDetails.invoiceAddress, countryCode: "FR" },
    })
  ).body;
  expect(rest.invoiceAddress.countryCode).toBe("FR");
  expect((await vat(""))[0]).toBe("AE");
});

describe("an expired hold", () => {
  test("frees its credits, keeps the line, and is renewed at the next read", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
    await setVintage(buyer, vintageId, 10);
    await endHold(vintageId);

    expect(await carts().endHolds()).toBe(1);
    expect(await stockOf(vintageId)).toMatchObject({ available: 10, reserved: 0 });

    const { body } = await t.call(buyer, "GET", "/me/cart");
    expect(body.items[0]).toMatchObject({ quantity: 10 });
    expect(body.items[0].reservedTo).not.toBeNull();
    expect(body.version).toBe(1);
    expect(await stockOf(vintageId)).toMatchObject({ available: 0, reserved: 10 });
  });

  test("is cut to what is left, and the buyer is told", async () => {
    const [buyer, other] = [await t.aUser(), await t.aUser()];
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
    await setVintage(buyer, vintageId, 8);
    await endHold(vintageId);
    await carts().endHolds();
    await setVintage(other, vintageId, 7);

    const { body } = await t.call(buyer, "GET", "/me/cart");

    expect(body.items[0].quantity).toBe(3);
    expect(body.version).toBe(2);
    expect(await noticesOf(buyer)).toMatchObject([
      { code: "cart.vintage.removed", before: 8, after: 3 },
    ]);
  });

  test("is removed if nothing is left, and a checkout at the old version orders nothing", async () => {
    const [buyer, other] = [await t.aUser(), await t.aUser()];
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10 }] });
    const { body } = await setVintage(buyer, vintageId, 8);
    await endHold(vintageId);
    await carts().endHolds();
    await setVintage(other, vintageId, 10);

    expect(await checkout(buyer, body.version)).toMatchObject({
      status: 409,
      body: { code: "CART_CHANGED" },
    });

    const { body: after } = await t.call(buyer, "GET", "/me/cart");
    expect(after.items).toEqual([]);
    expect(await noticesOf(buyer)).toMatchObject([{ code: "cart.vintage.removed" }]);
  });
});

describe("an operator's change", () => {
  test.each([
    ["price_cents", 1500, "cart.vintage.price.changed", 10, 15],
    ["claim_type", "COMPENSATION", "cart.claim.type.changed", "CONTRIBUTION", "COMPENSATION"],
    ["impact_type", "REDUCTION", "cart.impact.type.changed", "REMOVAL_SHORT", "REDUCTION"],
    ["year", 2023, "cart.vintage.year.changed", 2022, 2023],
    ["credit_type", "EX_ANTE", "cart.vintage.credit.ex-ante", "EX_POST", "EX_ANTE"],
  ])(
    "of %s is announced, and blocks the checkout of an outdated cart",
    async (column, value, code, before, after) => {
      const buyer = await t.aUser();
      const { vintageId } = await aProject(t.db);
      const { body } = await setVintage(buyer, vintageId, 2);
      await t.db
        .updateTable("vintages")
        .set({ [column]: value })
        .where("id", "=", vintageId)
        .execute();

      expect(await checkout(buyer, body.version)).toMatchObject({
        status: 409,
        body: { code: "CART_CHANGED" },
      });
      expect(await noticesOf(buyer)).toMatchObject([{ code, before, after }]);
      const now = await t.call(buyer, "GET", "/me/cart");
      expect(now.body.version).toBe(body.version + 1);
      expect(await checkout(buyer, now.body.version)).toMatchObject({ status: 200 });
    },
  );

  test("reaches carts by a job, without the buyer reading them, and only once", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    await setVintage(buyer, vintageId, 2);
    await t.db
      .updateTable("vintages")
      .set({ price_cents: 2000 })
      .where("id", "=", vintageId)
      .execute();

    await carts().applyCatalogueChanges([vintageId]);
    await carts().applyCatalogueChanges([vintageId]);

    expect(await noticesOf(buyer)).toHaveLength(1);
  });

  test("to temporarily unavailable keeps the line and blocks the checkout", async () => {
    const buyer = await t.aUser();
    const { id, vintageId } = await aProject(t.db);
    await setVintage(buyer, vintageId, 2);
    await t.db
      .updateTable("projects")
      .set({ status: "TEMPORARILY_UNAVAILABLE" })
      .where("id", "=", id)
      .execute();

    const { body } = await t.call(buyer, "GET", "/me/cart");

    expect(body.items[0].product.purchasable).toBe(false);
    expect(await noticesOf(buyer)).toMatchObject([
      { code: "cart.project.temporarily.unavailable" },
    ]);
    expect(await checkout(buyer, body.version)).toMatchObject({
      status: 409,
      body: { code: "NOT_PURCHASABLE" },
    });
  });
});

describe("checking out", () => {
  test("creates an order that awaits approval, empties the cart, notifies and mails", async () => {
    await t.aUser("Admin");
    const buyer = await t.aUser();
    const { id, vintageId } = await aProject(t.db, {
      name: "Alto Jutaí",
      vintages: [{ credits: 50 }],
    });
    const reportId = await aReport(t.db, id, 125_000);
    await setVintage(buyer, vintageId, 20);
    const { body } = await t.call(buyer, "POST", "/me/cart/reports", { reportId });

    const placed = await checkout(buyer, body.version);

    expect(placed.status).toBe(200);
    expect(placed.body).toMatchObject({
      status: "AWAITING_APPROVAL",
      totalCredits: 20,
      totalPriceNet: 1450,
      vatAmount: 275.5,
      totalPriceGross: 1725.5,
      invoiceNumber: null,
      companyName: "Brennvik Logistics GmbH",
    });
    expect(await stockOf(vintageId)).toEqual({ available: 30, reserved: 0, committed: 20 });
    expect((await t.call(buyer, "GET", "/me/cart")).body.items).toEqual([]);
    expect(await noticesOf(buyer)).toMatchObject([
      { code: "order.created", orderId: placed.body.id, total: 1725.5 },
    ]);
    await t.runJobs(orderJobs(t.db));
    const mails = await t.db
      .selectFrom("mails")
      .select("recipient")
      .where("subject", "like", `Order ${placed.body.id} %`)
      .execute();
    expect(mails.map((mail) => mail.recipient)).toContain("accounts@brennvik.example");
    // The payer, the buyer and the operator.
    expect(mails).toHaveLength(3);

    // Later edits of the catalogue do not change the order.
    await t.db.updateTable("projects").set({ name: "Renamed" }).where("id", "=", id).execute();
    const read = await t.call(buyer, "GET", `/me/orders/${placed.body.id}`);
    expect(read.body.items[0].product.project.name).toBe("Alto Jutaí");
    expect(await t.call(await t.aUser(), "GET", `/me/orders/${placed.body.id}`)).toMatchObject({
      status: 404,
    });
  });

  test("returns the same order for the same key, and refuses the key with another body", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db);
    const { body } = await setVintage(buyer, vintageId, 1);
    const key = { "idempotency-key": "the-one-key" };

    const first = await checkout(buyer, body.version, key);
    const second = await checkout(buyer, body.version, key);
    const other = await t.call(
      buyer,
      "POST",
      "/me/cart/checkout",
      { ...invoiceDetails, companyName: "Another GmbH", version: body.version },
      key,
    );

    expect(second).toEqual(first);
    expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
    // Nor with the same body at the version after the order, as after a reload.
    const left = await t.call(buyer, "GET", "/me/cart");
    const again = await checkout(buyer, left.body.version, key);
    expect(again.body.code).toBe("IDEMPOTENCY_KEY_REUSED");
    // The same key of another buyer is independent.
    const stranger = await t.aUser();
    const { version } = (await setVintage(stranger, vintageId, 1)).body;
    const theirs = await checkout(stranger, version, key);
    expect(theirs.status).toBe(200);
    expect(theirs.body.id).not.toBe(first.body.id);
  });

  test("is refused for an empty cart", async () => {
    const buyer = await t.aUser();
    expect(await checkout(buyer, 0)).toMatchObject({ status: 409, body: { code: "CART_CHANGED" } });
  });
});
