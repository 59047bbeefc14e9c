import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";
import { daysAfter } from "../../core/days.ts";
import { approvalJobs } from "../approvals/approvals.jobs.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { quoteJobs } from "./quotes.jobs.ts";

let t: TestApp;
let operator: TestUser;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const keep = (id: number) => {
  const until = daysAfter(dayIn(defaultTimeZone, new Date()), 5);
  return t.call(operator, "POST", `/management/quotes/${id}/keep`, { until });
};
const order = (buyer: TestUser, id: number) =>
  t.call(buyer, "POST", `/me/quotes/${id}/order`, invoiceDetails);
const stock = (vintageId: number) =>
  t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();

/** A kept quote over 5 of 100 tonnes, whose order was sent to a colleague. */
async function aRequestedQuote() {
  const buyer = await t.aUser();
  const { companyId } = buyer;
  const approver = await t.aUser("User", { companyId, companyRole: "APPROVER" });
  await putRules(t, buyer, [{ kind: "TONNES", over: 1 }]);
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  const id: number = (await t.call(buyer, "POST", "/me/quotes")).body.id;
  await keep(id);
  const approvalId: number = (await order(buyer, id)).body.approval.id;
  const read = async () => (await t.call(buyer, "GET", `/me/quotes/${id}`)).body;
  expect(await read()).toMatchObject({ status: "REQUESTED", approvalId });
  return { approvalId, approver, buyer, id, read, vintageId };
}

test.each(["refuse", "withdraw", "expire"])(
  "A kept quote ends with the request for its order (%s), and can be kept again at its prices",
  async (ending) => {
    const { approvalId, approver, buyer, id, read, vintageId } = await aRequestedQuote();
    expect((await keep(id)).body.code).toBe("INVALID_TRANSITION");
    const request = `/me/approvals/${approvalId}`;
    if (ending === "refuse")
      await t.call(approver, "POST", `${request}/refuse`, { reason: "Too many" });
    if (ending === "withdraw") await t.call(buyer, "POST", `${request}/withdraw`);
    if (ending === "expire") {
      await sql`update approvals set expires_at = now() where id = ${approvalId}`.execute(t.db);
      await approvalJobs(t.db)["approval.ends"]!({ approvalId }, { id: "1" } as never);
    }
    const ended = await read();
    expect(ended).toMatchObject({ status: "EXPIRED", approvalId, orderId: null });
    expect(Date.parse(ended.validUntil)).toBeLessThanOrEqual(Date.now());
    expect((await t.call(buyer, "GET", "/me/quotes?status=EXPIRED")).body).toMatchObject({
      content: [{ id }],
      counts: { EXPIRED: 1, REQUESTED: 0 },
    });
    expect((await order(buyer, id)).body.code).toBe("INVALID_TRANSITION");
    expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });

    // Two operators at once reserve its credits once.
    const both = await Promise.all([keep(id), keep(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read()).toMatchObject({ status: "KEPT", approvalId: null });
    expect(await stock(vintageId)).toMatchObject({ available: 95, reserved: 5 });
    expect((await order(buyer, id)).status).toBe(202);
    expect((await read()).status).toBe("REQUESTED");
  },
);

test("A quote whose time ran out while a colleague decided expired at that time", async () => {
  const { approvalId, buyer, id, read } = await aRequestedQuote();
  const validUntil = "2026-01-02T00:00:00.000Z";
  await sql`update quotes set valid_until = ${validUntil} where id = ${id}`.execute(t.db);
  await quoteJobs(t.db)["quote.ends"]!({ quoteId: id }, { id: "1" } as never);
  expect((await read()).status).toBe("REQUESTED");
  await t.call(buyer, "POST", `/me/approvals/${approvalId}/withdraw`);
  expect(await read()).toMatchObject({ status: "EXPIRED", validUntil });
});
