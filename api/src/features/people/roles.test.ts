import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { audited } from "../../../test/operators.ts";
import { runBlocked } from "../../../test/runBlocked.ts";

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

describe("an account with more permissions than the operator", () => {
  const detail = "This account has more rights than yours. Ask somebody who has all its rights.";
  let helper: TestCaller;
  beforeAll(async () => {
    helper = await limited("Reception", ["users:read", "users:write", "directory:read"]);
  });

  test.each([
    ["renamed", "PATCH", "", { version: 1, firstName: "Mallory" }],
    ["given another phone", "PATCH", "", { version: 1, phone: "+49 40 1" }],
    ["given a partner", "PATCH", "", { version: 1, referalPartnerId: null }],
    ["blocked", "POST", "/block", { reason: "I want the shop for myself" }],
    ["unblocked", "POST", "/unblock", undefined],
  ])("cannot be %s by them", async (_how, method, suffix, body) => {
    const boss = await t.aUser("Admin");
    const before = await get(boss.userId);
    const response = await t.call(
      helper,
      method,
      `/management/users/${boss.userId}${suffix}`,
      body,
    );
    expect(response).toMatchObject({ status: 403, body: { code: "FORBIDDEN", detail } });
    expect(await get(boss.userId)).toEqual(before);
  });

  test("is protected by a single additional permission, unlike one with the same permissions", async () => {
    const more = await limited("Reception and orders", [
      "users:read",
      "users:write",
      "orders:read",
    ]);
    const same = await limited("Other reception", ["users:read", "users:write"]);
    const rename = { version: 1, firstName: "New" };
    expect((await patch(more.userId, rename, helper)).status).toBe(403);
    expect((await patch(same.userId, rename, helper)).status).toBe(200);
    expect((await patch(helper.userId, rename, helper)).status).toBe(200);
  });
});

describe("roles", () => {
  test("with read but not write permission: lists can be seen, changes are forbidden", async () => {
    const reader = await limited("Reader", ["users:read"]);
    expect((await t.call(reader, "GET", "/management/users")).status).toBe(200);
    const { userId } = await t.aUser("User");
    const change = await patch(userId, { version: 1, firstName: "X" }, reader);
    expect(change).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  });

  test("grant nothing that their creator lacks, and have unique names", async () => {
    const helper = await limited("Front desk", ["users:read", "users:write"]);
    const make = (name: string, permissions: string[]) =>
      t.call(helper, "POST", "/management/roles", { name, permissions });
    expect((await make("Boss", ["orders:write"])).body.code).toBe("FORBIDDEN");
    expect((await make("Front desk", ["users:read"])).body.fieldErrors).toMatchObject([
      { path: "name" },
    ]);
  });

  test("with a permission that the operator lacks cannot be changed or deleted", async () => {
    const helper = await limited("Back desk", ["users:read", "users:write"]);
    const make = async (name: string, permissions: string[]) =>
      (await t.call(admin, "POST", "/management/roles", { name, permissions })).body.id as number;
    const small = await make("Small", ["users:read"]);
    const large = await make("Large", ["users:read", "orders:read"]);
    const change = (id: number, permissions: string[]) =>
      t.call(helper, "PATCH", `/management/roles/${id}`, { name: "Own", permissions, version: 1 });
    const forbidden = { status: 403, body: { code: "FORBIDDEN" } };

    expect(await change(small, ["users:read", "orders:write"])).toMatchObject(forbidden);
    expect(await change(large, ["users:read"])).toMatchObject(forbidden);
    expect(await t.call(helper, "DELETE", `/management/roles/${large}`)).toMatchObject(forbidden);
    const { body } = await t.call(admin, "GET", "/management/roles");
    expect(body.content).toContainEqual(
      expect.objectContaining({ id: small, name: "Small", permissions: ["users:read"] }),
    );
    expect((await change(small, ["users:read", "users:write"])).status).toBe(200);
    expect(await audited(t, admin, "role.change")).toMatchObject({
      actorId: helper.userId,
      thingId: String(small),
      before: { name: "Small", permissions: ["users:read"] },
      after: { name: "Own", permissions: ["users:read", "users:write"] },
    });
    expect((await t.call(helper, "DELETE", `/management/roles/${small}`)).status).toBe(204);
  });

  test("must differ by more than case", async () => {
    const path = "/management/roles";
    const taken = {
      status: 400,
      body: { code: "VALIDATION_FAILED", fieldErrors: [{ path: "name" }] },
    };
    for (const name of ["admin", "USER"])
      expect(await t.call(admin, "POST", path, { name, permissions: [] })).toMatchObject(taken);
    const made = await t.call(admin, "POST", path, { name: "Clerk", permissions: [] });
    const renamed = (name: string) =>
      t.call(admin, "PATCH", `${path}/${made.body.id}`, { name, permissions: [], version: 1 });
    expect(await renamed("anonymous")).toMatchObject(taken);
    expect((await renamed("CLERK")).status).toBe(200);
  });

  test("changed twice at once take the first change, and the second is refused", async () => {
    const path = "/management/roles";
    const made = await t.call(admin, "POST", path, { name: "Twin", permissions: [] });
    const { id } = made.body;
    const change = (name: string) => () =>
      t.call(admin, "PATCH", `${path}/${id}`, { name, permissions: [], version: 1 });
    const row = sql`select from roles where id = ${id} for update`;
    const both = await runBlocked(t.db, row, [change("Castor"), change("Pollux")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("that are built in stay; used ones say by whom; unused ones can be deleted", async () => {
    const start = await roleId("User");
    const change = { name: "Users", permissions: [], version: 1 };
    const fixed = await t.call(admin, "PATCH", `/management/roles/${start}`, change);
    expect(fixed.body.code).toBe("INVALID_TRANSITION");
    const nobodyHas = await roleId("Anonymous");
    const removed = await t.call(admin, "DELETE", `/management/roles/${nobodyHas}`);
    expect(removed.body.code).toBe("INVALID_TRANSITION");

    const caller = await limited("Auditor", ["audit:read"]);
    const id = await roleId("Auditor");
    const used = await t.call(admin, "DELETE", `/management/roles/${id}`);
    expect(used).toMatchObject({
      status: 409,
      body: { code: "IN_USE", usedByCount: 1, usedBy: [{ type: "user", id: caller.userId }] },
    });
    const uses = await t.call(admin, "GET", `/management/roles/${id}/uses`);
    expect(used.body).toMatchObject(uses.body);
    await patch(caller.userId, { version: 1, roleId: start });
    expect((await t.call(admin, "DELETE", `/management/roles/${id}`)).status).toBe(204);
    const deleted = { thingId: String(id), before: { name: "Auditor" }, actorId: admin.userId };
    expect(await audited(t, admin, "role.delete")).toMatchObject(deleted);
  });
});
