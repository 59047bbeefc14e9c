import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { createPeople } from "./people.service.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const get = async (id: number) => (await t.call(admin, "GET", `/management/users/${id}`)).body;
const patch = (id: number, body: object, caller = admin) =>
  t.call(caller, "PATCH", `/management/users/${id}`, body);
async function roleId(name: string): Promise<number> {
  const { body } = await t.call(admin, "GET", "/management/roles");
  return body.content.find((role: { name: string }) => role.name === name).id;
}

/** A caller whose role may do just this. */
async function limited(name: string, permissions: string[]) {
  const { body } = await t.call(admin, "POST", "/management/roles", { name, permissions });
  expect(body).toMatchObject({ name, permissions, fixed: false, users: 0 });
  return await t.aUser(name);
}

async function audited(action: string, thingId: number) {
  const { body } = await t.call(
    admin,
    "GET",
    `/management/audit?action=${action}&thingId=${thingId}`,
  );
  return body.content;
}

describe("the list of people", () => {
  test("counts by standing, searches all words, sorts by name and pages", async () => {
    const someone = await t.aUser("Anonymous");
    await patch(someone.userId, { version: 1, firstName: "Zoé", lastName: "Aalbers" });

    const { body } = await t.call(admin, "GET", "/management/users?sort=name&size=1");
    expect(body.content[0]).toMatchObject({ firstName: "Zoé", standing: "TO_ADMIT" });
    expect(body.last).toBe(false);
    expect(body.counts.TO_ADMIT).toBeGreaterThan(0);
    expect(body.totalElements).toBe(
      Object.values(body.counts as Record<string, number>).reduce((sum, each) => sum + each, 0),
    );

    const found = await t.call(admin, "GET", "/management/users?q=aalbers%20ZO%C3%89");
    expect(found.body.content).toHaveLength(1);
    const blocked = await t.call(admin, "GET", "/management/users?q=aalbers&standing=BLOCKED");
    expect(blocked.body).toMatchObject({ content: [], totalElements: 0, counts: { TO_ADMIT: 1 } });
  });

  test("sorts by standing, in the order in which an account passes through them", async () => {
    const [blocked, admitted, waiting] = [
      await t.aUser(),
      await t.aUser(),
      await t.aUser("Anonymous"),
    ];
    const names = { firstName: "Standing", lastName: "Order" };
    for (const { userId } of [blocked, admitted, waiting])
      await patch(userId, { version: 1, ...names });
    await t.call(admin, "POST", `/management/users/${blocked.userId}/block`, { reason: "A test" });
    const standings = async (direction: string) => {
      const path = `/management/users?q=standing%20order&sort=standing,${direction}`;
      const { body } = await t.call(admin, "GET", path);
      return body.content.map(({ standing }: { standing: string }) => standing);
    };
    expect(await standings("asc")).toEqual(["TO_ADMIT", "ADMITTED", "BLOCKED"]);
    expect(await standings("desc")).toEqual(["BLOCKED", "ADMITTED", "TO_ADMIT"]);
    await t.call(admin, "POST", `/management/users/${blocked.userId}/unblock`, {});
    const role = await roleId("User");
    const { version } = await get(waiting.userId);
    await patch(waiting.userId, { version, roleId: role });
    expect(await standings("asc")).toEqual(["ADMITTED", "ADMITTED", "ADMITTED"]);
  });

  test("leaves as CSV with the same filter", async () => {
    const answer = await t.app.inject({
      url: "/api/v1/management/users?q=aalbers",
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    expect(answer.body.split("\r\n")).toHaveLength(3);
    expect(answer.body).toContain("Zoé");
  });
});

describe("a change of somebody's account", () => {
  test("to the role User admits them: one mail, and the audit log has before and after", async () => {
    const { userId } = await t.aUser("Anonymous");
    const before = await get(userId);
    const answer = await patch(userId, { version: before.version, roleId: await roleId("User") });

    expect(answer.body).toMatchObject({ standing: "ADMITTED", role: { name: "User" } });
    const mail = await t.mailTo(before.username);
    expect(mail.subject).toBe("Your account is ready");
    expect(mail.text_body).toContain(`${publicUrl}/login`);
    expect(await audited("user.change", userId)).toMatchObject([
      {
        actorId: admin.userId,
        thingName: before.username,
        before: { role: "Anonymous", standing: "TO_ADMIT" },
        after: { role: "User", standing: "ADMITTED" },
      },
    ]);
  });

  test("by two operators at once: the second hears of it and nothing of the first is lost", async () => {
    const { userId } = await t.aUser("User");
    const answers = await Promise.all([
      patch(userId, { version: 1, firstName: "Ada" }),
      patch(userId, { version: 1, firstName: "Bea" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("VERSION_CONFLICT");
    expect((await get(userId)).version).toBe(2);
  });

  test("to a partner or role that does not exist says so at the field", async () => {
    const { userId } = await t.aUser("User");
    const partner = await patch(userId, { version: 1, referalPartnerId: 999 });
    expect(partner.body).toMatchObject({
      code: "VALIDATION_FAILED",
      fieldErrors: [{ path: "referalPartnerId" }],
    });
    const role = await patch(userId, { version: 1, roleId: 999 });
    expect(role.body.fieldErrors).toMatchObject([{ path: "roleId" }]);
    expect((await get(userId)).version).toBe(1);
  });

  test("of one's own role is refused", async () => {
    const self = await t.aUser("Admin");
    const answer = await patch(self.userId, { version: 1, roleId: await roleId("User") }, self);
    expect(answer).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
  });

  test("never raises somebody above the one who changes it", async () => {
    const helper = await limited("Desk", ["users:read", "users:write"]);
    const { userId } = await t.aUser("User");
    const up = await patch(userId, { version: 1, roleId: await roleId("Admin") }, helper);
    expect(up).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    const boss = await t.aUser("Admin");
    const down = await patch(boss.userId, { version: 1, roleId: await roleId("User") }, helper);
    expect(down.body.code).toBe("FORBIDDEN");
  });
});

describe("a block", () => {
  test("needs a reason, ends the sessions, is audited, and can be taken back", async () => {
    const victim = await t.aUser("User");
    const path = `/management/users/${victim.userId}`;
    expect((await t.call(admin, "POST", `${path}/block`, { reason: " " })).status).toBe(400);
    const answer = await t.call(admin, "POST", `${path}/block`, { reason: "Chargebacks" });
    expect(answer.body).toMatchObject({ standing: "BLOCKED", blockedReason: "Chargebacks" });
    expect((await t.call(victim, "GET", "/me")).status).toBe(401);
    expect(await audited("user.block", victim.userId)).toMatchObject([
      { after: { blocked: true, blockedReason: "Chargebacks" } },
    ]);

    expect((await t.call(admin, "POST", `${path}/block`, { reason: "again" })).status).toBe(409);
    expect((await t.call(admin, "POST", `${path}/unblock`)).body.standing).toBe("ADMITTED");
    expect((await t.call(admin, "POST", `${path}/unblock`)).status).toBe(409);
  });

  test("of oneself is refused", async () => {
    const path = `/management/users/${admin.userId}/block`;
    const answer = await t.call(admin, "POST", path, { reason: "tired" });
    expect(answer).toMatchObject({ status: 409, body: { detail: "You cannot block yourself." } });
  });

  test("never takes the last Admin, even when the last two block each other at once", async () => {
    const own = await testApp();
    try {
      const two = [await own.aUser("Admin"), await own.aUser("Admin")];
      const people = createPeople(own.db, publicUrl, () => {});
      const { body } = await own.call(two[0], "GET", "/me");
      const { permissions } = body.role;
      const blocks = two.map(({ userId }, n) => {
        const actor = { userId, username: "an admin", ip: "192.0.2.1" };
        return people.block(actor, permissions, two[1 - n]!.userId, "a fight");
      });
      const outcomes = await Promise.allSettled(blocks);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { code: "INVALID_TRANSITION" },
      });
    } finally {
      await own.close();
    }
  });
});

describe("partners", () => {
  const create = (name: string) => t.call(admin, "POST", "/management/partners", { name });

  test("have a registration link; who registers through it is counted", async () => {
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

  test("are renamed with their version, and deleted when nobody came through them", async () => {
    const { body } = await create("Temp");
    const path = `/management/partners/${body.id}`;
    const renamed = await t.call(admin, "PATCH", path, { name: "Lasting", version: 1 });
    expect(renamed.body).toMatchObject({ name: "Lasting", version: 2 });
    const stale = await t.call(admin, "PATCH", path, { name: "Other", version: 1 });
    expect(stale.body.code).toBe("VERSION_CONFLICT");
    expect((await create("lasting")).body.fieldErrors).toMatchObject([{ path: "name" }]);
    expect((await t.call(admin, "DELETE", path)).status).toBe(204);
    expect((await t.call(admin, "GET", path)).status).toBe(404);
  });

  describe("are told what the people they referred bought", () => {
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

    test("and no longer when somebody is moved to another partner", async () => {
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

    test("and their new name sorts the people", async () => {
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
