import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { UblTree } from "../../../test/en16931/profiles.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";

let t: TestApp;
let owner: TestUser;
let accountant: TestUser;
beforeAll(async () => {
  t = await testApp();
  owner = await t.aUser();
  const { companyId } = owner;
  accountant = await t.aUser("User", { companyId, companyRole: "ACCOUNTANT" });
});
afterAll(() => t.close());

const path = "/me/company/e-invoices";
const leitweg = "04011000-1234512345-06";
const address = { scheme: "0204", id: leitweg };

test("An accountant chooses the format; a viewer can read it, and other companies are unaffected", async () => {
  const { companyId } = owner;
  const viewer = await t.aUser("User", { companyId, companyRole: "VIEWER" });
  const before = (await t.call(accountant, "GET", path)).body;
  expect(before).toMatchObject({ profile: "EN16931", reference: null, address: null });
  const body = { profile: "PEPPOL", reference: leitweg, address, version: before.version };
  const saved = await t.call(accountant, "PUT", path, body);
  expect(saved.body).toEqual({ ...body, version: before.version + 1 });
  expect((await t.call(accountant, "PUT", path, body)).body.code).toBe("VERSION_CONFLICT");
  expect((await t.call(viewer, "GET", path)).body).toEqual(saved.body);
  const version = saved.body.version;
  expect((await t.call(viewer, "PUT", path, { ...body, version })).body.code).toBe("FORBIDDEN");
  expect((await t.call(await t.aUser(), "GET", path)).body.profile).toBe("EN16931");
  const wrong = { ...body, version, address: { scheme: "0204", id: "04011000-1234512345-07" } };
  expect((await t.call(accountant, "PUT", path, wrong)).body).toMatchObject({
    code: "VALIDATION_FAILED",
    fieldErrors: [{ path: "address.id" }],
  });
});

test("Operators see the e-invoice settings on the company's record", async () => {
  const admin = await t.aUser("Admin");
  const recordOf = async ({ companyId }: TestUser) =>
    (await t.call(admin, "GET", `/management/companies/${companyId}`)).body.eInvoices;
  expect(await recordOf(owner)).toEqual({ profile: "PEPPOL", reference: leitweg, address });
  const plain = { profile: "EN16931", reference: null, address: null };
  expect(await recordOf(await t.aUser())).toEqual(plain);
});

test("The settings apply to the files of documents issued from then on", async () => {
  const admin = await t.aUser("Admin");
  const { vintageId } = await aProject(t.db);
  const order = await anOrder(t, owner, vintageId, 10);
  const approved = await t.call(admin, "POST", `/management/orders/${order.id}/approve`, {});
  expect(approved.status).toBe(200);
  await t.runJobs(invoiceJobs(t.db, t.files));
  const { rawPayload } = await t.app.inject({
    url: `/api/v1/me/orders/${order.id}/invoice/ubl`,
    headers: { authorization: `Bearer ${accountant.authToken}` },
  });
  const ubl = new UblTree(rawPayload);
  expect(ubl.at("BuyerReference")).toBe(leitweg);
  const to = ["AccountingCustomerParty", "Party", "EndpointID"];
  expect([ubl.at(...to), ubl.at(...to, "@_schemeID")]).toEqual([leitweg, "0204"]);
});
