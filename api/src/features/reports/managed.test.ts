import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aCompany, putRules } from "../../../test/builders/company.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { aProject } from "../../../test/builders/project.ts";
import { upload } from "../../../test/operators.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let projectId: number;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser("User");
  projectId = (await aProject(t.db, { name: "Reed beds" })).id;
});
afterAll(() => t.close());

const base = "/management/reports";
const facts = {
  name: "Reed beds: permanence",
  description: "What could undo the storage.",
  price: 490,
  pages: 38,
  publishedAt: "2026-03-01",
  hidden: false,
};
const create = (more: object = {}) =>
  t.call(admin, "POST", base, { ...facts, projectIds: [projectId], ...more });

const putFile = (id: number, bytes: Buffer, query = "") =>
  upload(t, admin, `${base}/${id}/file${query}`, { name: "Für alle: 1.pdf", bytes }, "PUT");
const aPdf = (text: string) => Buffer.from(`%PDF-1.7 ${text} %%EOF`);

test("a new report is on sale for buyers on the page of its project", async () => {
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...facts, sold: 0, file: null, version: 1 });
  const seen = await t.call(buyer, "GET", `/reports?projectId=${projectId}`);
  expect(seen.body.content).toMatchObject([{ id: body.id, price: 490 }]);
});

test("a report may have no page count, and is shown unless it is marked as hidden", async () => {
  const { pages: _, hidden: __, ...least } = facts;
  const made = await t.call(admin, "POST", base, { ...least, projectIds: [projectId] });
  expect(made).toMatchObject({ status: 201, body: { pages: null, hidden: false } });
  const { id, version } = made.body;
  const kept = await t.call(admin, "PATCH", `${base}/${id}`, { version, hidden: true, pages: 9 });
  const again = { version: kept.body.version, price: 5 };
  const { body } = await t.call(admin, "PATCH", `${base}/${id}`, again);
  expect(body).toMatchObject({ pages: 9, hidden: true, price: 5 });
  expect((await t.call(admin, "DELETE", `${base}/${id}`)).status).toBe(204);
});

test("a report sent again after a lost response is added once", async () => {
  const key = { "idempotency-key": "added-once" };
  const report = { ...facts, name: "Reed beds: twice sent", projectIds: [projectId] };
  const add = () => t.call(admin, "POST", base, report, key);
  const added = await Promise.all([add(), add()]);
  expect(added.map(({ status }) => status)).toEqual([201, 201]);
  expect(added[1]!.body.id).toBe(added[0]!.body.id);
  expect((await t.call(admin, "GET", `${base}?q=twice+sent`)).body.totalElements).toBe(1);
});

test("a report of a project that does not exist is refused", async () => {
  const response = await create({ projectIds: [projectId, 999_999] });
  expect(response.body).toMatchObject({
    code: "VALIDATION_FAILED",
    fieldErrors: [{ path: "projectIds" }],
  });
});

test("a change keeps omitted fields, reaches carts, and is refused to the slower of two", async () => {
  const { body } = await create({ name: "Reed beds: baseline" });
  await t.call(buyer, "POST", "/me/cart/reports", { reportId: body.id });
  const path = `${base}/${body.id}`;
  const changed = await t.call(admin, "PATCH", path, { price: 520.5, version: 1 });
  expect(changed.body).toMatchObject({ price: 520.5, pages: 38, version: 2 });

  const cart = await t.call(buyer, "GET", "/me/cart");
  expect(cart.body.items).toMatchObject([{ price: 520.5 }]);
  const stale = await t.call(admin, "PATCH", path, { price: 1, version: 1 });
  expect(stale.body.code).toBe("VERSION_CONFLICT");
});

test("pages of projects show a report as it was last saved, until it is deleted", async () => {
  const { id: other } = await aProject(t.db, { name: "Salt marsh" });
  const pricesOn = async (id: number) => {
    const { body } = await t.call(buyer, "GET", `/projects/${id}`);
    const named = body.reports.filter(({ name }: { name: string }) => name === "Moving");
    return named.map(({ price }: { price: number }) => price);
  };
  for (const id of [projectId, other]) expect(await pricesOn(id)).toEqual([]);
  const { id } = (await create({ name: "Moving", price: 100, projectIds: [other] })).body;
  await expect.poll(() => pricesOn(other)).toEqual([100]);
  await t.call(admin, "PATCH", `${base}/${id}`, { version: 1, price: 120 });
  await expect.poll(() => pricesOn(other)).toEqual([120]);
  await t.call(admin, "PATCH", `${base}/${id}`, { version: 2, projectIds: [projectId] });
  await expect.poll(() => pricesOn(projectId)).toEqual([120]);
  await expect.poll(() => pricesOn(other)).toEqual([]);
  expect((await t.call(admin, "DELETE", `${base}/${id}`)).status).toBe(204);
  await expect.poll(() => pricesOn(projectId)).toEqual([]);
});

