import type { AddressInfo } from "node:net";
import { createFlagsmithInstance } from "@flagsmith/flagsmith";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";

let server: TestApp;
let operator: TestCaller;
let address: string;
beforeAll(async () => {
  server = await testApp();
  operator = await server.aUser("Admin");
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/flags-api/v1/`;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom("flag_overrides").execute();
  await change({ enabled: false });
});

async function change(facts: object) {
  const path = "/management/flags/new_cart_api";
  const { version } = (await server.call(operator, "GET", path)).body;
  return await server.call(operator, "PATCH", path, { version, ...facts });
}
const override = (identity: string, enabled: boolean) =>
  server.call(operator, "PUT", "/management/flags/new_cart_api/overrides", { identity, enabled });

/** The published Flagsmith client, over a socket; `urls` collects its requests. */
async function client() {
  const urls: string[] = [];
  const flagsmith = createFlagsmithInstance();
  await flagsmith.init({
    environmentID: "own",
    api: address,
    fetch: (url: string, init: RequestInit) => {
      urls.push(url.slice(address.length));
      return fetch(url, init);
    },
  });
  return { flagsmith, urls };
}

const post = (body: string, contentType = "application/json; charset=utf-8") =>
  fetch(`${address}identities/`, {
    method: "POST",
    headers: { "content-type": contentType },
    body,
  });

test("the Flagsmith client reads the flags before identifying, and sees a change", async () => {
  const { flagsmith, urls } = await client();
  expect(flagsmith.hasFeature("new_cart_api")).toBe(false);
  await change({ enabled: true, value: "blue" });
  await flagsmith.getFlags();
  expect(flagsmith.hasFeature("new_cart_api")).toBe(true);
  expect(flagsmith.getValue("new_cart_api")).toBe("blue");
  expect(urls).toEqual(["flags/", "flags/"]);
});

test("the Flagsmith client identifies with traits, and gets back what it sent", async () => {
  await override("early@company.example", true);
  const { flagsmith, urls } = await client();
  await flagsmith.identify("early@company.example", { role: "User", seats: 3, trial: false });
  expect(flagsmith.hasFeature("new_cart_api")).toBe(true);
  expect(flagsmith.getAllTraits()).toEqual({ role: "User", seats: 3, trial: false });
  await flagsmith.identify("late@company.example", { role: "User" });
  expect(flagsmith.hasFeature("new_cart_api")).toBe(false);
  await flagsmith.logout();
  expect(urls).toEqual(["flags/", "identities/", "identities/", "flags/"]);
});

test("the Flagsmith client identifies without traits too", async () => {
  await override("early@company.example", true);
  const { flagsmith, urls } = await client();
  await flagsmith.identify("early@company.example");
  expect(flagsmith.hasFeature("new_cart_api")).toBe(true);
  expect(urls[1]).toBe("identities/?identifier=early%40company.example");
});

test("an answer does not reveal whether a username is registered", async () => {
  const answers = await Promise.all(
    ["person-1@company.example", "nobody@company.example"].map(async (identifier) => {
      const response = await post(JSON.stringify({ identifier, traits: [] }));
      return {
        status: response.status,
        body: { ...((await response.json()) as object), identifier: "" },
      };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 200, body: { traits: [] } });
  expect(answers[0]).toEqual(answers[1]);
});

test("an answer is never cached by a browser or a proxy", async () => {
  const flags = await fetch(`${address}flags/`);
  expect(flags.headers.get("cache-control")).toBe("no-store");
});

test("a hundred simultaneous requests do not become as many queries", async () => {
  const asked: string[] = [];
  const { db } = server;
  const { executeQuery } = db.getExecutor();
  const executor = db.getExecutor();
  executor.executeQuery = ((query: { sql: string }, ...rest: unknown[]) => {
    asked.push(query.sql);
    return (executeQuery as (...args: unknown[]) => unknown).call(executor, query, ...rest);
  }) as typeof executor.executeQuery;
  try {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => post(JSON.stringify({ identifier: `p${n}` }))),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
    // A read is cached for a second, and on a busy machine the crowd takes several.
    expect(asked.length).toBeLessThan(50);
  } finally {
    executor.executeQuery = executeQuery;
  }
});

test("any body is answered or refused, but never causes an error", async () => {
  const oddity = fc.oneof(
    fc.constantFrom<unknown>(null, "", "\u0000", "\uD800", -1, 1e300, [], {}, "x".repeat(5000)),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  );
  const trait = fc.record({ trait_key: oddity, trait_value: oddity }, { requiredKeys: [] });
  const body = fc.oneof(
    oddity,
    fc.record(
      { identifier: oddity, traits: fc.oneof(oddity, fc.array(trait)), transient: oddity },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(body, async (odd) => {
      const { status } = await post(JSON.stringify(odd));
      // 413: some exceed the size allowed for traits.
      expect([200, 400, 413], JSON.stringify(odd)).toContain(status);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["no identifier", "identities/", 400],
  ["an empty identifier", "identities/?identifier=", 400],
  ["two identifiers", "identities/?identifier=a&identifier=b", 400],
  ["a broken escape", "identities/?identifier=%", 200],
  ["a NUL", "identities/?identifier=%00", 400],
  ["an endless identifier", `identities/?identifier=${"x".repeat(5000)}`, 400],
  ["another address", "identity/", 404],
])("a request with %s is answered with its own status", async (_what, path, status) => {
  expect((await fetch(address + path)).status).toBe(status);
});

test("a body that is broken, of another kind or too long is refused", async () => {
  expect((await post("{")).status).toBe(400);
  expect((await post("<a/>", "application/xml")).status).toBe(415);
  const traits = [{ trait_key: "a", trait_value: "x".repeat(20_000) }];
  expect((await post(JSON.stringify({ identifier: "a", traits }))).status).toBe(413);
});
