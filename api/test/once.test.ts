import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { testApp, type TestApp, type TestResponse, type TestUser } from "./app.ts";
import { anOrder } from "./builders/order.ts";
import { aProject } from "./builders/project.ts";
import { upload } from "./operators.ts";

/** Calls that create something and need no key. */
const withoutKey: Record<string, string> = {
  addPasskey: "takes the challenge that it answers, which is valid once",
  importBankStatements: "skips the statements and entries that it has",
  register: "has no account yet to which a key could belong",
  requestViesCheck: "queries VIES again, which is another check",
  saveView: "replaces the view of this name",
  setImportFile: "replaces the file",
};

test("Every call that creates something takes a key, or says why it needs none", async () => {
  const creating = (await allEndpoints()).filter(
    ({ endpoint }) => endpoint.method === "POST" && endpoint.status === 201,
  );
  const keyless = creating.filter(({ endpoint }) => !endpoint.idempotent);
  expect(keyless.map(({ name }) => name).toSorted()).toEqual(Object.keys(withoutKey));
});

test("Pages make every such call with a key", async () => {
  const keyed = (await allEndpoints()).filter(
    ({ endpoint }) => endpoint.method === "POST" && endpoint.idempotent,
  );
  const names = keyed.map(({ name }) => name).join("|");
  const calls = new RegExp(`\\bcall\\(\\s*(${names}),[^;]*`, "g");
  const pages = path.resolve(import.meta.dirname, "../../web/src");
  const files = (await readdir(pages, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test."),
  );
  const keyless: string[] = [];
  for (const file of files) {
    const text = await readFile(path.join(pages, file), "utf8");
    for (const [call, name] of text.matchAll(calls))
      if (!/idempotencyKey|, options\)/.test(call)) keyless.push(`${file}: ${name}`);
  }
  expect(keyless).toEqual([]);
});

let t: TestApp;
let admin: TestUser;
let buyer: TestUser;
let projectId: number;
let orderId: number;
let supportId: number;
beforeAll(async () => {
  t = await testApp();
  [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  const project = await aProject(t.db);
  projectId = project.id;
  orderId = (await anOrder(t, buyer, project.vintageId, 1)).id;
  await t.call(admin, "POST", `/management/orders/${orderId}/approve`, {});
  await t.call(buyer, "POST", "/support/requests", { ...person, message: "The first message" });
  const { rows } = await sql<{ id: number }>`select id from support_requests`.execute(t.db);
  supportId = rows[0]!.id;
});
afterAll(() => t.close());

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const person = { firstName: "Ida", lastName: "Lund", email: "ida@example.com", topic: "Other" };
const directory = ["auditors", "developers", "registries", "project_types"];
const prices = { validFrom: "2031-01-01", validUntil: null, companies: [], rules: [], prices: [] };
const linked = (name: string) => ({ name, url: "https://registry.example/1" });
const kind = { impactType: "REMOVAL_SHORT", claimType: "CONTRIBUTION", creditType: "EX_POST" };
const vintage = (methodology: string) => ({ ...kind, methodology });
const checked = { vatNumber: "DE123456789", result: "VALID", checkedAt: "2025-01-15" };
const check = (evidence: string) => ({ ...checked, evidence });
const percents: Record<string, number> = { first: 7, second: 8 };
const rate = (text: string) => ({
  countryCode: "DE",
  validFrom: "2031-01-01",
  percent: percents[text],
});
const levels: Record<string, number> = { first: 1, second: 2 };
const reminder = (text: string) => ({ level: levels[text] });
const answer = (text: string) => ({ text, version: 2 });
const invitation = (name: string) => ({ email: `${name}@example.com`, role: "BUYER" });
const files: Record<string, { bytes: Buffer }> = {
  images: { bytes: Buffer.from(onePixel, "base64") },
  documents: { bytes: Buffer.from("%PDF-1.7\n%%EOF") },
};

type Creation = [
  table: string,
  path: () => string,
  body: (text: string) => object,
  by?: () => TestUser,
];
const named = (name: string) => ({ name });
const worded = (text: string) => ({ text });
const creations: Creation[] = [
  ...directory.map((table): Creation => [
    table,
    () => `/management/${table.replace("_", "-")}`,
    named,
  ]),
  ["partners", () => "/management/partners", named],
  ["roles", () => "/management/roles", (name) => ({ name, permissions: [] })],
  ["price_lists", () => "/management/price-lists", (name) => ({ name, ...prices })],
  ["record_notes", () => `/management/records/orders/${orderId}/notes`, worded],
  ["project_changes", () => `/management/projects/${projectId}/changes`, (change) => ({ change })],
  ["project_documents", () => `/management/projects/${projectId}/documents/links`, linked],
  ["vintages", () => `/management/projects/${projectId}/vintages`, vintage],
  ["vat_checks", () => `/management/companies/${admin.companyId}/vat-checks`, check],
  ["vat_rates", () => "/management/settings/vat-rates", rate],
  ["reminders", () => `/management/orders/${orderId}/reminders`, reminder],
  ["support_requests", () => "/support/requests", (message) => ({ ...person, message })],
  ["support_messages", () => `/me/support-requests/${supportId}/messages`, worded, () => buyer],
  ["support_messages", () => `/management/support-requests/${supportId}/messages`, answer],
  ["shortlists", () => "/me/shortlists", named],
  ["saved_searches", () => "/me/searches", (name) => ({ name, query: "" })],
  ["company_invitations", () => "/me/company/invitations", invitation],
];

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)}`.execute(t.db);
  return rows[0]!.count;
}

// What people write to us or save for themselves.
const unlogged = /^\/support|^\/me\/(support-requests|searches)/;

/** The number of entries in the audit log about this person's doings. */
async function auditedOf({ userId }: TestUser): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from audit_entries where actor_id = ${userId}`.execute(t.db);
  return rows[0]!.count;
}

