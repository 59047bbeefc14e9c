import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("the content policy names where scripts come from, and lets no page move its addresses elsewhere", async () => {
  const { headers } = await t.app.inject({ url: "/health/live" });
  const policy = String(headers["content-security-policy"]).split(";");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("object-src 'none'");
});

test("a body that may be left out is left out, whatever was announced; one that is needed is asked for", async () => {
  const { authToken } = await t.aUser("Admin");
  const post = (url: string, headers: Record<string, string>) =>
    t.app.inject({
      method: "POST",
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${authToken}`, ...headers },
    });
  for (const headers of [{}, { "content-type": "application/json" }] as Record<string, string>[]) {
    const optional = await post("/management/orders/999999/approve", headers);
    expect(optional.json()).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const needed = await post("/auth/login", headers);
    expect(needed.json()).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(needed.json().fieldErrors).toHaveLength(1);
  }
});
