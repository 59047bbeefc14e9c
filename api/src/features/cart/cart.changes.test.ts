import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { addPictures, aProject, aReport } from "../../../test/builders/project.ts";
import { createSettings } from "../settings/settings.service.ts";
import { createCartService } from "./cart.service.ts";

/* The changes of a cart by others, which the page shows on every device until the buyer acknowledges them. */

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const read = async (buyer: TestCaller, path = "/me/cart") =>
  (await t.call(buyer, "GET", path)).body;
const changesOf = async (buyer: TestCaller) =>
  ((await read(buyer)).changes as { fact: string; before: unknown; after: unknown }[]).map(
    ({ fact, before, after }) => [fact, before, after],
  );
const set = (buyer: TestCaller, vintageId: number, credits: number) =>
  t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
const note = (buyer: TestCaller, version: number) =>
  t.call(buyer, "POST", "/me/cart/changes/noted", { version });
const change = (vintageId: number, facts: Record<string, unknown>) =>
  t.db.updateTable("vintages").set(facts).where("id", "=", vintageId).execute();
const changeStatus = (projectId: number, status: string) =>
  t.db.updateTable("projects").set({ status }).where("id", "=", projectId).execute();

async function aCart(credits = 10) {
  const buyer = await t.aUser();
  const project = await aProject(t.db, {
    name: "Lindenau Biochar",
    vintages: [{ year: 2022, credits: 100, priceCents: 1000, claimType: "COMPENSATION" }],
  });
  await set(buyer, project.vintageId, credits);
  return { buyer, ...project };
}

test("Both cart views show a new price next to the old one until it is acknowledged", async () => {
  const { buyer, vintageId } = await aCart();
  expect(await changesOf(buyer)).toEqual([]);
  await change(vintageId, { price_cents: 1250 });

  const cart = await read(buyer);
  expect(cart.changes).toEqual([
    {
      productType: "VINTAGE_CREDITS",
      productId: vintageId,
      name: "Lindenau Biochar",
      year: 2022,
      fact: "price",
      before: 10,
      after: 12.5,
    },
  ]);
  const legacy = await read(buyer, "/me/cart/deprecated");
  expect(legacy.changes).toEqual(cart.changes);
  expect(legacy.projects[0].vintages).toMatchObject([{ credits: 10, availableCredits: 90 }]);

  expect((await note(buyer, cart.version)).status).toBe(204);
  expect(await changesOf(buyer)).toEqual([]);
});

test("Changes after the acknowledged version stay listed", async () => {
  const { buyer, vintageId } = await aCart();
  await change(vintageId, { price_cents: 1250 });
  const { version } = await read(buyer);
  await change(vintageId, { price_cents: 1300 });
  await read(buyer);
  await note(buyer, version);
  expect(await changesOf(buyer)).toEqual([["price", 10, 13]]);
});

test("A buyer cannot acknowledge another buyer's changes", async () => {
  const { buyer, vintageId } = await aCart();
  await change(vintageId, { price_cents: 1250 });
  const { version } = await read(buyer);
  await note(await t.aUser(), version);
  expect(await changesOf(buyer)).toEqual([["price", 10, 12.5]]);
});

test("A price that returns to its old value is no longer a change", async () => {
  const { buyer, vintageId } = await aCart();
  for (const price_cents of [1250, 1300, 1000]) {
    await change(vintageId, { price_cents });
    await read(buyer);
  }
  expect(await changesOf(buyer)).toEqual([]);
});

test("Changes are listed in the order in which they came", async () => {
  const { buyer, vintageId } = await aCart();
  for (const facts of [{ year: 2021 }, { claim_type: "CONTRIBUTION" }]) {
    await change(vintageId, facts);
    await read(buyer);
  }
  expect((await changesOf(buyer)).map(([fact]) => fact)).toEqual(["year", "claimType"]);
});

