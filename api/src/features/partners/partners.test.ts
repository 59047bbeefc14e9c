import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited } from "../../../test/operators.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const get = async (id: number) => (await t.call(admin, "GET", `/management/users/${id}`)).body;
const patch = (id: number, body: object) => t.call(admin, "PATCH", `/management/users/${id}`, body);

describe("partners", () => {
  const create = (name: string) => t.call(admin, "POST", "/management/partners", { name });

  test("have a registration link; users who register through it are counted", async () => {
    const { status, body } = await create("Nordwind Advisory");
    expect(status).toBe(201);
    const link = new URL(body.registrationUrl);
    const registered = await t.call(undefined, "POST", `/auth/register${link.search}`, {
      username: "referred@company.example",
      password: "harbour lights at dusk",
      firstName: "Ref",
      lastName: "Erred",
    });
    expect(registered.status).toBe(201);

    const after = await t.call(admin, "GET", `/management/partners/${body.id}`);
    expect(after.body).toMatchObject({ referredUsers: 1, purchasedCredits: 0, purchasedNet: 0 });
    const gone = await t.call(admin, "DELETE", `/management/partners/${body.id}`);
    expect(gone.body).toMatchObject({
      code: "IN_USE",
      usedBy: [{ type: "user", name: "referred@company.example" }],
    });
    const uses = await t.call(admin, "GET", `/management/partners/${body.id}/uses`);
    expect(gone.body).toMatchObject(uses.body);
    const people = await t.call(admin, "GET", `/management/users?partnerId=${body.id}`);
    expect(people.body.content).toMatchObject([{ referalPartnerName: "Nordwind Advisory" }]);
  });

  test("are renamed with their version, and deleted if they referred nobody", async () => {
    const { body } = await create("Temp");
    const path = `/management/partners/${body.id}`;
    const renamed = await t.call(admin, "PATCH", path, { name: "Lasting", version: 1 });
    expect(renamed.body).toMatchObject({ name: "Lasting", version: 2 });
    const stale = await t.call(admin, "PATCH", path, { name: "Other", version: 1 });
    expect(stale.body.code).toBe("VERSION_CONFLICT");
    expect((await create("lasting")).body.fieldErrors).toMatchObject([{ path: "name" }]);
    expect((await t.call(admin, "DELETE", path)).status).toBe(204);
    expect((await t.call(admin, "GET", path)).status).toBe(404);
    const thing = { thingId: String(body.id), actorId: admin.userId };
    const changed = { before: { name: "Temp" }, after: { name: "Lasting" } };
    expect(await audited(t, admin, "partner.change")).toMatchObject({ ...thing, ...changed });
    expect(await audited(t, admin, "partner.delete")).toMatchObject(thing);
  });

  describe("show the purchases of the users they referred", () => {
    let vintageId: number;
    beforeAll(async () => {
      vintageId = (await aProject(t.db, { vintages: [{ credits: 1000 }] })).vintageIds[0]!;
    });

    const referBy = async (userId: number, referalPartnerId: number | null) => {
      const { version } = await get(userId);
      const { status } = await patch(userId, { version, referalPartnerId });
      expect(status).toBe(200);
    };
    const sumsOf = async (partnerId: number) => {
      const { body } = await t.call(admin, "GET", `/management/partners/${partnerId}`);
      return [body.referredUsers, body.purchasedCredits, body.purchasedNet];
    };
    test("when an order is paid, not when it is placed, approved or rejected", async () => {
      const { body: partner } = await create("Paid Partner");
      const buyer = await t.aUser();
      await referBy(buyer.userId, partner.id);
      await aPaidOrder(t, admin, buyer, vintageId, 5);
      const [users, credits, net] = await sumsOf(partner.id);
      expect([users, credits]).toEqual([1, 5]);
      expect(net).toBeGreaterThan(0);

      const rejected = await anOrder(t, buyer, vintageId, 3);
      const { status } = await t.call(admin, "POST", `/management/orders/${rejected.id}/reject`, {
        reason: "Not to be sold",
      });
      expect(status).toBe(200);
      const open = await anOrder(t, buyer, vintageId, 2);
      await t.call(admin, "POST", `/management/orders/${open.id}/approve`, {});
      expect(await sumsOf(partner.id)).toEqual([1, 5, net]);
    });

    test("less what credit notes take back", async () => {
      const { body: partner } = await create("Credited Partner");
      const buyer = await t.aUser();
      await referBy(buyer.userId, partner.id);
      const { id } = await aPaidOrder(t, admin, buyer, vintageId, 5);
      const [, , net] = await sumsOf(partner.id);
      const order = `/management/orders/${id}`;
      const { items } = (await t.call(admin, "GET", order)).body;
      const note = { lines: [{ itemId: items[0].id, quantity: 2 }], reason: "Too many" };
      expect((await t.call(admin, "POST", `${order}/credit-notes`, note)).status).toBeLessThan(300);
      expect(await sumsOf(partner.id)).toEqual([1, 3, (net / 5) * 3]);
    });

    test("and no longer once a user is moved to another partner", async () => {
      const [{ body: one }, { body: other }] = [
        await create("Partner 1"),
        await create("Partner 2"),
      ];
      const buyer = await t.aUser();
      await aPaidOrder(t, admin, buyer, vintageId, 4);
      await referBy(buyer.userId, one.id);
      const sums = await sumsOf(one.id);
      expect(sums.slice(0, 2)).toEqual([1, 4]);
      await referBy(buyer.userId, other.id);
      expect(await sumsOf(one.id)).toEqual([0, 0, 0]);
      expect(await sumsOf(other.id)).toEqual(sums);
      await referBy(buyer.userId, null);
      expect(await sumsOf(other.id)).toEqual([0, 0, 0]);
    });

    test("and are sorted by it", async () => {
      const [{ body: less }, { body: more }] = [await create("Less"), await create("More")];
      const [buyer, another] = [await t.aUser(), await t.aUser()];
      await aPaidOrder(t, admin, buyer, vintageId, 7);
      await aPaidOrder(t, admin, another, vintageId, 8);
      await referBy(buyer.userId, less.id);
      await referBy(another.userId, more.id);
      const sorted = async (sort: string) => {
        const { body } = await t.call(admin, "GET", `/management/partners?sort=${sort}&size=100`);
        const rows: { id: number; purchasedCredits: number }[] = body.content;
        return rows
          .filter(({ id }) => [less.id, more.id].includes(id))
          .map(({ id, purchasedCredits }) => [id, purchasedCredits]);
      };
      const rising = [
        [less.id, 7],
        [more.id, 8],
      ];
      expect(await sorted("purchasedCredits,asc")).toEqual(rising);
      expect(await sorted("purchasedNet,desc")).toEqual(rising.toReversed());
    });

    test("and their new name sorts the users", async () => {
      const { body: partner } = await create("Aachen");
      const { body: second } = await create("Mitte");
      const [first, last, nobody] = [await t.aUser(), await t.aUser(), await t.aUser()];
      await referBy(first.userId, partner.id);
      await referBy(last.userId, second.id);
      const sorted = async (direction: string) => {
        const path = `/management/users?sort=partner,${direction}`;
        const { body } = await t.call(admin, "GET", path);
        const ids: number[] = body.content.map(({ id }: { id: number }) => id);
        const ours = new Set([first, last, nobody].map(({ userId }) => userId));
        return ids.filter((id) => ours.has(id));
      };
      const ids = [first.userId, last.userId, nobody.userId];
      expect(await sorted("asc")).toEqual(ids);
      const path = `/management/partners/${partner.id}`;
      await t.call(admin, "PATCH", path, { name: "Zwickau", version: 1 });
      expect(await sorted("asc")).toEqual([last.userId, first.userId, nobody.userId]);
      expect(await sorted("desc")).toEqual(ids);
    });
  });
});
