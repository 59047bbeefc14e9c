import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { inTransaction } from "../src/core/db.ts";
import { hashPassword } from "../src/core/passwords.ts";
import { openSession } from "../src/features/accounts/sessions.sql.ts";
import { invoiceJobs } from "../src/features/invoices/invoices.jobs.ts";
import { orderJobs } from "../src/features/orders/orders.jobs.ts";
import { retirementJobs } from "../src/features/retirements/retirements.jobs.ts";
import { createSettings } from "../src/features/settings/settings.service.ts";
import {
  invoiceDetails,
  publicUrl,
  testApp,
  type TestApp,
  type TestCaller,
  type TestUser,
} from "./app.ts";
import { putRules } from "./builders/company.ts";
import { createAuthenticator } from "./authenticator.ts";
import { everything } from "./everything.ts";
import { anOrder, aPaidOrder } from "./builders/order.ts";
import { aProject, aReport } from "./builders/project.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";

/** A buyer's records, named by what an endpoint's id refers to. */
interface Owned {
  order: number;
  rejectedOrder: number;
  /** The order's invoice. */
  document: number;
  report: number;
  retirement: number;
  /** A colleague's requests, which the owner may decide on. */
  approval: number;
  otherApproval: number;
  waitingApproval: number;
  refusable: number;
  /** The owner's own request. */
  ownApproval: number;
  notification: number;
  shortlist: number;
  /** To be deleted. */
  oldShortlist: number;
  oldSearch: number;
  /** A saved view of a list. */
  view: number;
  quote: number;
  /** A question to the operators. */
  question: number;
  /** To be given up. */
  oldQuote: number;
  /** On that shortlist. */
  vintage: number;
  search: number;
  /** A retirement that no operator has started on. */
  waiting: number;
  /** Not the session that makes the calls here. */
  session: string;
  passkey: number;
  /** A member and an invitation of the owner's company. */
  member: number;
  invitation: number;
  /** The owner's proof for a sensitive action. */
  proof: object;
}

interface Call {
  /** The path with the id filled in. */
  path: string;
  body?: object;
}