test("Setting the same tonnes at another price is another cart, which a checkout of the old one refuses", async () => {
  const { buyer, vintageId } = await aCart();
  const { version } = await read(buyer);
  await change(vintageId, { price_cents: 1250 });
  expect((await set(buyer, vintageId, 10)).body.version).toBe(version + 1);
  const old = { ...invoiceDetails, version };
  expect((await t.call(buyer, "POST", "/me/cart/checkout", old)).body.code).toBe("CART_CHANGED");
});

test("Changes of year and types and the end of a sale are listed as facts", async () => {
  const { buyer, vintageId, id: projectId } = await aCart();
  await change(vintageId, { year: 2021, claim_type: "CONTRIBUTION", credit_type: "EX_ANTE" });
  await changeStatus(projectId, "TEMPORARILY_UNAVAILABLE");
  expect((await changesOf(buyer)).sort()).toEqual([
    ["claimType", "COMPENSATION", "CONTRIBUTION"],
    ["creditType", "EX_POST", "EX_ANTE"],
    ["purchasable", true, false],
    ["year", 2022, 2021],
  ]);
  await changeStatus(projectId, "AVAILABLE");
  expect(await changesOf(buyer)).not.toContainEqual(["purchasable", true, false]);
});

test("Credits issued in the meantime no longer have an expected delivery", async () => {
  const { buyer, vintageId } = await aCart();
  const deliveries = async () =>
    (await read(buyer)).items.map(
      ({ product }: { product: { expectedDelivery: unknown } }) => product.expectedDelivery,
    );
  await change(vintageId, { credit_type: "EX_ANTE", expected_delivery: "2027-Q2" });
  expect(await deliveries()).toEqual(["2027-Q2"]);
  await change(vintageId, { credit_type: "EX_POST" });
  expect(await deliveries()).toEqual([null]);
});

test("Images are shown by position, but none whose sizes could not be generated", async () => {
  const { buyer, id } = await aCart();
  await addPictures(t.db, id);
  const { images } = (await read(buyer)).items[0].product;
  expect(images.map(({ alt }: { alt: string }) => alt)).toEqual(["First", "Second", "Third"]);
});

test("A partly lost hold lists the remaining tonnes until the buyer sets them", async () => {
  const { buyer, vintageId } = await aCart(80);
  await endHold(vintageId);
  await createCartService(t.db, createSettings(t.db, 30)).endHolds();
  await set(await t.aUser(), vintageId, 60);
  expect(await changesOf(buyer)).toEqual([["quantity", 80, 40]]);
  await set(buyer, vintageId, 30);
  expect(await changesOf(buyer)).toEqual([]);
});

test("For a removed item only the removal is listed, and nothing once it is added again", async () => {
  const { buyer, vintageId } = await aCart();
  await change(vintageId, { price_cents: 1250 });
  await read(buyer);
  await change(vintageId, { status: "WITHDRAWN" });
  expect(await changesOf(buyer)).toEqual([["removed", null, null]]);
  await change(vintageId, { status: "ACTIVE" });
  await set(buyer, vintageId, 5);
  expect(await changesOf(buyer)).toEqual([]);
});

test("A changed price is listed even if the buyer sets the tonnes before reading the cart", async () => {
  const { buyer, vintageId } = await aCart();
  await change(vintageId, { price_cents: 1250 });
  const { body } = await set(buyer, vintageId, 20);
  expect(body.changes).toMatchObject([{ fact: "price", before: 10, after: 12.5 }]);
  const { body: notified } = await t.call(buyer, "GET", "/me/notifications");
  expect(notified.content).toMatchObject([
    { code: "cart.vintage.price.changed", facts: { before: 10, after: 12.5, year: 2022 } },
  ]);
  await note(buyer, body.version);
  expect(await changesOf(buyer)).toEqual([]);
});

