import { dayIn, defaultTimeZone } from "@tonneline/contract/days";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited } from "../../../test/operators.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { quoteJobs } from "./quotes.jobs.ts";

/* What becomes of a kept quote when its buyer goes. */

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

/** The seller's day. */
const inDays = (days: number) => dayIn(defaultTimeZone, new Date(Date.now() + days * 86_400_000));
const keep = (id: number, until = inDays(5)) =>
  t.call(operator, "POST", `/management/quotes/${id}/keep`, { until });
const stock = (vintageId: number) =>
  t.db
    .selectFrom("vintage_stock")
    .select(["available", "reserved", "committed"])
    .where("vintage_id", "=", vintageId)
    .executeTakeFirstOrThrow();

/** Does what was posted when somebody left a company. */
async function workOff({ userId }: TestUser) {
  const { rows: jobs } = await sql<{ payload: object }>`select payload
    from graphile_worker._private_jobs where (payload ->> 'userId')::integer = ${userId}`.execute(
    t.db,
  );
  for (const { payload } of jobs)
    await quoteJobs(t.db)["company.left"]!(payload, { id: "1" } as never);
}

test("What is kept for somebody who leaves the company is on sale again, and kept for them no more", async () => {
  const owner = await t.aUser();
  const member = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await t.call(member, "POST", "/me/cart/vintages", { vintageId, credits: 7 });
  const { body: open } = await t.call(member, "POST", "/me/quotes");
  const offer = { userId: member.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  const { body: kept } = await t.call(operator, "POST", "/management/quotes", offer);
  expect(await audited(t, operator, "quote.keep")).toMatchObject({
    actorId: operator.userId,
    thingId: String(kept.id),
    after: { until: kept.validUntil },
  });

  await t.call(owner, "DELETE", `/me/company/members/${member.userId}`);
  await workOff(member);
  expect(await stock(vintageId)).toMatchObject({ available: 93, reserved: 7 });
  const { body } = await t.call(owner, "GET", `/me/quotes/${kept.id}`);
  expect(body.status).toBe("WITHDRAWN");

  const refused = await keep(open.id);
  expect(refused.body).toMatchObject({
    code: "INVALID_TRANSITION",
    detail: expect.stringContaining("may no longer order for this company"),
  });
  expect(await stock(vintageId)).toMatchObject({ available: 93, reserved: 7 });
});

test("What is kept for somebody who left is on sale again, also when the company is another's by then", async () => {
  const owner = await t.aUser();
  const into = await t.aUser();
  const member = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  const offer = { userId: member.userId, until: inDays(3), items: [{ vintageId, credits: 5 }] };
  await t.call(operator, "POST", "/management/quotes", offer);
  await t.call(owner, "DELETE", `/me/company/members/${member.userId}`);
  const merge = { intoId: into.companyId, reason: "One company" };
  const path = `/management/companies/${owner.companyId}/merge`;
  expect((await t.call(operator, "POST", path, merge)).status).toBe(200);
  await workOff(member);
  expect(await stock(vintageId)).toMatchObject({ available: 100, reserved: 0 });
});
