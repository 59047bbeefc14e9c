import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { retirementJobs } from "../retirements/retirements.jobs.ts";
import { createSettings } from "../settings/settings.service.ts";
import { orderJobs } from "./orders.jobs.ts";

let t: TestApp;
let admin: TestUser;
let vintageId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  ({ vintageId } = await aProject(t.db, { registry: "A registry of its own" }));
});
afterAll(() => t.close());

const invoiceEmail = "accounts@brennvik.example";

async function aCompanyOfTwo() {
  const owner = await t.aUser();
  const { companyId } = owner;
  const buyer = await t.aUser("User", { companyId, companyRole: "BUYER" });
  return { owner, buyer };
}

const removed = (owner: TestUser, { userId }: TestUser) =>
  t.call(owner, "DELETE", `/me/company/members/${userId}`);

async function requestRetirement(buyer: TestUser, quantity = 1): Promise<number> {
  const wishes = { beneficiaryName: "Brennvik", purpose: "OWN_EMISSIONS", unnamed: true };
  const { body } = await t.call(buyer, "POST", "/me/retirements", {
    vintageId,
    quantity,
    ...wishes,
  });
  return body.id as number;
}

let serial = 0;
const complete = (id: number) => {
  const number = `B-${++serial}`;
  return t.call(admin, "POST", `/management/retirements/${id}/complete`, {
    serialNumberFrom: number,
    serialNumberTo: number,
    registryUrl: "https://registry.example/retirements/1",
    retiredAt: new Date().toISOString(),
  });
};

/** Runs the jobs that make documents and write mails. */
async function runJobs() {
  await t.runJobs(invoiceJobs(t.db, t.files));
  await t.runJobs(orderJobs(t.db));
  await t.runJobs(retirementJobs(t.db, t.files, createSettings(t.db, 30), publicUrl));
}

async function clearNotices() {
  await runJobs();
  await t.db.deleteFrom("mails").execute();
  await t.db.deleteFrom("notifications").execute();
}

const noticesOf = async ({ userId }: TestUser) =>
  (
    await t.db
      .selectFrom("notifications")
      .select("code")
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute()
  ).map(({ code }) => code);

/** Subjects of the mails by recipient, without those to operators. */
async function mailed(): Promise<Record<string, string[]>> {
  const mails = await t.db
    .selectFrom("mails")
    .select(["recipient", "subject"])
    .where("recipient", "!=", await addressOf(admin))
    .orderBy("id")
    .execute();
  const byAddress = Object.groupBy(mails, ({ recipient }) => recipient);
  return Object.fromEntries(
    Object.entries(byAddress).map(([to, theirs]) => [
      to,
      theirs!.map(({ subject }) => subject.replace(/invoice .*/, "invoice …")),
    ]),
  );
}

async function addressOf({ userId }: TestUser): Promise<string> {
  const { username } = await t.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return username;
}

test("The company's owners are notified about the orders of a member who left, and get their documents", async () => {
  const { owner, buyer } = await aCompanyOfTwo();
  await aPaidOrder(t, admin, buyer, vintageId, 2);
  const [retirement, declined] = [await requestRetirement(buyer), await requestRetirement(buyer)];
  const { id } = await anOrder(t, buyer, vintageId, 1);
  await clearNotices();
  await removed(owner, buyer);
  await t.db.deleteFrom("mails").execute();

  await complete(retirement);
  await t.call(admin, "POST", `/management/retirements/${declined}/decline`, { reason: "Not now" });
  const forecast = await t.call(admin, "GET", `/management/orders/${id}/forecast`);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await runJobs();
  const reminders = await t.call(admin, "GET", `/management/orders/${id}/reminders`);
  await t.call(admin, "POST", `/management/orders/${id}/reminders`, { level: 1 });
  await t.call(admin, "POST", `/management/orders/${id}/pay`, { paidAt: new Date().toISOString() });

  const theirs = await addressOf(owner);
  expect(forecast.body.approve.mailedTo).toEqual([invoiceEmail, theirs]);
  expect(reminders.body.preview.sentTo).toEqual([invoiceEmail, theirs]);
  expect(await noticesOf(buyer)).toEqual([]);
  expect(await noticesOf(owner)).toEqual([
    "portfolio.retirement.completed",
    "order.approved",
    "order.reminded",
    "order.paid",
  ]);
  const ofOrder = [
    `Order ${id} is approved: invoice …`,
    expect.stringMatching("invoice …"),
    `Order ${id} is paid`,
  ];
  expect(await mailed()).toEqual({
    [invoiceEmail]: ofOrder,
    [theirs]: expect.arrayContaining([
      `Retirement ${retirement} is completed`,
      expect.stringMatching(`Retirement ${declined} `),
      ...ofOrder,
    ]),
  });
});