test("A listed price change stays when the buyer sets the tonnes without acknowledging it", async () => {
  const { buyer, vintageId } = await aCart();
  await change(vintageId, { price_cents: 1250 });
  await read(buyer);
  await set(buyer, vintageId, 20);
  expect(await changesOf(buyer)).toEqual([["price", 10, 12.5]]);
});

test("Removing an item drops its changes, but keeps those of other items", async () => {
  const { buyer, vintageId } = await aCart();
  const { vintageId: other } = await aProject(t.db, { vintages: [{ priceCents: 500 }] });
  await set(buyer, other, 1);
  await change(vintageId, { price_cents: 1250 });
  await change(other, { price_cents: 600 });
  await read(buyer);
  await set(buyer, vintageId, 0);
  expect(await changesOf(buyer)).toEqual([["price", 5, 6]]);
});

test("Reports are in the order in which they were put into the cart", async () => {
  const buyer = await t.aUser();
  const { id } = await aProject(t.db);
  const reportIds = [await aReport(t.db, id), await aReport(t.db, id)].toReversed();
  for (const reportId of reportIds) await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const { body } = await t.call(buyer, "GET", "/me/cart");
  const inCart = body.items.map(({ product }: { product: { reportId: number } }) => product);
  expect(inCart).toMatchObject(reportIds.map((reportId) => ({ reportId })));
});

test("A report whose price rose and which was then hidden is listed, unless the buyer removed it", async () => {
  const buyer = await t.aUser();
  const { id: projectId } = await aProject(t.db);
  const reportId = await aReport(t.db, projectId, 50_000);
  const put = () => t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const { version } = (await put()).body;
  const report = (facts: object) =>
    t.db.updateTable("reports").set(facts).where("id", "=", reportId).execute();
  await report({ price_cents: 60_000 });
  expect(await changesOf(buyer)).toEqual([["price", 500, 600]]);
  // Nobody can order it at a price they have not seen.
  const seen = { ...invoiceDetails, version };
  const { body: refused } = await t.call(buyer, "POST", "/me/cart/checkout", seen);
  expect(refused.code).toBe("CART_CHANGED");
  await t.call(buyer, "DELETE", "/me/cart/reports", { reportId });
  expect(await changesOf(buyer)).toEqual([]);
  await put();
  await report({ hidden: true });
  expect(await changesOf(buyer)).toEqual([["removed", null, null]]);
  expect((await put()).body.code).toBe("NOT_FOUND");
  await report({ hidden: false });
  await put();
  expect(await changesOf(buyer)).toEqual([]);
});

test("The price of a project on request is not revealed, not even to a buyer who already had it in the cart", async () => {
  const { buyer, id, vintageId } = await aCart();
  await changeStatus(id, "CONTACT_REQUIRED");
  await change(vintageId, { price_cents: 765_431 });
  const prices = [{ vintageId, price: 5432.1 }];
  const list = { name: "Theirs", validFrom: "2020-01-01", validUntil: null, rules: [], prices };
  const admin = await t.aUser("Admin");
  const companies = [buyer.companyId];
  const made = await t.call(admin, "POST", "/management/price-lists", { ...list, companies });
  expect(made.status).toBe(201);
  const secret = JSON.stringify([await read(buyer), await read(buyer, "/me/cart/deprecated")]);
  for (const price of ["7654.31", "5432.1"]) expect(secret).not.toContain(price);
  expect(await changesOf(buyer)).toEqual([["purchasable", true, false]]);
  await changeStatus(id, "AVAILABLE");
  expect(await changesOf(buyer)).toEqual([["price", 10, 5432.1]]);
});

