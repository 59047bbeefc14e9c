import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { apiBase } from "../src/core/http/serve.ts";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { allEndpoints, pathOf } from "./endpoints.ts";

const endpoints = await allEndpoints();
const isOpen = ({ access }: Endpoint) => access === "public" || access === "optional";
const open = endpoints.filter(({ endpoint }) => isOpen(endpoint));
const guarded = endpoints.filter(({ endpoint }) => !isOpen(endpoint));

let t: TestApp;
let anonymous: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp();
  anonymous = await t.aUser("Anonymous");
  buyer = await t.aUser("User");
});
afterAll(() => t.close());

const call = (caller: TestCaller | undefined, endpoint: Endpoint) =>
  t.call(caller, endpoint.method, pathOf(endpoint, 1), undefined);

test("every call of the contract is served, and nothing else below the API is", () => {
  const routes = new Set<string>();
  for (const { endpoint } of endpoints) {
    const url = apiBase + endpoint.path;
    expect(t.app.hasRoute({ method: endpoint.method, url }), `${endpoint.method} ${url}`).toBe(
      true,
    );
    routes.add(`${endpoint.method} ${url}`);
  }
  expect(routes.size).toBe(endpoints.length);
});

describe.each(guarded)("$name", ({ endpoint }) => {
  test("needs a login", async () => {
    expect(await call(undefined, endpoint)).toMatchObject({
      status: 401,
      body: { code: "UNAUTHENTICATED" },
    });
  });

  test.each([
    ["garbage", "garbage"],
    ["an unsigned token", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."],
    ["another key's token", "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIxIiwidXNlIjoiYXV0aCJ9.c2lnbmF0dXJl"],
  ])("refuses %s", async (_name, authToken) => {
    const answer = await call({ userId: 0, authToken }, endpoint);
    expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  });

  test("lets an Anonymous in only where it says so", async () => {
    const { status, body } = await call(anonymous, endpoint);
    if (endpoint.access === "signedIn") expect(status).not.toBe(403);
    else expect({ status, code: body.code }).toEqual({ status: 403, code: "FORBIDDEN" });
  });

  test("lets a plain user in only where no permission is asked for", async () => {
    const answer = await call(buyer, endpoint);
    if (endpoint.access.includes(":"))
      expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    else expect([401, 403]).not.toContain(answer.status);
  });
});

test.each(open)("$name needs no login", async ({ endpoint }) => {
  const { body } = await call(undefined, endpoint);
  expect(body?.code).not.toBe("UNAUTHENTICATED");
});
