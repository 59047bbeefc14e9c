import Cursor from "pg-cursor";
import { expect, test, vi } from "vitest";
import { testApp } from "./app.ts";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { neededOf } from "./endpoints.ts";
import { filesBelow, textOf } from "./imports.ts";

/** Every column of an export: its head, and the source of its value. */
const columns = filesBelow("api/src/features")
  .filter((file) => /\.(csv|xlsx|routes)\.ts$/.test(file))
  .flatMap((file) =>
    [...textOf(file).matchAll(/\["([^"]+)", \(\w+\) => (.+)\]/g)].map(([, head, value]) => ({
      column: `${file}: ${head}`,
      value: value!,
    })),
  );

// Anyone who sums a column, or sorts by it, only has its head to interpret it.
test("The head of a column of moments says that they are in UTC", () => {
  const moments = columns.filter(({ value }) => value.includes("toISOString()"));
  expect(moments.length).toBeGreaterThan(15);
  const unlabelled = moments.filter(({ column }) => !column.endsWith(" (UTC)"));
  expect(unlabelled.map(({ column }) => column)).toEqual([]);
});

test("The head of a column of money names the currency", () => {
  const money = columns.filter(({ value }) => /\beuros(OrNone)?\(/.test(value));
  expect(money.length).toBeGreaterThan(15);
  const unlabelled = money.filter(({ column }) => !/ \(EUR( \/ t, net)?\)$/.test(column));
  expect(unlabelled.map(({ column }) => column)).toEqual([]);
});

test("A file is named after its list, in the form of a URL", async () => {
  const t = await testApp();
  const operator = await t.aUser("Admin");
  const names: Record<string, unknown> = {};
  for (const { name, endpoint } of await allEndpoints()) {
    if (!endpoint.csv || endpoint.path.includes(":")) continue;
    const { headers } = await t.app.inject({
      url: `/api/v1${endpoint.path}?${neededOf(endpoint)}`,
      headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
    });
    names[name] = headers["content-disposition"];
  }
  await t.close();
  expect(Object.keys(names).length).toBeGreaterThan(15);
  const odd = Object.entries(names).filter(
    ([, name]) => !/filename="[a-z]+(-[a-z]+)*-\d{4}-\d\d-\d\d\.csv"/.test(String(name)),
  );
  expect(odd).toEqual([]);
});

test("A HEAD request tells of an export without reading or recording it", async () => {
  const t = await testApp();
  const { authToken } = await t.aUser("Admin");
  const request = {
    url: "/api/v1/management/orders",
    headers: { authorization: `Bearer ${authToken}`, accept: "text/csv" },
  };
  const exports = () =>
    t.db.selectFrom("audit_entries").select("id").where("action", "like", "%export%").execute();
  const read = vi.spyOn(Cursor.prototype, "read");
  const told = await t.app.inject({ method: "HEAD", ...request });
  expect(told).toMatchObject({ statusCode: 200, body: "" });
  expect(read).not.toHaveBeenCalled();
  expect(await exports()).toHaveLength(0);
  const { headers } = await t.app.inject(request);
  expect(told.headers["content-disposition"]).toBe(headers["content-disposition"]);
  expect(read).toHaveBeenCalled();
  expect(await exports()).toHaveLength(1);
  read.mockRestore();
  await t.close();
});

test("An export of something that does not exist is refused, as its list is", async () => {
  const t = await testApp();
  const operator = await t.aUser("Admin");
  const answers: Record<string, unknown> = {};
  for (const { name, endpoint } of await allEndpoints()) {
    if (!endpoint.csv || !endpoint.path.includes(":")) continue;
    const { statusCode, headers } = await t.app.inject({
      url: `/api/v1${endpoint.path.replaceAll(/:\w+/g, "2147483647")}?${neededOf(endpoint)}`,
      headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
    });
    answers[name] = [statusCode, headers["content-type"], headers["content-disposition"]];
  }
  await t.close();
  expect(Object.keys(answers).length).toBeGreaterThan(1);
  const problem = [404, "application/problem+json", undefined];
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, problem])));
});