/** How each call that refers to one of the caller's records does so. New calls of the contract need a line here. */
const calls: Record<string, (owned: Owned) => Call> = {
  getMyOrder: ({ order }) => ({ path: `/me/orders/${order}` }),
  getMySalesTerms: ({ order }) => ({ path: `/me/orders/${order}/sales-terms` }),
  getMyInvoice: ({ order }) => ({ path: `/me/orders/${order}/invoice` }),
  getMyInvoiceUbl: ({ order }) => ({ path: `/me/orders/${order}/invoice/ubl` }),
  getMyCreditNote: (owned) => ({ path: `/me/orders/${owned.rejectedOrder}/credit-note` }),
  getMyCreditNoteUbl: (owned) => ({ path: `/me/orders/${owned.rejectedOrder}/credit-note/ubl` }),
  getMyDocument: ({ order, document }) => ({ path: `/me/orders/${order}/documents/${document}` }),
  getMyDocumentUbl: ({ order, document }) => ({
    path: `/me/orders/${order}/documents/${document}/ubl`,
  }),
  getMyReportFile: ({ report }) => ({ path: `/me/reports/${report}/file` }),
  getMyRetirement: ({ retirement }) => ({ path: `/me/retirements/${retirement}` }),
  getApproval: ({ approval }) => ({ path: `/me/approvals/${approval}` }),
  approveRequest: ({ approval }) => ({ path: `/me/approvals/${approval}/approve` }),
  refuseRequest: ({ refusable }) => ({
    path: `/me/approvals/${refusable}/refuse`,
    body: { reason: "Not this year" },
  }),
  remindApprovers: ({ waitingApproval }) => ({ path: `/me/approvals/${waitingApproval}/remind` }),
  extendRequest: ({ waitingApproval }) => ({ path: `/me/approvals/${waitingApproval}/prolong` }),
  restoreCartFromRequest: ({ otherApproval }) => ({ path: `/me/cart/requests/${otherApproval}` }),
  withdrawRequest: ({ ownApproval }) => ({ path: `/me/approvals/${ownApproval}/withdraw` }),
  withdrawRetirement: ({ waiting }) => ({ path: `/me/retirements/${waiting}/withdraw` }),
  getMyCertificate: ({ retirement }) => ({ path: `/me/retirements/${retirement}/certificate` }),
  updateShortlist: ({ shortlist }) => ({
    path: `/me/shortlists/${shortlist}`,
    body: { name: "Board" },
  }),
  deleteShortlist: ({ oldShortlist }) => ({ path: `/me/shortlists/${oldShortlist}` }),
  setShortlistVintage: ({ shortlist, vintage }) => ({
    path: `/me/shortlists/${shortlist}/vintages/${vintage}`,
  }),
  removeShortlistVintage: ({ shortlist, vintage }) => ({
    path: `/me/shortlists/${shortlist}/vintages/${vintage}`,
  }),
  shareShortlist: ({ shortlist }) => ({ path: `/me/shortlists/${shortlist}/share` }),
  unshareShortlist: ({ shortlist }) => ({ path: `/me/shortlists/${shortlist}/share` }),
  getMySupportRequest: ({ question }) => ({ path: `/me/support-requests/${question}` }),
  addSupportMessage: ({ question }) => ({
    path: `/me/support-requests/${question}/messages`,
    body: { text: "One thing more." },
  }),
  getQuote: ({ quote }) => ({ path: `/me/quotes/${quote}` }),
  getQuotePdf: ({ quote }) => ({ path: `/me/quotes/${quote}/pdf` }),
  previewQuoteApproval: ({ quote }) => ({ path: `/me/quotes/${quote}/approval` }),
  orderQuote: ({ quote }) => ({ path: `/me/quotes/${quote}/order`, body: invoiceDetails }),
  withdrawQuote: ({ oldQuote }) => ({ path: `/me/quotes/${oldQuote}/withdraw` }),
  updateSearch: ({ search }) => ({ path: `/me/searches/${search}`, body: { name: "Biochar" } }),
  deleteView: ({ view }) => ({ path: `/me/views/${view}` }),
  deleteSearch: ({ oldSearch }) => ({ path: `/me/searches/${oldSearch}` }),
  endSession: ({ session }) => ({ path: `/me/sessions/${session}` }),
  removePasskey: ({ passkey, proof }) => ({ path: `/me/passkeys/${passkey}/removal`, body: proof }),
  updateMember: ({ member }) => ({
    path: `/me/company/members/${member}`,
    body: { role: "VIEWER" },
  }),
  removeMember: ({ member }) => ({ path: `/me/company/members/${member}` }),
  withdrawInvitation: ({ invitation }) => ({ path: `/me/company/invitations/${invitation}` }),
  markNotificationsRead: ({ notification }) => ({
    path: `/me/notifications/read?notificationId=${notification}`,
  }),
};

/** For one member only, even if others may read the record. */
const membersOwn = [
  "approveRequest",
  "refuseRequest",
  "remindApprovers",
  "extendRequest",
  "restoreCartFromRequest",
  "withdrawRequest",
];

/** Personal records, independent of the company. */
const personal = [
  "endSession",
  "removePasskey",
  "markNotificationsRead",
  "updateSearch",
  "deleteSearch",
  "previewQuoteApproval",
  "orderQuote",
  "withdrawQuote",
  "getMySupportRequest",
  "addSupportMessage",
];
/** For the company's owners only. */
const owners = ["updateMember", "removeMember", "withdrawInvitation"];

/** A list's filters refer to public records, not to the caller's. */
const isList = ({ query }: Pick<Endpoint, "query">) => query?.shape.page !== undefined;
const namesOne = (endpoint: Endpoint) =>
  endpoint.path.startsWith("/me/") &&
  (endpoint.path.includes(":") ||
    (!isList(endpoint) &&
      Object.keys(endpoint.query?.shape ?? {}).some((key) => key.endsWith("Id"))));
/** After all others, in this order: each removes what those before it need, such as the unchanged cart. */
const last = ["removeMember", "orderQuote", "restoreCartFromRequest"];
const owned = (await allEndpoints())
  .filter(({ endpoint }) => namesOne(endpoint))
  .toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name));

let t: TestApp;
let owner: TestUser;
let colleague: TestUser;
let things: Owned;