/** Makes a call twice at once with one key, and returns the answer to both. */
async function twice(make: (key: Record<string, string>) => Promise<TestResponse>) {
  const key = { "idempotency-key": "pressed-again" };
  const [first, again] = await Promise.all([make(key), make(key)]);
  expect(first).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
  expect(again).toEqual(first);
  return first;
}

describe("Sent twice with one key,", () => {
  test.each(creations)(
    "a call adds one row to %s, and one entry to the audit log",
    async (table, pathOf, body, by = () => admin) => {
      const before = await countOf(table);
      const audited = await auditedOf(admin);
      const make = (text: string, key: Record<string, string>) =>
        t.call(by(), "POST", pathOf(), body(text), key);
      await twice((key) => make("first", key));
      expect(await countOf(table)).toBe(before + 1);
      const isLogged = !unlogged.test(pathOf());
      expect(await auditedOf(admin), "audit log").toBe(audited + Number(isLogged));
      // Later too, and only for the same content.
      await twice((key) => make("first", key));
      const reused = await make("second", { "idempotency-key": "pressed-again" });
      expect(reused.body.code).toBe("IDEMPOTENCY_KEY_REUSED");
      expect(await countOf(table)).toBe(before + 1);
    },
  );

  test.each(["images", "documents"])("a file is added to a project's %s once", async (kind) => {
    const at = `/management/projects/${projectId}/${kind}`;
    const { bytes } = files[kind]!;
    const add = (file: { name: string; bytes: Buffer }, key: Record<string, string>) =>
      upload(t, admin, at, file, "POST", key);
    const before = await countOf(`project_${kind}`);
    const audited = await auditedOf(admin);
    await twice((key) => add({ name: "one", bytes }, key));
    expect(await auditedOf(admin), "audit log").toBe(audited + 1);
    const others = [
      { name: "two", bytes },
      { name: "one", bytes: Buffer.concat([bytes, Buffer.from(" ")]) },
    ];
    for (const other of others) {
      const reused = await add(other, { "idempotency-key": "pressed-again" });
      expect(reused.body.code).toBe("IDEMPOTENCY_KEY_REUSED");
    }
    expect(await countOf(`project_${kind}`)).toBe(before + 1);
  });

  test("an import is created once", async () => {
    await twice((key) => t.call(admin, "POST", "/management/imports", undefined, key));
    expect(await countOf("catalogue_imports")).toBe(1);
  });

  test("a company is merged once, and both are told into which", async () => {
    const [from, into] = [await t.aUser(), await t.aUser()];
    const body = { intoId: into.companyId, reason: "One group by now" };
    const at = `/management/companies/${from.companyId}/merge`;
    const merged = await twice((key) => t.call(admin, "POST", at, body, key));
    expect(merged.body.id).toBe(into.companyId);
    expect((await t.call(admin, "POST", at, body)).body.code).toBe("INVALID_TRANSITION");
  });

  test("an entry of a directory is merged once", async () => {
    const add = async (name: string) =>
      (await t.call(admin, "POST", "/management/auditors", { name })).body.id as number;
    const [id, intoId] = [await add("TUV Sud"), await add("TÜV SÜD")];
    const at = `/management/auditors/${id}/merge`;
    const merged = await twice((key) => t.call(admin, "POST", at, { intoId }, key));
    expect(merged.body.id).toBe(intoId);
  });
});

test("A message without an account is sent again, whatever its key", async () => {
  const before = await countOf("support_requests");
  const body = { ...person, message: "Nobody is logged in" };
  const key = { "idempotency-key": "of-nobody" };
  for (const _ of [1, 2]) await t.call(undefined, "POST", "/support/requests", body, key);
  expect(await countOf("support_requests")).toBe(before + 2);
});
