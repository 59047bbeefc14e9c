import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  invoiceDetails,
  publicUrl,
  testApp,
  type TestApp,
  type TestCaller,
} from "../../../test/app.ts";
import { blockPerson, changePerson } from "./people.service.ts";
import { lockAdmins } from "./people.sql.ts";

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

/** A caller whose role has only these permissions. */
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
    await patch(someone.userId, { version: 2, phone: "+49 40 555199" });
    const called = await t.call(admin, "GET", "/management/users?q=555199");
    expect(called.body.content).toMatchObject([{ id: someone.userId }]);
    const blocked = await t.call(admin, "GET", "/management/users?q=aalbers&standing=BLOCKED");
    expect(blocked.body).toMatchObject({ content: [], totalElements: 0, counts: { TO_ADMIT: 1 } });
  });

  test("finds people by their company's current name, or by its name on invoices", async () => {
    const someone = await t.aUser();
    const { version } = await get(someone.userId);
    await patch(someone.userId, { version, firstName: "Noor", lastName: "Zettel" });
    const details = { ...invoiceDetails, companyName: "Ostermoor Keramik AG", version: 0 };
    expect((await t.call(someone, "POST", "/me/company/details", details)).status).toBe(200);
    await t.db
      .updateTable("companies")
      .set({ name: "Ostermoor Ceramics AG" })
      .where("id", "=", someone.companyId)
      .execute();
    const found = async (q: string) => {
      const { body } = await t.call(admin, "GET", `/management/users?q=${encodeURIComponent(q)}`);
      return body.content.map(({ id }: { id: number }) => id);
    };
    expect(await found("ostermoor")).toEqual([someone.userId]);
    expect(await found("keramik")).toEqual([someone.userId]);
    expect(await found("Noor OSTERMOOR")).toEqual([someone.userId]);
    expect(await found("Aalbers ostermoor")).toEqual([]);
    // Of the invoice details only the name is searched: the invoice address would match everyone in the company.
    expect(await found(invoiceDetails.vatNumber)).toEqual([]);
  });

  test("finds accented names without accents, and the other way round", async () => {
    const someone = await t.aUser();
    const { version } = await get(someone.userId);
    await patch(someone.userId, { version, firstName: "Søren", lastName: "Łukasiński" });
    const details = { ...invoiceDetails, companyName: "Société Wüstenrot", version: 0 };
    expect((await t.call(someone, "POST", "/me/company/details", details)).status).toBe(200);
    for (const q of ["soren lukasinski", "ŁUKASIŃSKI", "societe", "wustenrot", "Wüstenrót"]) {
      const { body } = await t.call(
        admin,
        "GET",
        `/management/users?q=${encodeURIComponent(q)}&sort=id,asc`,
      );
      expect(body.content, q).toMatchObject([{ id: someone.userId }]);
    }
    const { body } = await t.call(admin, "GET", "/management/companies?q=societe%20wustenrot");
    expect(body.content).toMatchObject([{ id: someone.companyId }]);
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

  test("can be exported as CSV with the same filter", async () => {
    const response = await t.app.inject({
      url: "/api/v1/management/users?q=aalbers",
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    expect(response.body.split("\r\n")).toHaveLength(3);
    expect(response.body).toContain("Zoé");
  });
});

describe("a change of an account", () => {
  test("to the role User admits the person: one mail, and an audit entry with before and after", async () => {
    const person = await t.aUser("Anonymous");
    const { userId } = person;
    const details = async () => (await t.call(person, "GET", "/me/company/details")).status;
    expect(await details()).toBe(403);
    const before = await get(userId);
    const response = await patch(userId, { version: before.version, roleId: await roleId("User") });

    expect(response.body).toMatchObject({ standing: "ADMITTED", role: { name: "User" } });
    // At once, in the session that they have.
    expect(await details()).toBe(200);
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

  test("from one role to another is not an admission, and sends no mail", async () => {
    const { userId } = await t.aUser("User");
    const { username } = await get(userId);
    await patch(userId, { version: 1, roleId: await roleId("Admin") });
    const mails = await t.db
      .selectFrom("mails")
      .select("id")
      .where("recipient", "=", username)
      .execute();
    expect(mails).toEqual([]);
  });

  test("by two operators at once: the second is refused, and nothing of the first is lost", async () => {
    const { userId } = await t.aUser("User");
    const responses = await Promise.all([
      patch(userId, { version: 1, firstName: "Ada" }),
      patch(userId, { version: 1, firstName: "Bea" }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe("VERSION_CONFLICT");
    expect((await get(userId)).version).toBe(2);
  });

  test("to an unknown partner or role is refused at the field", async () => {
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
    const response = await patch(self.userId, { version: 1, roleId: await roleId("User") }, self);
    expect(response).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
  });

  test("never raises an account above the operator who changes it", async () => {
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
  test("of an erased account cannot be lifted", async () => {
    const { userId } = await t.aUser();
    await sql`update users set erased_at = now(), blocked = true, blocked_reason = 'Erased'
      where id = ${userId}`.execute(t.db);
    expect(await t.call(admin, "POST", `/management/users/${userId}/unblock`)).toMatchObject({
      status: 409,
      body: { detail: "This account was erased: nobody can use it again." },
    });
  });

  test("stores its reason, ends the sessions, is audited, and can be lifted", async () => {
    const victim = await t.aUser("User");
    const path = `/management/users/${victim.userId}`;
    expect((await t.call(admin, "POST", `${path}/block`, { reason: " " })).status).toBe(400);
    const response = await t.call(admin, "POST", `${path}/block`, { reason: "Chargebacks" });
    expect(response.body).toMatchObject({ standing: "BLOCKED", blockedReason: "Chargebacks" });
    expect((await t.call(victim, "GET", "/me")).status).toBe(401);
    expect(await audited("user.block", victim.userId)).toMatchObject([
      { after: { blocked: true, blockedReason: "Chargebacks" } },
    ]);

    // A colleague was faster: the response says who, and when.
    const colleague = await t.aUser("Admin");
    const again = await t.call(colleague, "POST", `${path}/block`, { reason: "again" });
    expect([again.status, again.body.detail]).toEqual([
      409,
      expect.stringMatching(
        /^Per Son blocked it already, on \d+ \w+ 20\d\d at \d\d:\d\d \(.+\)\.$/,
      ),
    ]);
    expect((await t.call(admin, "POST", `${path}/unblock`)).body.standing).toBe("ADMITTED");
    expect(await audited("user.unblock", victim.userId)).toMatchObject([
      { before: { blockedReason: "Chargebacks" }, after: { blocked: false, blockedReason: null } },
    ]);
    const late = await t.call(colleague, "POST", `${path}/unblock`);
    expect([late.status, late.body.detail]).toEqual([
      409,
      expect.stringMatching(/^Per Son unblocked it already, on /),
    ]);
  });

  test("without a reason is recorded as such", async () => {
    const { userId } = await t.aUser("User");
    const { body } = await t.call(admin, "POST", `/management/users/${userId}/block`);
    expect(body).toMatchObject({ standing: "BLOCKED", blockedReason: "No reason given" });
  });

  test("of oneself is refused", async () => {
    const path = `/management/users/${admin.userId}/block`;
    const response = await t.call(admin, "POST", path, { reason: "tired" });
    expect(response).toMatchObject({ status: 409, body: { detail: "You cannot block yourself." } });
  });

  test.each([
    ["a block", (...given: Parameters<typeof blockPerson>) => blockPerson(...given)],
    [
      "another role",
      async (...[db, actor, permissions, userId]: Parameters<typeof blockPerson>) => {
        const wanted = { version: 1, roleId: await roleId("User") };
        await changePerson(db, actor, permissions, userId, wanted);
      },
    ],
  ])(
    "never affects the last Admin, even if the last two act against each other: %s",
    async (_, turn) => {
      const own = await testApp();
      try {
        const two = [await own.aUser("Admin"), await own.aUser("Admin")];
        const { body } = await own.call(two[0], "GET", "/me");
        const { permissions } = body.role;
        const turns = two.map(({ userId }, n) => {
          const actor = { userId, username: "an admin", ip: "192.0.2.1" };
          return turn(own.db, actor, permissions, two[1 - n]!.userId, "a fight");
        });
        const outcomes = await Promise.allSettled(turns);
        expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
          reason: { code: "INVALID_TRANSITION" },
        });
      } finally {
        await own.close();
      }
    },
  );
});

test("People can be searched by their company, and sorted by it", async () => {
  const owner = await t.aUser();
  const colleague = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const path = `/management/users?companyId=${owner.companyId}&sort=company,asc&sort=id,asc`;
  const { body } = await t.call(admin, "GET", path);
  expect(body.content.map(({ id }: { id: number }) => id)).toEqual([
    owner.userId,
    colleague.userId,
  ]);
});

test("An account can be blocked while another operator changes its role", async () => {
  const { userId } = await t.aUser();
  const role = await roleId("Anonymous");
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let blocked!: ReturnType<typeof t.call>;
  await t.db.transaction().execute(async (tx) => {
    await sql`update users set role_id = ${role} where id = ${userId}`.execute(tx);
    blocked = t.call(admin, "POST", `/management/users/${userId}/block`, { reason: "a stranger" });
    await expect.poll(async () => (await waiting.execute(t.db)).rows.length).toBe(1);
  });
  expect((await blocked).status).toBe(200);
  expect(await get(userId)).toMatchObject({ blocked: true, role: { name: "Anonymous" } });
});

test("Operators can act while an account is being changed", async () => {
  const { userId } = await t.aUser();
  await t.db.transaction().execute(async (tx) => {
    expect(await lockAdmins(tx)).toContain(admin.userId);
    const note = { text: "Called back" };
    const noted = await t.call(admin, "POST", `/management/records/users/${userId}/notes`, note);
    expect(noted.status).toBe(201);
  });
});
