import type { Endpoint } from "@tonneline/contract/endpoint";
import type { z } from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { isList, isManagedList, neededOf } from "./endpoints.ts";

const lists = (await allEndpoints()).filter(({ endpoint }) => isList(endpoint));

let t: TestApp;
let operator: TestCaller;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(() => t.close());

test("Operators have lists, and so have buyers", () => {
  const managed = lists.filter(({ endpoint }) => isManagedList(endpoint));
  expect(managed.length).toBeGreaterThan(12);
  expect(lists.length).toBeGreaterThan(managed.length);
});

// Each filter is tried with the first of these values that it accepts.
const values = [
  "1",
  "true",
  "2026",
  "2026-01-01",
  "DE",
  "order.approve",
  "CREDIT_SALE",
  "EX_POST",
  "me",
  "project",
];
const common = ["page", "size", "sort", "q", "list"];

/** Every filter of a list with a value, as query parameters. */
function filtersOf({ query, list }: Endpoint): string[] {
  const tabs = list?.tabs?.names ?? [];
  const shape = query!.shape as Record<string, z.ZodType>;
  return Object.entries(shape).flatMap(([name, schema]) => {
    if (common.includes(name)) return [];
    const value = [...tabs, ...values].find((each) => schema.safeParse(each).success);
    return `${name}=${value ?? "a value for this filter is missing in this test"}`;
  });
}

describe.each(lists)("$name", ({ endpoint }) => {
  async function ask(query: string) {
    const path = `${endpoint.path}?${query}${neededOf(endpoint)}`;
    const { status, body } = await t.call(operator, "GET", `${path}&size=10`);
    expect({ query, status, code: body.code }).toEqual({ query, status: 200, code: undefined });
    if (!endpoint.csv) return;
    const {
      statusCode,
      headers,
      body: file,
    } = await t.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
    });
    expect({ query, statusCode }).toEqual({ query, statusCode: 200 });
    expect(headers["content-type"]).toContain("text/csv");
    expect(file).toMatch(/^\uFEFF.+\r\n/);
  }

  test.each(endpoint.list!.sorts)(
    "is sorted and exported by %s, with a search and without",
    async (field) => {
      for (const query of [
        `sort=${field},asc`,
        `sort=${field},desc`,
        `sort=${field},desc&q=peat`,
      ]) {
        await ask(query);
      }
    },
  );

  test("is filtered and exported by every filter that it declares", async () => {
    for (const filter of filtersOf(endpoint)) await ask(filter);
    await ask(filtersOf(endpoint).join("&"));
  });
});
