import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aTeam, putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";

/* What the members of a company see of a request, and which requests they find. */

let t: TestApp;
let owner: TestUser;
let buyer: TestUser;
let approver: TestUser;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  ({ owner, buyer, approver } = await aTeam(t));
  await putRules(t, owner, [{ kind: "TONNES", over: 1 }]);
});

async function requested(vintageIds: readonly number[]): Promise<number> {
  let version = 0;
  for (const vintageId of vintageIds) {
    const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
    ({ version } = set.body);
  }
  const body = { ...invoiceDetails, version };
  return (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.approval.id;
}
const step = (who: TestUser, id: number, how: string, body?: object) =>
  t.call(who, "POST", `/me/approvals/${id}/${how}`, body);
const read = async (id: number) => (await t.call(approver, "GET", `/me/approvals/${id}`)).body;
const found = async (who: TestUser, query: string) =>
  (await t.call(who, "GET", `/me/approvals?${query}`)).body.content.map(
    ({ id }: { id: number }) => id,
  );

test("Nothing waits for a colleague who may not decide", async () => {
  const { companyId } = buyer;
  const { vintageId } = await aProject(t.db);
  const id = await requested([vintageId]);
  expect(await found(approver, "waitingFor=me")).toEqual([id]);
  for (const companyRole of ["BUYER", "ACCOUNTANT"] as const) {
    const colleague = await t.aUser("User", { companyId, companyRole });
    expect(await found(colleague, "waitingFor=me")).toEqual([]);
  }
});

test("A request is found by its whole number", async () => {
  const { vintageId } = await aProject(t.db);
  const [id, other] = [await requested([vintageId]), await requested([vintageId])];
  expect(await found(buyer, `q=${id}`)).toEqual([id]);
  expect(await found(buyer, `q=${other}`)).toEqual([other]);
  expect(await found(buyer, `q=${String(id).slice(0, -1)}`)).toEqual([]);
});

test("A request has its items in the cart's order, and once decided no news of the catalogue", async () => {
  const [first, second] = [await aProject(t.db), await aProject(t.db, { name: "Peat" })];
  const id = await requested([second.vintageId, first.vintageId]);
  await sql`update vintages set price_cents = 1100 where id = ${first.vintageId}`.execute(t.db);
  const { items, changes } = await read(id);
  expect(items.map((each: { product: { vintage: { id: number } } }) => each.product.vintage.id))
    // Oldest item first.
    .toEqual([second.vintageId, first.vintageId]);
  expect(changes).toMatchObject([{ fact: "price", before: 10, after: 11 }]);
  await step(approver, id, "refuse", { reason: "Not this year" });
  expect((await read(id)).changes).toEqual([]);
});

test("A request whose time is up cannot be extended, even before it is ended", async () => {
  const { vintageId } = await aProject(t.db);
  const id = await requested([vintageId]);
  await sql`update approvals set expires_at = now() where id = ${id}`.execute(t.db);
  expect(await step(buyer, id, "prolong")).toMatchObject({
    status: 409,
    body: { code: "INVALID_TRANSITION" },
  });
  expect(await read(id)).toMatchObject({ status: "EXPIRED", prolonged: false });
});

test("A request with a vintage of a project hidden by now cannot be approved", async () => {
  const { id: projectId, vintageId } = await aProject(t.db);
  const id = await requested([vintageId]);
  await sql`update projects set hidden = true where id = ${projectId}`.execute(t.db);
  expect((await step(approver, id, "approve")).body.code).toBe("NOT_PURCHASABLE");
});

test("One item that is not issued yet suffices for the rule about such credits", async () => {
  await putRules(t, owner, [{ kind: "EX_ANTE" }]);
  const { vintageIds } = await aProject(t.db, { vintages: [{}, { creditType: "EX_ANTE" }] });
  expect(await read(await requested(vintageIds))).toMatchObject({ rules: [{ kind: "EX_ANTE" }] });
});

test("Nobody is shown that they may decide their own request", async () => {
  const { vintageId } = await aProject(t.db);
  buyer = owner;
  const id = await requested([vintageId]);
  expect((await t.call(owner, "GET", `/me/approvals/${id}`)).body.mayDecide).toBe(false);
  expect((await read(id)).mayDecide).toBe(true);
});
