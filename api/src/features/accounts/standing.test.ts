import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../../test/app.ts";
import { inTransaction } from "../../core/db.ts";
import { createAccount } from "./accounts.service.ts";
import { admitUser, blockUser, unblockUser } from "./standing.service.ts";

const password = "harbour lights at dusk";
// A server reads a caller anew after 5 s.
const cacheMs = 5_100;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
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

test("an admitted buyer is told by mail, once, and gets in with the same session", async () => {
  const caller = await aSession("to-admit@company.example", "Anonymous");
  expect((await t.call(caller, "GET", "/me/company/details")).status).toBe(403);
  await inTransaction(t.db, (tx) => admitUser(tx, caller.userId, publicUrl));
  await inTransaction(t.db, (tx) => admitUser(tx, caller.userId, publicUrl));
  const mail = await t.mailTo("to-admit@company.example");
  expect(mail.subject).toBe("Your account is ready");
  expect(mail.text_body).toContain(`${publicUrl}/login`);
  const mails = await t.db.selectFrom("mails").select("id").execute();
  expect(mails).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, cacheMs));
  expect((await t.call(caller, "GET", "/me/company/details")).status).toBe(200);
}, 15_000);

test("a blocked account loses its sessions within 10 s, and may come back when unblocked", async () => {
  const username = "to-block@company.example";
  const caller = await aSession(username, "User");
  expect((await t.call(caller, "GET", "/me")).status).toBe(200);
  await inTransaction(t.db, (tx) => blockUser(tx, caller.userId, "Chargebacks"));
  const logIn = () => t.call(undefined, "POST", "/auth/login", { username, password });
  expect(await logIn()).toMatchObject({ status: 403, body: { code: "BLOCKED" } });
  await new Promise((resolve) => setTimeout(resolve, cacheMs));
  expect((await t.call(caller, "GET", "/me")).status).toBe(401);
  await inTransaction(t.db, (tx) => unblockUser(tx, caller.userId));
  expect((await logIn()).status).toBe(200);
  expect((await t.call(caller, "GET", "/me")).status).toBe(401);
}, 15_000);

test("nobody can be admitted or blocked who does not exist", async () => {
  const refusal = { code: "NOT_FOUND" };
  const inTx = (work: typeof unblockUser) => inTransaction(t.db, (tx) => work(tx, 2147483647));
  await expect(inTx(unblockUser)).rejects.toMatchObject(refusal);
  await expect(inTx((tx, id) => admitUser(tx, id, publicUrl))).rejects.toMatchObject(refusal);
  await expect(inTx((tx, id) => blockUser(tx, id, "why"))).rejects.toMatchObject(refusal);
});

test("names and phone can be changed, and what is left out stays", async () => {
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
