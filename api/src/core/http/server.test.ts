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