beforeAll(async () => {
  t = await testApp();
  const admin = await t.aUser("Admin");
  owner = await t.aUser();
  colleague = await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" });
  const { id: projectId, vintageId } = await aProject(t.db, { registry: "A registry of its own" });
  const order = await aPaidOrder(t, admin, owner, vintageId, 5);
  const rejected = await anOrder(t, owner, vintageId, 2);
  await t.call(admin, "POST", `/management/orders/${rejected.id}/approve`, {});
  await makeFiles();
  await t.call(admin, "POST", `/management/orders/${rejected.id}/reject`, {
    reason: "Not paid in time",
  });
  const wish = { vintageId, beneficiaryName: "Brennvik", purpose: "OWN_EMISSIONS" };
  const askFor = async (quantity: number): Promise<number> =>
    (await t.call(owner, "POST", "/me/retirements", { ...wish, quantity })).body.id;
  const retirement = await askFor(2);
  await t.call(admin, "POST", `/management/retirements/${retirement}/complete`, {
    serialNumberFrom: "A-1",
    serialNumberTo: "A-2",
    registryUrl: "https://registry.example/1",
    retiredAt: new Date().toISOString(),
  });
  const report = await aBoughtReport(projectId);
  await makeFiles();
  const terms = await storedFile("Sales terms.pdf");
  await sql`update orders set sales_terms_file_id = ${terms} where id = ${order.id}`.execute(t.db);
  const { body } = await t.call(owner, "GET", "/me/notifications?read=false");
  await putRules(t, owner, [{ kind: "TONNES", over: 1 }]);
  things = {
    approval: await aRequest(colleague, vintageId),
    refusable: await aRequest(colleague, vintageId),
    ownApproval: await aRequest(owner, vintageId),
    otherApproval: await aRequest(owner, vintageId),
    waitingApproval: await aRequest(owner, vintageId),
    order: order.id,
    document: order.documents[0].id,
    rejectedOrder: rejected.id,
    report,
    retirement,
    waiting: await askFor(1),
    notification: body.content[0].id,
    session: (await openSession(t.db, owner.userId, 3600)).id,
    member: (await t.aUser("User", { companyId: owner.companyId, companyRole: "BUYER" })).userId,
    invitation: await anInvitation(),
    ...(await aPasskey()),
    ...(await shortlistsAndSearches(vintageId)),
    oldQuote: await aQuote(vintageId),
    quote: await aQuote(vintageId),
    question: await aQuestion(),
  };
  await t.call(owner, "PUT", "/me/portfolio/targets", { year: 2027, tonnes: 10 });
});
afterAll(() => t.close());

async function shortlistsAndSearches(vintage: number) {
  // By a call: the server notices a direct write only after seconds.
  const admin = await t.aUser("Admin");
  const { body } = await t.call(admin, "GET", "/management/settings");
  const sharing = { byLink: true, version: body.sharing.version };
  expect((await t.call(admin, "PATCH", "/management/settings", { sharing })).status).toBe(200);
  const made = async (path: string, body: object): Promise<number> =>
    (await t.call(owner, "POST", path, body)).body.id;
  const shortlist = await made("/me/shortlists", { name: "Board" });
  await t.call(owner, "PUT", `/me/shortlists/${shortlist}/vintages/${vintage}`);
  const search = { name: "Biochar", query: "q=biochar" };
  return {
    vintage,
    shortlist,
    oldShortlist: await made("/me/shortlists", { name: "Old" }),
    search: await made("/me/searches", search),
    oldSearch: await made("/me/searches", search),
    view: await made("/me/views", { list: "orders", name: "Mine", query: "", hidden: [] }),
  };
}

async function anInvitation(): Promise<number> {
  const invited = { email: "invited@brennvik.example", role: "BUYER" };
  return (await t.call(owner, "POST", "/me/company/invitations", invited)).body.id;
}

async function aQuote(vintageId: number): Promise<number> {
  await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
  return (await t.call(owner, "POST", "/me/quotes")).body.id;
}

async function aQuestion(): Promise<number> {
  const message = { firstName: "Ilse", lastName: "Varendonk", topic: "Orders and invoices" };
  const body = { ...message, email: "ilse@brennvik.example", message: "When is it approved?" };
  await t.call(owner, "POST", "/support/requests", body);
  return (await t.call(owner, "GET", "/me/support-requests")).body.content[0].id;
}

async function aPasskey(): Promise<Pick<Owned, "passkey" | "proof">> {
  const currentPassword = "harbour lights at dusk";
  const hash = { password_hash: await hashPassword(currentPassword) };
  await t.db.updateTable("users").set(hash).where("id", "=", owner.userId).execute();
  const device = createAuthenticator(publicUrl);
  const creation = await t.call(owner, "POST", "/me/passkeys/creation", { currentPassword });
  const kept = await t.call(owner, "POST", "/me/passkeys", {
    name: "Laptop",
    passkey: device.make(creation.body),
  });
  const challenge = await t.call(owner, "POST", "/me/passkeys/challenge");
  const proof = { currentPassword, passkey: device.answer(challenge.body) };
  return { passkey: kept.body.id, proof };
}

