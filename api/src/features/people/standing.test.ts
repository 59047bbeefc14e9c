import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../../test/app.ts";
import { createAccount } from "../accounts/accounts.service.ts";
import { blockPerson, changePerson, unblockPerson } from "./people.service.ts";

const password = "harbour lights at dusk";
// A server caches callers for 5 s.
const cacheMs = 5_100;

const permissions = ["users:read", "users:write"];

let t: TestApp;
// Operators act on another server with the same database, so this one only notices when its cache expires.
let operator: { userId: number; username: string; ip: string };
beforeAll(async () => {
  t = await testApp();
  const { userId } = await t.aUser("Admin");
  operator = { userId, username: "ola@market.example", ip: "192.0.2.7" };
});
afterAll(() => t.close());

async function aSession(username: string, roleName: string) {
  const names = { firstName: "Per", lastName: "Son" };
  await createAccount(t.db, { username, password, ...names, roleName, demonstration: false });
  const { body } = await t.call(undefined, "POST", "/auth/login", { username, password });
  const { id } = await t.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  return { userId: id, authToken: body.authToken as string };
}

test("an admitted buyer gets one mail, and gains access with the same session", async () => {
  const caller = await aSession("to-admit@company.example", "Anonymous");
  expect((await t.call(caller, "GET", "/me/company/details")).status).toBe(403);
  const { id: roleId } = await t.db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "User")
    .executeTakeFirstOrThrow();
  const admit = (version: number) =>
    changePerson(t.db, operator, permissions, caller.userId, { version, roleId });
  await admit(1);
  await admit(2);
  const mail = await t.mailTo("to-admit@company.example");
  expect(mail.subject).toBe("Your account is ready");
  expect(mail.text_body).toContain(`${publicUrl}/login`);
  const mails = await t.db.selectFrom("mails").select("id").execute();
  expect(mails).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, cacheMs));
  expect((await t.call(caller, "GET", "/me/company/details")).status).toBe(200);
});

test("a blocked account loses its sessions within 10 s, and regains access when unblocked", async () => {
  const username = "to-block@company.example";
  const caller = await aSession(username, "User");
  expect((await t.call(caller, "GET", "/me")).status).toBe(200);
  await blockPerson(t.db, operator, permissions, caller.userId, "Chargebacks");
  const logIn = () => t.call(undefined, "POST", "/auth/login", { username, password });
  const detail = expect.stringContaining("Your account is blocked");
  expect(await logIn()).toMatchObject({ status: 403, body: { code: "BLOCKED", detail } });
  await new Promise((resolve) => setTimeout(resolve, cacheMs));
  expect((await t.call(caller, "GET", "/me")).status).toBe(401);
  await unblockPerson(t.db, operator, permissions, caller.userId);
  expect((await logIn()).status).toBe(200);
  expect((await t.call(caller, "GET", "/me")).status).toBe(401);
});

test("an unknown account cannot be changed, blocked or unblocked", async () => {
  const nobody = 2147483647;
  const refusal = { code: "NOT_FOUND" };
  const change = changePerson(t.db, operator, permissions, nobody, { version: 1 });
  await expect(change).rejects.toMatchObject(refusal);
  await expect(blockPerson(t.db, operator, permissions, nobody, "why")).rejects.toMatchObject(
    refusal,
  );
  await expect(unblockPerson(t.db, operator, permissions, nobody)).rejects.toMatchObject(refusal);
});

test("names and phone can be changed, and omitted fields stay unchanged", async () => {
  const caller = await aSession("to-rename@company.example", "User");
  const changed = await t.call(caller, "PATCH", "/me", {
    lastName: "Varendonk",
    phone: "+49 40 1",
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { firstName: "Per", lastName: "Varendonk", phone: "+49 40 1" },
  });
  const cleared = await t.call(caller, "PATCH", "/me", { phone: null });
  expect(cleared.body).toMatchObject({ lastName: "Varendonk", phone: null });
  for (const body of [{ firstName: "  " }, { phone: "call me" }, { username: "x@y.example" }]) {
    expect((await t.call(caller, "PATCH", "/me", body)).status).toBe(400);
  }
});
