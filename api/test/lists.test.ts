import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { allEndpoints, isManagedList, sortsOf } from "./endpoints.ts";

const lists = (await allEndpoints()).filter(({ endpoint }) => isManagedList(endpoint));

let t: TestApp;
let operator: TestCaller;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(() => t.close());

test("The operators have lists", () => {
  expect(lists.length).toBeGreaterThan(12);
});

describe.each(lists)("$name", ({ endpoint }) => {
  const needed = endpoint.path.endsWith("/choices") ? "&list=developers" : "";

  test.each(sortsOf(endpoint))("is sorted by %s, with words and without", async (field) => {
    for (const query of [`sort=${field},asc`, `sort=${field},desc`, `sort=${field},desc&q=peat`]) {
      const { status, body } = await t.call(
        operator,
        "GET",
        `${endpoint.path}?size=10&${query}${needed}`,
      );
      expect({ query, status, code: body.code }).toEqual({ query, status: 200, code: undefined });
    }
  });
});
