import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aTeam, putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";
import { formatEnd } from "../../core/formats.ts";
import { differences } from "../ledger/ledger.sql.ts";

/* Mails about a request: recipients and content. */

let t: TestApp;
let owner: TestUser;
let buyer: TestUser;
let approver: TestUser;
let vintageId: number;

beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});
beforeEach(async () => {
  ({ owner, buyer, approver } = await aTeam(t));
  ({ vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] }));
  await putRules(t, owner, [{ kind: "TONNES", over: 1 }]);
});

async function requested(countryCode = "DE"): Promise<number> {
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  const invoiceAddress = { ...invoiceDetails.invoiceAddress, countryCode };
  const body = { ...invoiceDetails, invoiceAddress, version: set.body.version };
  return (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.approval.id;
}
const step = (who: TestUser, id: number, how: string, body?: object) =>
  t.call(who, "POST", `/me/approvals/${id}/${how}`, body);
const read = async (who: TestUser, id: number) =>
  (await t.call(who, "GET", `/me/approvals/${id}`)).body;
const usernameOf = async ({ userId }: TestUser) =>
  (
    await t.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow()
  ).username;

test("An approver who is no longer admitted is neither mailed nor waited for", async () => {
  await sql`update users set role_id = (select id from roles where name = 'Anonymous')
    where id = ${approver.userId}`.execute(t.db);
  const id = await requested();
  expect((await read(buyer, id)).waitsFor).toHaveLength(1);
  const mails = await t.db
    .selectFrom("mails")
    .select("id")
    .where("recipient", "=", await usernameOf(approver))
    .execute();
  expect(mails).toEqual([]);
});

test("A blocked requester gets no mail about the decision", async () => {
  const id = await requested();
  await sql`update users set blocked = true, blocked_reason = 'No' where id = ${buyer.userId}`.execute(
    t.db,
  );
  const refused = await step(approver, id, "refuse", { reason: "Not this year" });
  expect(refused.status).toBe(200);
  const to = await usernameOf(buyer);
  const { rows } =
    await sql`select from mails where recipient = ${to} and subject like 'Your request%'`.execute(
      t.db,
    );
  expect(rows).toEqual([]);
});

test.each([
  ["BUYER", "approve", true],
  ["ACCOUNTANT", "refuse", true],
  ["VIEWER", "refuse", false],
] as const)(
  "A requester who is %s by now is mailed the decision (%s), with a link if they may read it",
  async (role, how, hasLink) => {
    const id = await requested();
    await t.call(owner, "PATCH", `/me/company/members/${buyer.userId}`, { role });
    const reason = how === "refuse" ? { reason: "Not this year" } : undefined;
    const { body: order } = await step(approver, id, how, reason);
    const { text_body: text } = await t.db
      .selectFrom("mails")
      .select("text_body")
      .where("recipient", "=", await usernameOf(buyer))
      .where("subject", "like", "Your request%")
      .executeTakeFirstOrThrow();
    const page = how === "approve" ? `/orders/${order.id}` : `/cart/requests/${id}`;
    expect(text.includes(page)).toBe(hasLink);
  },
);

test.each([
  ["DE", "€50.00 net, €59.50 with VAT."],
  ["AT", "€50.00 net, €50.00 without VAT."],
])("A request from %s is mailed with or without VAT accordingly", async (country, sums) => {
  const id = await requested(country);
  await step(approver, id, "refuse", { reason: "Not this year" });
  for (const who of [approver, buyer]) {
    const { text_body: text } = await t.mailTo(await usernameOf(who));
    expect(text).toContain(sums);
  }
});

test("Both mails say in the seller's time zone until when the items are held", async () => {
  const id = await requested();
  const at = new Date((await read(buyer, id)).expiresAt);
  const heldUntil = (timeZone: string) => `held until ${formatEnd(at, timeZone)}. `;
  const asked = await t.mailTo(await usernameOf(approver));
  expect(asked.text_body).toContain(heldUntil("Europe/Berlin"));

  const admin = await t.aUser("Admin");
  const { seller } = (await t.call(admin, "GET", "/management/settings")).body;
  const elsewhere = { seller: { ...seller, timeZone: "Asia/Tokyo" } };
  expect((await t.call(admin, "PATCH", "/management/settings", elsewhere)).status).toBe(200);
  expect((await step(buyer, id, "remind")).status).toBe(200);
  const reminded = await t.mailTo(await usernameOf(approver));
  expect(reminded.text_body).toContain(heldUntil("Asia/Tokyo"));
});
