import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { apiBase } from "../src/core/http/serve.ts";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { pathOf } from "./endpoints.ts";

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

test("every call of the contract is served, and nothing else under /api", () => {
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

const unauthenticated = { status: 401, body: { code: "UNAUTHENTICATED" } };
const forbidden = { status: 403, body: { code: "FORBIDDEN" } };
const noTokens = [
  ["garbage", "garbage"],
  ["an unsigned token", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."],
  ["another key's token", "eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIxIiwidXNlIjoiYXV0aCJ9.c2lnbmF0dXJl"],
] as const;

test.each(guarded)(
  "$name admits the callers that it declares, and no others",
  async ({ endpoint }) => {
    expect(await call(undefined, endpoint), "nobody").toMatchObject(unauthenticated);
    for (const [what, authToken] of noTokens) {
      expect(await call({ userId: 0, authToken }, endpoint), what).toMatchObject(unauthenticated);
    }
    const asAnonymous = await call(anonymous, endpoint);
    if (endpoint.access === "signedIn") expect(asAnonymous.status, "Anonymous").not.toBe(403);
    else expect(asAnonymous, "Anonymous").toMatchObject(forbidden);

    const asBuyer = await call(buyer, endpoint);
    if (endpoint.access.includes(":")) expect(asBuyer, "a plain user").toMatchObject(forbidden);
    else expect([401, 403], "a plain user").not.toContain(asBuyer.status);
  },
);

test.each(open)("$name needs no login", async ({ endpoint }) => {
  const { body } = await call(undefined, endpoint);
  expect(body?.code).not.toBe("UNAUTHENTICATED");
});
