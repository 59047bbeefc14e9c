import type { Endpoint } from "@tonneline/contract/endpoint";
import { sql } from "kysely";
import { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { testApp, type TestApp, type TestUser } from "./app.ts";
import { aProject } from "./builders/project.ts";

let t: TestApp;
let operator: TestUser;
let projectId: number;
let vintageIds: number[];
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
  const vintages = [2020, 2021, 2022].map((year) => ({ year, credits: 100, priceCents: 100 }));
  ({ id: projectId, vintageIds } = await aProject(t.db, { vintages }));
});
afterAll(() => t.close());

const namesOf = (shape: z.ZodType | undefined) =>
  shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
const hasContent = ({ method, response }: Endpoint) =>
  method === "GET" && response instanceof z.ZodObject && "content" in response.shape;

test("every list of the API is a page, and takes page and size", async () => {
  const lists = (await allEndpoints()).map(({ endpoint }) => endpoint).filter(hasContent);
  // The ids in its query choose its few rows.
  const others = lists.filter(({ path }) => path !== "/vintages");
  expect(others.length).toBeGreaterThan(40);
  for (const { path, query, response } of others) {
    expect({ path, query: namesOf(query) }).toEqual({
      path,
      query: expect.arrayContaining(["page", "size"]),
    });
    expect({ path, response: namesOf(response as z.ZodType) }).toEqual({
      path,
      response: expect.arrayContaining(["totalElements", "page", "size", "last"]),
    });
  }
});

const call = (method: string, path: string, body?: unknown) =>
  t.call(operator, method, path, body).then(({ status }) => expect(status).toBeLessThan(300));

/** The lists in a fixed order, and what gives each at least three rows. */
const lists: [name: string, fill: () => Promise<unknown>, path: () => string][] = [
  [
    "sessions",
    () =>
      sql`insert into sessions (user_id, expires_at, rotated_at)
        select ${operator.userId}, now() + interval '1 day', now() - make_interval(hours => n)
        from generate_series(1, 2) n`.execute(t.db),
    () => "/me/sessions",
  ],
  [
    "passkeys",
    () =>
      sql`insert into passkeys (user_id, name, credential_id, public_key, transports, counter)
        select ${operator.userId}, 'Key ' || n, n, '', '{}', 0 from generate_series(1, 3) n`.execute(
        t.db,
      ),
    () => "/me/passkeys",
  ],
  [
    "views",
    async () => {
      for (const name of ["A", "B", "C"]) {
        await call("POST", "/me/views", { list: "orders", name, query: "", hidden: [] });
      }
    },
    () => "/me/views?list=orders",
  ],
  [
    "targets",
    async () => {
      for (const year of [2026, 2027, 2028]) {
        await call("PUT", "/me/portfolio/targets", { year, tonnes: 10 });
      }
    },
    () => "/me/portfolio/targets",
  ],
  ["roles", () => Promise.resolve(), () => "/management/roles"],
  [
    "price changes",
    async () => {
      for (const id of vintageIds) {
        const rows = [{ id, asks: { price: 2, version: 1 } }];
        await call("POST", "/management/prices/changes", { rows });
      }
    },
    () => "/management/prices/changes",
  ],
  [
    "images",
    () =>
      sql`insert into project_images (project_id, position, status)
        select ${projectId}, n, 'FAILED' from generate_series(1, 3) n`.execute(t.db),
    () => `/management/projects/${projectId}/images`,
  ],
  [
    "facts of vintages",
    () => Promise.resolve(),
    () => `/management/projects/${projectId}/evidence/vintages`,
  ],
];

test.each(lists)("%s are paged as every list is", async (_, fill, pathOf) => {
  await fill();
  const read = async (query: string) => {
    const path = pathOf();
    return t.call(operator, "GET", `${path}${path.includes("?") ? "&" : "?"}${query}`);
  };
  const { content: rows, ...whole } = (await t.call(operator, "GET", pathOf())).body;
  expect(rows).toHaveLength(3);
  expect(whole).toEqual({ totalElements: 3, page: 0, size: 2_147_483_647, last: true });
  expect((await read("size=2")).body).toEqual({
    content: rows.slice(0, 2),
    totalElements: 3,
    page: 0,
    size: 2,
    last: false,
  });
  expect((await read("page=1&size=2")).body).toEqual({
    content: rows.slice(2),
    totalElements: 3,
    page: 1,
    size: 2,
    last: true,
  });
  for (const query of ["size=0", "sort=unknown,asc", "unknown=1"]) {
    expect({ query, status: (await read(query)).status }).toEqual({ query, status: 400 });
  }
});