async function makeFiles(): Promise<void> {
  const settings = createSettings(t.db, 30);
  for (const handlers of [
    invoiceJobs(t.db, t.files),
    orderJobs(t.db),
    retirementJobs(t.db, t.files, settings, publicUrl),
  ])
    await t.runJobs(handlers);
}

async function aRequest(caller: TestCaller, vintageId: number): Promise<number> {
  const set = await t.call(caller, "POST", "/me/cart/vintages", { vintageId, credits: 2 });
  const details = { ...invoiceDetails, version: set.body.version };
  return (await t.call(caller, "POST", "/me/cart/checkout", details)).body.approval.id;
}

function storedFile(name: string): Promise<number> {
  const file = { name, mediaType: "application/pdf", bytes: Buffer.from(`%PDF- ${name}`) };
  return inTransaction(t.db, (tx) => t.files.keep(tx, file));
}

async function aBoughtReport(projectId: number): Promise<number> {
  const reportId = await aReport(t.db, projectId);
  const fileId = await storedFile("report.pdf");
  await t.db.updateTable("reports").set({ file_id: fileId }).where("id", "=", reportId).execute();
  const cart = await t.call(owner, "POST", "/me/cart/reports", { reportId });
  const details = { ...invoiceDetails, version: cart.body.version };
  const { body } = await t.call(owner, "POST", "/me/cart/checkout", details);
  const operator = await t.aUser("Admin");
  await t.call(operator, "POST", `/management/orders/${body.id}/approve`, {});
  const paidAt = new Date().toISOString();
  await t.call(operator, "POST", `/management/orders/${body.id}/pay`, { paidAt });
  return reportId;
}

const ask = (caller: TestCaller, { method }: Endpoint, { path, body }: Call) =>
  t.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${caller.authToken}` },
    ...(body && { payload: body }),
  });

/** The additional parameter that one list requires. */
const neededBy = (path: string) => (path === "/me/views" ? "&list=orders" : "");
const lists = (await allEndpoints()).filter(
  ({ endpoint: { method, path, ...endpoint } }) =>
    method === "GET" && path.startsWith("/me/") && !path.includes(":") && isList(endpoint),
);

test.each(lists)("$name has its caller's records, and nobody else's", async ({ endpoint }) => {
  const { path, query } = endpoint;
  const rows = async (caller: TestCaller, by = "") => {
    const { body } = await t.call(caller, "GET", `${path}?size=100${by}${neededBy(path)}`);
    return (body.content as Record<string, unknown>[]).map(
      ({ id, vintageId, year }) => id ?? vintageId ?? year,
    );
  };
  const mine = await rows(owner);
  expect(mine.length).toBeGreaterThan(0);
  const isShown = (id: unknown) => mine.includes(id);
  expect((await rows(await t.aUser())).filter(isShown)).toEqual([]);
  if (!query?.shape.by) return;
  const own = await rows(owner, "&by=me");
  expect(own.length).toBeGreaterThan(0);
  expect((await rows(colleague, "&by=me")).filter((id) => own.includes(id))).toEqual([]);
});

test("Every call that refers to a record of its caller is tested here", () => {
  expect(owned.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

describe.each(owned.filter(({ name }) => name in calls))("$name", ({ name, endpoint }) => {
  test("does not find the record for another buyer or an operator, and changes nothing", async () => {
    const call = calls[name]!(things);
    const stranger = await t.aUser();
    const { companyId } = stranger;
    const strangersColleague = await t.aUser("User", { companyId, companyRole: "OWNER" });
    const others = [stranger, strangersColleague, await t.aUser("Admin")];
    if (personal.includes(name)) others.push(colleague);
    const before = await everything(t.db);
    for (const other of others) {
      const response = await ask(other, endpoint, call);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await everything(t.db)).toEqual(before);
  });

  test("finds the caller's own record", async () => {
    const response = await ask(owner, endpoint, calls[name]!(things));
    expect([200, 204]).toContain(response.statusCode);
  });
});

// Deleted or withdrawn records are no longer there for the colleague.
const shared = owned.filter(
  ({ name, endpoint }) =>
    ![...personal, ...owners, ...membersOwn, "withdrawRetirement"].includes(name) &&
    endpoint.method !== "DELETE",
);
test.each(shared)("$name finds what a colleague did for the company", async (call) => {
  const response = await ask(colleague, call.endpoint, calls[call.name]!(things));
  expect(response.statusCode).toBe(200);
});
