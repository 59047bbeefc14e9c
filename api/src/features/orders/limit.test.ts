import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let admin: TestUser;
let vintageId: number;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
  // Ten euros a tonne plus 19 % VAT: 100 t cost €1,190.00.
  vintageId = (await aProject(t.db, { vintages: [{ credits: 10_000 }] })).vintageIds[0]!;
});
afterAll(() => t.close());

const approve = (id: number, body: object = {}) =>
  t.call(admin, "POST", `/management/orders/${id}/approve`, body);
const pay = (id: number) =>
  t.call(admin, "POST", `/management/orders/${id}/pay`, { paidAt: new Date().toISOString() });
const seen = async (id: number) =>
  (await t.call(admin, "GET", `/management/orders/${id}`)).body.overLimit;
const limitReason = "The parent company stands in for it";

async function aCompanyThatMayOwe(creditLimit: number): Promise<TestUser> {
  const owner = await t.aUser();
  const path = `/management/companies/${owner.companyId}`;
  const { version } = (await t.call(admin, "GET", path)).body;
  expect((await t.call(admin, "PATCH", path, { creditLimit, version })).status).toBe(200);
  return owner;
}

describe("a company's credit limit", () => {
  test("allows what fits it to the cent, and requires a reason for anything above", async () => {
    const buyer = await aCompanyThatMayOwe(2380);
    const first = await anOrder(t, buyer, vintageId, 100);
    const second = await anOrder(t, buyer, vintageId, 100);
    const third = await anOrder(t, buyer, vintageId, 1);
    expect(first).toMatchObject({ overLimit: null });
    expect(second).toMatchObject({ overLimit: null });
    const over = { limit: 2380, owed: 2391.9 };
    expect(third).toMatchObject({ overLimit: over });
    expect((await t.call(buyer, "GET", `/me/orders/${third.id}`)).body.overLimit).toEqual(over);
    const listed = await t.call(admin, "GET", `/management/orders?companyId=${buyer.companyId}`);
    expect(listed.body.content.map((each: { overLimit: unknown }) => each.overLimit)).toEqual([
      over,
      null,
      null,
    ]);

    const refused = await approve(third.id);
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
    expect(refused.body.detail).toContain(
      "owes €2,391.90 with this order, and its limit is €2,380.00",
    );
    expect(refused.body.fieldErrors).toMatchObject([{ path: "limitReason" }]);
    expect((await approve(third.id, { limitReason: "  " })).status).toBe(400);
    const approved = await approve(third.id, { limitReason });
    expect(approved.body).toMatchObject({
      status: "AWAITING_PAYMENT",
      limitReason,
      overLimit: null,
    });
    expect(approved.body.transitions.at(-1)).toMatchObject({ reason: limitReason });

    // The last order is owed now, too: the first two no longer fit together.
    expect(await seen(first.id)).toBeNull();
    expect(await seen(second.id)).toEqual(over);
  });

  test("no longer counts what is credited, paid or rejected", async () => {
    const buyer = await aCompanyThatMayOwe(1190);
    const [first, second, third] = [
      await anOrder(t, buyer, vintageId, 100),
      await anOrder(t, buyer, vintageId, 50),
      await anOrder(t, buyer, vintageId, 50),
    ];
    expect(await seen(third.id)).toEqual({ limit: 1190, owed: 2380 });
    await t.call(admin, "POST", `/management/orders/${second.id}/reject`, { reason: "Twice" });
    expect(await seen(third.id)).toEqual({ limit: 1190, owed: 1785 });
    await approve(first.id);
    const { items } = (await t.call(admin, "GET", `/management/orders/${first.id}`)).body;
    await t.call(admin, "POST", `/management/orders/${first.id}/credit-notes`, {
      lines: [{ itemId: items[0].id, quantity: 40 }],
      reason: "Fewer were issued",
    });
    expect(await seen(third.id)).toEqual({ limit: 1190, owed: 1309 });
    await pay(first.id);
    expect(await seen(third.id)).toBeNull();
    expect((await approve(third.id)).status).toBe(200);
    const record = await t.call(admin, "GET", `/management/companies/${buyer.companyId}`);
    expect(record.body).toMatchObject({ open: 595, paid: 714 });
  });

  test("is enforced for two orders placed and approved concurrently", async () => {
    const buyer = await aCompanyThatMayOwe(1190);
    const { companyId } = buyer;
    const colleague = await t.aUser("User", { companyId, companyRole: "BUYER" });
    const placed = await Promise.all(
      [buyer, colleague].map((each) => anOrder(t, each, vintageId, 60)),
    );
    const [early, late] = placed.map(({ id }) => id).toSorted((one, other) => one - other);
    const responses = await Promise.all([approve(early!), approve(late!)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
    expect(await seen(late!)).toEqual({ limit: 1190, owed: 1428 });
  });

  test("does not apply if none is set, and a reason given then is not stored", async () => {
    const buyer = await t.aUser();
    const { id } = await anOrder(t, buyer, vintageId, 500);
    expect((await approve(id, { limitReason })).body).toMatchObject({ limitReason: null });
  });
});