test("Neither a blocked buyer nor a blocked owner is notified", async () => {
  const { owner, buyer } = await aCompanyOfTwo();
  const other = await t.aUser("User", { companyId: owner.companyId, companyRole: "OWNER" });
  const { id } = await anOrder(t, buyer, vintageId, 1);
  await clearNotices();
  for (const { userId } of [buyer, other]) {
    await t.db
      .updateTable("users")
      .set({ blocked: true, blocked_reason: "Left" })
      .where("id", "=", userId)
      .execute();
  }

  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await runJobs();

  expect([await noticesOf(buyer), await noticesOf(other), await noticesOf(owner)]).toEqual([
    [],
    [],
    ["order.approved"],
  ]);
  expect(Object.keys(await mailed()).toSorted()).toEqual(
    [invoiceEmail, await addressOf(owner)].toSorted(),
  );
});

test("A remaining member is notified of their own orders only, even after the company was merged into another", async () => {
  const { owner, buyer } = await aCompanyOfTwo();
  const into = await t.aUser();
  const { id } = await anOrder(t, buyer, vintageId, 1);
  const merge = { intoId: into.companyId, reason: "One company" };
  const merged = await t.call(
    admin,
    "POST",
    `/management/companies/${owner.companyId}/merge`,
    merge,
  );
  expect(merged.status).toBe(200);
  await clearNotices();

  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await runJobs();

  expect([await noticesOf(buyer), await noticesOf(owner), await noticesOf(into)]).toEqual([
    ["order.approved"],
    [],
    [],
  ]);
  expect(Object.keys(await mailed()).toSorted()).toEqual(
    [invoiceEmail, await addressOf(buyer)].toSorted(),
  );
});

test("Owners are mailed in place of a buyer who may no longer read orders", async () => {
  const { owner, buyer } = await aCompanyOfTwo();
  await aPaidOrder(t, admin, buyer, vintageId, 1);
  const retirement = await requestRetirement(buyer);
  const { id } = await anOrder(t, buyer, vintageId, 1);
  await t.call(owner, "PATCH", `/me/company/members/${buyer.userId}`, { role: "VIEWER" });
  expect((await t.call(buyer, "GET", `/me/orders/${id}`)).status).toBe(403);
  await clearNotices();

  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await complete(retirement);
  await runJobs();
  await t.call(admin, "POST", `/management/orders/${id}/reminders`, { level: 1 });

  expect(await noticesOf(owner)).toEqual(["order.approved", "order.reminded"]);
  expect(await noticesOf(buyer)).toEqual(["portfolio.retirement.completed"]);
  const mails = await mailed();
  expect(mails[await addressOf(owner)]).toHaveLength(2);
  expect(mails[await addressOf(buyer)]).toEqual([`Retirement ${retirement} is completed`]);
});

test("Owners are mailed in place of a buyer who is no longer admitted", async () => {
  const { owner, buyer } = await aCompanyOfTwo();
  await aPaidOrder(t, admin, buyer, vintageId, 1);
  const retirement = await requestRetirement(buyer);
  const { id } = await anOrder(t, buyer, vintageId, 1);
  const roles = await t.call(admin, "GET", "/management/roles");
  const anonymous = roles.body.content.find(({ name }: { name: string }) => name === "Anonymous");
  const person = `/management/users/${buyer.userId}`;
  const { version } = (await t.call(admin, "GET", person)).body;
  const demotion = { roleId: anonymous.id, version };
  expect((await t.call(admin, "PATCH", person, demotion)).status).toBe(200);
  await clearNotices();

  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await complete(retirement);
  await runJobs();

  expect(await noticesOf(buyer)).toEqual([]);
  expect(await noticesOf(owner)).toEqual(["order.approved", "portfolio.retirement.completed"]);
  expect(Object.keys(await mailed()).toSorted()).toEqual(
    [invoiceEmail, await addressOf(owner)].toSorted(),
  );
});