test("A report does not reveal hidden projects, and is off sale once all of its projects are hidden", async () => {
  const buyer = await t.aUser();
  const { id: projectId } = await aProject(t.db);
  const { id: hiddenId } = await aProject(t.db, { name: "A secret project", hidden: true });
  const reportId = await aReport(t.db, projectId);
  const alone = await aReport(t.db, hiddenId);
  await t.db
    .insertInto("report_projects")
    .values({ report_id: reportId, project_id: hiddenId })
    .execute();
  const put = (id: number) => t.call(buyer, "POST", "/me/cart/reports", { reportId: id });
  expect((await put(alone)).body.code).toBe("NOT_FOUND");
  const [item] = (await put(reportId)).body.items;
  expect(item.product.projects.map(({ id }: { id: number }) => id)).toEqual([projectId]);
  const hide = (hidden: boolean) =>
    t.db.updateTable("projects").set({ hidden }).where("id", "=", projectId).execute();
  await hide(true);
  expect(await changesOf(buyer)).toEqual([["removed", null, null]]);
  expect((await put(reportId)).body.code).toBe("NOT_FOUND");
});

test("An impossible cart version is refused", async () => {
  const { buyer } = await aCart();
  expect((await note(buyer, 2_147_483_647)).status).toBe(204);
  expect(await note(buyer, 2_147_483_648)).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ path: "version" }] },
  });
});

test("An order clears the changes of its cart", async () => {
  const { buyer, vintageId } = await aCart();
  await change(vintageId, { price_cents: 1250 });
  const { version } = await read(buyer);
  await t.call(buyer, "POST", "/me/cart/checkout", { ...invoiceDetails, version });
  expect(await changesOf(buyer)).toEqual([]);
});

test("A line that is off sale with an expired hold is settled once, not at every read", async () => {
  const { buyer, vintageId, id: projectId } = await aCart();
  await changeStatus(projectId, "TEMPORARILY_UNAVAILABLE");
  await endHold(vintageId);
  expect((await read(buyer)).items).toMatchObject([{ quantity: 10, reservedTo: null }]);
  const settled = () =>
    sql<{
      xmin: string;
    }>`select xmin::text from cart_items where vintage_id = ${vintageId}`.execute(t.db);
  const { rows } = await settled();
  await read(buyer);
  expect((await settled()).rows).toEqual(rows);
});

test("A checkout is refused at another VAT rate than the buyer saw, and succeeds at the new one", async () => {
  const { buyer } = await aCart(1);
  const order = async () => {
    const { version, totalPriceGross } = await read(buyer, "/me/cart?countryCode=DE");
    return { ...invoiceDetails, version, totalPriceGross };
  };
  const seen = await order();
  const admin = await t.aUser("Admin");
  const validFrom = (await read(admin, "/management/receivables")).asOf as string;
  const rate = { countryCode: "DE", percent: 16, validFrom };
  await t.call(admin, "POST", "/management/settings/vat-rates", rate);

  const refused = await t.call(buyer, "POST", "/me/cart/checkout", seen);
  expect(refused).toMatchObject({ status: 409, body: { code: "CART_CHANGED" } });
  const placed = await t.call(buyer, "POST", "/me/cart/checkout", await order());
  expect(placed).toMatchObject({ status: 200, body: { totalPriceGross: 11.6 } });
});

test("Whatever is put in or taken out, the cart has the VAT of the country that was asked for", async () => {
  const { buyer, id, vintageId } = await aCart();
  const [reportId, credits] = [await aReport(t.db, id), 2];
  for (const [method, path, body] of [
    ["POST", "vintages", { vintageId, credits }],
    ["POST", "reports", { reportId }],
    ["DELETE", "reports", { reportId }],
    ["DELETE", "vintages", { vintageId }],
    ["POST", "deprecated", { vintageId, credits }],
    ["DELETE", "deprecated", { vintageId }],
  ] as const) {
    const abroad = await t.call(buyer, method, `/me/cart/${path}?countryCode=CH`, body);
    expect([path, abroad.body.countryCode, abroad.body.vatPercentage]).toEqual([path, "CH", 0]);
  }
});

async function endHold(vintageId: number) {
  await t.db
    .updateTable("cart_items")
    .set({ reserved_to: sql<Date>`now() - interval '1 second'` })
    .where("vintage_id", "=", vintageId)
    .execute();
}
