import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { sql } from "kysely";
import { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { refusals } from "@tonneline/contract/refusals";
import { apiBase } from "../src/core/http/serve.ts";
import { defaultLimits, type Limits } from "../src/features/accounts/limits.rules.ts";
import { testApp, type TestResponse, type TestApp, type TestCaller } from "./app.ts";
import {
  oddRequest,
  type Operation,
  type Parameter,
  type Request,
  type Schema,
} from "./badInput.ts";
import { anOrder } from "./builders/order.ts";
import { aProject, aReport } from "./builders/project.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { pathOf } from "./endpoints.ts";

// `npm run fuzz` sends 20,000 requests per role; FUZZ_SEED repeats a run.
const requestsPerRole = Number(process.env.FUZZ_REQUESTS ?? 500);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const isLong = requestsPerRole > 5000;
const slowMs = 1000;

const endpoints = await allEndpoints();
const roles = ["nobody", "Anonymous", "User", "Admin"] as const;
type Role = (typeof roles)[number];

// A fuzzer would exceed the normal limits at once.
const limits = Object.fromEntries(
  Object.keys(defaultLimits).map((action) => [
    action,
    { perAccount: 1e6, perAddress: 1e6, windowSeconds: 60 },
  ]),
) as unknown as Limits;

let t: TestApp;
const callers: Partial<Record<Role, TestCaller>> = {};
const slow: string[] = [];
const sent: Record<string, number> = {};
let heapAtStart = 0;
let tables: string[] = [];
// Whether an accepted request may have ended a session or changed a role of the callers.
let mayHaveChanged = false;
beforeAll(async () => {
  t = await testApp({ limits });
  tables = await storedTables();
  for (const role of roles.slice(1)) callers[role] = await t.aUser(role);
  const { id, vintageId } = await aProject(t.db);
  await aReport(t.db, id);
  await anOrder(t, callers.User!, vintageId, 10);
  // Lazily loaded: the dictionaries, and the code that draws invoices.
  await t.call(undefined, "POST", "/auth/password/strength", { password: "harbour lights" });
  heapAtStart = heapUsed();
});
afterAll(async () => {
  const grown = (heapUsed() - heapAtStart) / 1e6;
  if (isLong) {
    console.info(
      `Sent ${JSON.stringify(sent)} with seed ${seed}; the heap grew by ${grown.toFixed(0)} MB`,
    );
    console.info(
      slow.length > 0 ? `Over ${slowMs} ms:\n${slow.join("\n")}` : `None took ${slowMs} ms.`,
    );
  }
  await t.close();
  if (isLong) expect({ slow, grewTooMuch: grown > 150 }).toEqual({ slow: [], grewTooMuch: false });
});

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

/** Every table, except those that count attempts and sessions and those that log refusals. */
async function storedTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and table_name not in ('attempts', 'sessions', 'audit_entries', 'audit_chain') order by 1`.execute(
    t.db,
  );
  return rows.map(({ name }) => name);
}

/** A checksum over every row of each of `tables`. */
async function databaseSums(): Promise<Record<string, string>> {
  const sums = tables.map(
    (name) => sql`select ${name} as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)), 0) as sum from ${sql.table(name)} r`,
  );
  const { rows } = await sql<{ name: string; sum: string }>`
    ${sql.join(sums, sql` union all `)}`.execute(t.db);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

async function send(
  role: Role,
  method: string,
  path: string,
  body?: string,
  contentType = "application/json",
): Promise<TestResponse> {
  const started = performance.now();
  const headers = body === undefined ? undefined : { "content-type": contentType };
  const response = await t.call(callers[role], method, path, body, headers);
  const took = performance.now() - started;
  sent[role] = (sent[role] ?? 0) + 1;
  if (method !== "GET" && response.status < 400) mayHaveChanged = true;
  if (took > slowMs) slow.push(`${Math.round(took)} ms: ${role} ${method} ${path.slice(0, 200)}`);
  return response;
}

function expectRefusal({ status, body }: TestResponse, what: string) {
  const said = `${what} answered ${status} ${JSON.stringify(body)}`;
  expect(status, said).toBeGreaterThanOrEqual(400);
  expect(status, said).toBeLessThan(500);
  const { code } = body as { code: keyof typeof refusals };
  expect(Object.keys(refusals), said).toContain(code);
  expect(refusals[code].status, said).toBe(status);
}

/** Replaces callers whose requests ended their session or changed their role. */
async function renewCallers(): Promise<void> {
  if (!mayHaveChanged) return;
  mayHaveChanged = false;
  for (const role of roles.slice(1)) {
    const { status, body } = await t.call(callers[role], "GET", "/me");
    if (status !== 200 || body.role?.name !== role) callers[role] = await t.aUser(role);
  }
}

interface Documented {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The call's public documentation, with references resolved. */
function operationOf({ method, path }: Endpoint): Operation {
  const { paths, components } = t.app.swagger() as unknown as {
    paths: Record<string, Record<string, Documented>>;
    components: { schemas: Record<string, Schema> };
  };
  const writtenOut = (schema: Schema): Schema =>
    JSON.parse(JSON.stringify(schema), (_key, value: Schema | null) => {
      const name = value?.$ref?.split("/").at(-1);
      return name ? writtenOut(components.schemas[name]!) : value;
    }) as Schema;
  const place = apiBase + path.replaceAll(/:(\w+)/g, "{$1}");
  const { parameters = [], requestBody } = paths[place]![method.toLowerCase()]!;
  const body = requestBody?.content["application/json"]?.schema;
  return {
    method,
    path: place.slice(apiBase.length),
    parameters,
    body: body && writtenOut(body),
  };
}

test.each(endpoints)("$name accepts or refuses any input", async ({ name, endpoint }) => {
  await renewCallers();
  const { method } = endpoint;
  const numRuns = Math.ceil(requestsPerRole / endpoints.length);
  const requests = fc.sample(oddRequest(operationOf(endpoint)), { seed, numRuns });
  const refused: (Request & { role: Role })[] = [];
  for (const role of roles) {
    for (const request of requests) {
      const response = await send(role, method, request.path, request.body);
      if (response.status < 400) continue;
      // There is no register behind it here, which is its answer.
      if (name === "requestViesCheck" && response.body.code === "UNAVAILABLE") continue;
      expectRefusal(response, `${role}: ${name} ${request.path} ${request.body?.slice(0, 500)}`);
      refused.push({ role, ...request });
    }
  }
  const before = await databaseSums();
  let accepted = 0;
  // A request accepted meanwhile may have made a refused one valid.
  for (const { role, path, body } of refused.slice(-60)) {
    if ((await send(role, method, path, body)).status < 400) accepted++;
  }
  await refuseMalformedRequests(name, endpoint);
  if (accepted === 0) expect(await databaseSums()).toEqual(before);
});

async function refuseMalformedRequests(name: string, endpoint: Endpoint): Promise<void> {
  const { method } = endpoint;
  const role = endpoint.access === "public" ? "nobody" : "Admin";
  const path = pathOf(endpoint, 1);
  for (const [what, body, contentType, expected] of endpoint.body ? brokenBodies : []) {
    // Some calls need no body.
    if (body === "" && endpoint.body?.safeParse(undefined).success) continue;
    const response = await send(role, method, path, body, contentType);
    expectRefusal(response, `${name} with a body ${what}`);
    expect(response.status, what).toBe(expected);
  }
  if (endpoint.query) {
    const response = await send(role, method, `${path}?noSuchThing=1`);
    expect(response).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  }
  if (!endpoint.params) return;
  for (const parameter of oddParameters) {
    const response = await send(role, method, pathOf(endpoint, parameter));
    expectRefusal(response, `${name} ${parameter}`);
  }
  if (endpoint.body || endpoint.upload) return;
  const isUuid = JSON.stringify(z.toJSONSchema(endpoint.params)).includes('"uuid"');
  const unknown = isUuid ? "6f1ed002-ab5c-4a7e-8e1a-2f0c5c1b9d11" : 2147483647;
  const response = await send(role, method, pathOf(endpoint, unknown));
  expect(response).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
}

const brokenBodies = [
  ["missing", "", "application/json", 400],
  ["broken JSON", '{"a": ', "application/json", 400],
  ["with a poisoned prototype", '{"__proto__": {"isAdmin": true}}', "application/json", 400],
  ["of another kind", "<a/>", "application/xml", 415],
  ["of 2 MB", JSON.stringify({ username: "x".repeat(2_000_000) }), "application/json", 413],
] as const;
const oddParameters = ["abc", "-1", "0", "1.5", "99999999999999", "2147483648"].concat(
  "%00",
  "..%2f",
  "1%20or%201=1",
  "%zz",
  "x".repeat(2000),
);