test("a report in a cart cannot be deleted and shows whose; an unused one can", async () => {
  const { body } = await t.call(admin, "GET", `${base}?q=baseline`);
  const used = await t.call(admin, "DELETE", `${base}/${body.content[0].id}`);
  expect(used.body).toMatchObject({ code: "IN_USE", usedBy: [{ type: "cart", id: buyer.userId }] });
  const uses = await t.call(admin, "GET", `${base}/${body.content[0].id}/uses`);
  expect(used.body).toMatchObject(uses.body);

  const unused = await create({ name: "Short-lived", description: "Of rare peatland" });
  const found = await t.call(admin, "GET", `${base}?q=peatland`);
  expect(found.body.content).toMatchObject([{ id: unused.body.id }]);
  expect((await t.call(admin, "DELETE", `${base}/${unused.body.id}`)).status).toBe(204);
});

test("a file is accepted by its bytes, replaced, and read again", async () => {
  const { body } = await create({ name: "With a file" });
  expect((await putFile(body.id, Buffer.from("<html></html>"))).status).toBe(415);
  await putFile(body.id, aPdf("first"));
  const second = await putFile(body.id, aPdf("second"));
  expect(second.body).toMatchObject({ file: { name: "Für alle_ 1.pdf", bytes: 21 } });
  const late = await putFile(body.id, aPdf("third"), `?version=${body.version}`);
  expect(late.body.code).toBe("VERSION_CONFLICT");
  const served = await t.app.inject({
    url: `/api/v1${base}/${body.id}/file`,
    headers: { authorization: `Bearer ${admin.authToken}` },
  });
  expect(served.body).toBe("%PDF-1.7 second %%EOF");
  expect((await t.db.selectFrom("files").select("id").execute()).length).toBe(1);
});

test("the list counts shown and hidden reports, sorts, and exports as CSV", async () => {
  await create({ name: "Not yet", hidden: true, projectIds: [] });
  const { body } = await t.call(admin, "GET", `${base}?hidden=true&sort=price,desc`);
  expect(body).toMatchObject({
    totalElements: 1,
    counts: { hidden: 1 },
    content: [{ name: "Not yet" }],
  });
  const last = await t.call(admin, "GET", `${base}?sort=hidden,asc`);
  expect(last.body.content.at(-1).name).toBe("Not yet");
  const { content } = (await t.call(admin, "GET", `${base}?sort=projects,desc`)).body;
  const numbers: number[] = content.map((each: { projects: unknown[] }) => each.projects.length);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(new Set(numbers).size).toBeGreaterThan(1);
  const csv = await t.app.inject({
    url: `/api/v1${base}?hidden=true`,
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });
  expect(csv.body).toContain("Not yet,490,38,2026-03-01,yes");
});

test("a report in a request to a colleague cannot be deleted, and shows the request", async () => {
  const { id } = (await create({ name: "Reed beds: asked for" })).body;
  await putFile(id, aPdf("asked for"));
  const companyId = await aCompany(t.db);
  const owner = await t.aUser("User", { companyId, companyRole: "OWNER" });
  await putRules(t, owner, [{ kind: "AMOUNT", over: 1 }]);
  const asking = await t.aUser("User", { companyId, companyRole: "BUYER" });
  const cart = await t.call(asking, "POST", "/me/cart/reports", { reportId: id });
  const body = { ...invoiceDetails, version: cart.body.version };
  const asked = await t.call(asking, "POST", "/me/cart/checkout", body);
  expect(asked.status).toBe(202);
  const approvalId = asked.body.approval.id;
  await t.call(owner, "POST", `/me/approvals/${approvalId}/refuse`, { reason: "Not now" });

  const refused = await t.call(admin, "DELETE", `${base}/${id}`);

  const usedBy = [{ type: "approval", id: approvalId }];
  expect(refused.body).toMatchObject({ code: "IN_USE", usedBy });
});

test("a report that is put into a cart while it is deleted stays", async () => {
  const { id } = (await create()).body;
  const { userId } = await t.aUser();
  const intoCart = sql`with cart as (insert into carts (user_id) values (${userId}) returning id)
    insert into cart_items (cart_id, product_type, report_id, quantity, price_cents)
    select id, 'DUE_DILIGENCE_REPORT', ${id}::integer, 1, 490 from cart`;
  const remove = () => t.call(admin, "DELETE", `${base}/${id}`);
  const [response] = await runBlocked(t.db, intoCart, [remove]);
  expect(response!.body.code).toBe("IN_USE");
  expect((await t.call(admin, "GET", `${base}/${id}`)).status).toBe(200);
});

test("a report that is deleted while it is put into a cart is not found", async () => {
  const { id } = (await create()).body;
  const buyer = await t.aUser();
  const put = () => t.call(buyer, "POST", "/me/cart/reports", { reportId: id });
  const [response] = await runBlocked(t.db, sql`delete from reports where id = ${id}`, [put]);
  expect(response!.body.code).toBe("NOT_FOUND");
});

test("a project that is deleted while a report names it is reported missing", async () => {
  const other = await aProject(t.db, { vintages: [] });
  const gone = sql`delete from projects where id = ${other.id}`;
  const save = () => create({ name: "Of what is gone", projectIds: [other.id] });
  const [response] = await runBlocked(t.db, gone, [save]);
  expect(response!.body.fieldErrors).toMatchObject([{ path: "projectIds" }]);
});
