import fc from "fast-check";
import { z } from "zod";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { refusals } from "@tonneline/contract/refusals";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { aProject, aReport } from "./builders/project.ts";
import { allEndpoints, pathOf } from "./endpoints.ts";

const endpoints = await allEndpoints();
const withBody = endpoints.filter(({ endpoint }) => endpoint.body);
const withQuery = endpoints.filter(({ endpoint }) => endpoint.query);
const withParams = endpoints.filter(({ endpoint }) => endpoint.params);

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  const { id } = await aProject(t.db);
  await aReport(t.db, id);
});
afterAll(() => t.close());

const callerOf = (endpoint: Endpoint) => (endpoint.access === "public" ? undefined : admin);

/** Everything that a refused call must leave as it was. Sessions and idempotency keys are not business. */
async function businessRows(): Promise<unknown> {
  const { rows } = await sql<{ facts: unknown }>`
    select json_build_object(
      'stock', (select json_agg(s order by vintage_id) from vintage_stock s),
      'movements', (select count(*) from credit_movements),
      'items', (select json_agg(i order by id) from cart_items i),
      'orders', (select count(*) from orders),
      'companies', (select json_agg(c order by user_id) from company_details c),
      'notifications', (select json_agg(n order by id) from notifications n),
      'users', (select json_agg(u order by id) from (select id, username, password_hash, first_name, role_id, blocked from users) u),
      'projects', (select json_agg(p order by id) from projects p),
      'support', (select json_agg(s order by id) from support_requests s),
      'mails', (select count(*) from mails)) as facts`.execute(t.db);
  return rows[0]!.facts;
}

function expectRefusal(
  answer: { status: number; body: { code?: string } | undefined },
  what: string,
) {
  const { status, body } = answer;
  expect(status, `${what} answered ${status} ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(400);
  expect(status, `${what} answered ${status}`).toBeLessThan(500);
  expect(Object.keys(refusals)).toContain(body?.code);
  expect(refusals[body!.code as keyof typeof refusals].status).toBe(status);
}

/** Values that no field of ours takes, or only with luck. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "   ",
    -1,
    0,
    0.5,
    1e21,
    -2147483649,
    2147483648,
    Number.MAX_SAFE_INTEGER + 2,
    true,
    [],
    {},
    "\u0000",
    "a\u0000bcd",
    "\uD800abc",
    "'; drop table users; --",
    "💥".repeat(2000),
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
);

/** A body with the right field names and mostly wrong values, out of the schema itself. */
function oddBody(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as {
    properties?: object;
  };
  const fields = Object.keys(json.properties ?? {});
  const record = fc.record(
    Object.fromEntries([...fields, "somethingElse"].map((name) => [name, oddValue])),
    {
      requiredKeys: [],
    },
  );
  return fc.oneof({ weight: 4, arbitrary: record }, { weight: 1, arbitrary: oddValue });
}

describe.each(withBody)("the body of $name", ({ name, endpoint }) => {
  test("with odd values is refused, and nothing changes", async () => {
    const before = await businessRows();
    await fc.assert(
      fc.asyncProperty(oddBody(endpoint.body!), async (body) => {
        // By luck a body may be right; then it is not what this test is about.
        fc.pre(!endpoint.body!.safeParse(body).success);
        const answer = await t.call(
          callerOf(endpoint),
          endpoint.method,
          pathOf(endpoint, 1),
          JSON.stringify(body),
          {
            "content-type": "application/json",
          },
        );
        expectRefusal(answer, name);
      }),
      { numRuns: 40 },
    );
    expect(await businessRows()).toEqual(before);
  });

  test.each([
    ["missing", "", "application/json", [400]],
    ["broken JSON", '{"a": ', "application/json", [400]],
    [
      "JSON with a poisoned prototype",
      '{"__proto__": {"isAdmin": true}}',
      "application/json",
      [400],
    ],
    ["of another kind", "<a/>", "application/xml", [415]],
    ["of 10 MB", JSON.stringify({ username: "x".repeat(10_000_000) }), "application/json", [413]],
  ])("%s is refused", async (what, body, contentType, statuses) => {
    const answer = await t.call(callerOf(endpoint), endpoint.method, pathOf(endpoint, 1), body, {
      "content-type": contentType,
    });
    expectRefusal(answer, `${name} with a body ${what}`);
    expect(statuses).toContain(answer.status);
  });
});

describe.each(withQuery)("the query of $name", ({ name, endpoint }) => {
  test("with odd values is answered or refused, never an error", async () => {
    const fields = Object.keys(endpoint.query!.shape);
    const oddText = fc.oneof(
      fc.constantFrom(
        "",
        " ",
        "a\u0000b",
        "-1",
        "1.5",
        "1e9",
        "99999999999999999999",
        "null",
        "NaN",
        "%00",
        "a,b",
        "name,up",
        "'",
        '"',
        "\\",
        "%",
        "_",
      ),
      fc.string({ maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...fields), oddText), { minLength: 1, maxLength: 4 }),
        async (pairs) => {
          const query = new URLSearchParams(pairs);
          const answer = await t.call(
            callerOf(endpoint),
            endpoint.method,
            `${pathOf(endpoint, 1)}?${query}`,
          );
          if (answer.status >= 400) expectRefusal(answer, `${name} ?${query}`);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("with a parameter that does not exist is refused", async () => {
    const answer = await t.call(
      callerOf(endpoint),
      endpoint.method,
      `${pathOf(endpoint, 1)}?noSuchThing=1`,
    );
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  });
});

describe.each(withParams)("the path of $name", ({ name, endpoint }) => {
  test.each([
    "abc",
    "-1",
    "0",
    "1.5",
    "99999999999999",
    "2147483648",
    "%00",
    "..%2f",
    "1%20or%201=1",
  ])("with %s is refused", async (parameter) => {
    const answer = await t.call(callerOf(endpoint), endpoint.method, pathOf(endpoint, parameter));
    expectRefusal(answer, `${name} ${parameter}`);
  });

  test("of an unknown id is not found", async () => {
    if (endpoint.body || endpoint.upload) return;
    const answer = await t.call(callerOf(endpoint), endpoint.method, pathOf(endpoint, 2147483647));
    expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });
});
