import type { Endpoint } from "@tonneline/contract/endpoint";
import type { z } from "zod";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { anOrder } from "./builders/order.ts";
import { aProject } from "./builders/project.ts";
import { isManagedList, neededOf } from "./endpoints.ts";
import { oneOfEach } from "./rows/oneOfEach.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";

let t: TestApp;
let operator: TestCaller;
beforeAll(async () => {
  t = await testApp();
  await sql.raw(oneOfEach).execute(t.db);
  operator = await t.aUser("Admin");
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  await t.call(operator, "POST", `/management/orders/${id}/approve`, {});
  await sql`update orders set due_on = '2026-01-15' where id = ${id}`.execute(t.db);
});
afterAll(() => t.close());

// A value that excludes every row there is, by the filter's name.
const excluding: [name: RegExp, value: string][] = [
  [/^id$|Id$/, "2147483647"],
  [/^country$/, "AQ"],
  [/^totalFrom$/, "9999999"],
  [/^totalTo$/, "0"],
  [/^yearFrom$/, "2099"],
  [/^yearTo$/, "1990"],
  [/^from$|From$/, "2999-01-01"],
  [/^to$|To$/, "1999-12-31"],
];

const filters = (await allEndpoints())
  .filter(({ endpoint }) => isManagedList(endpoint))
  .flatMap(({ name, endpoint }) =>
    Object.keys((endpoint.query as z.ZodObject).shape).flatMap((filter) => {
      const value = excluding.find(([pattern]) => pattern.test(filter))?.[1];
      return value === undefined ? [] : [{ name, endpoint, filter, value }];
    }),
  );

/** Counts a list's rows: a page beyond the last one shows none of these bare rows. */
async function countOf(endpoint: Endpoint, query: string): Promise<number> {
  const path = `${endpoint.path}?page=1000${neededOf(endpoint)}${query}`;
  return (await t.call(operator, "GET", path)).body.totalElements;
}

test.each(filters)("$name leaves out what $filter excludes", async (each) => {
  expect(await countOf(each.endpoint, "")).toBeGreaterThan(0);
  expect(await countOf(each.endpoint, `&${each.filter}=${each.value}`)).toBe(0);
});
