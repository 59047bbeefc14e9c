import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const list = "management-orders";
const save = (who: TestCaller, view: object = {}) =>
  t.call(who, "POST", "/me/views", {
    list,
    name: "Morning round",
    query: "tab=AWAITING_APPROVAL&sort=totalPriceGross,desc",
    hidden: ["country"],
    ...view,
  });
const viewsOf = async (who: TestCaller, of = list) =>
  (await t.call(who, "GET", `/me/views?list=${of}`)).body.content;

test("A view is saved per list and person, and replaced by one of the same name", async () => {
  const [mira, jonas] = [await t.aUser("Admin"), await t.aUser("Admin")];
  expect(await save(mira)).toMatchObject({ status: 201, body: { name: "Morning round" } });
  await save(mira, { query: "tab=PAID", hidden: [] });
  await save(mira, { name: "Anything" });
  expect(await viewsOf(mira)).toMatchObject([
    { name: "Anything", hidden: ["country"] },
    { name: "Morning round", query: "tab=PAID", hidden: [] },
  ]);
  expect(await viewsOf(mira, "management-bank")).toEqual([]);
  expect(await viewsOf(jonas)).toEqual([]);
});

test("A view can only be deleted by its person", async () => {
  const [mira, jonas] = [await t.aUser("Admin"), await t.aUser("Admin")];
  const { body } = await save(mira);
  const { body: other } = await save(mira, { name: "Anything" });
  expect((await t.call(jonas, "DELETE", `/me/views/${body.id}`)).status).toBe(404);
  expect(await viewsOf(mira)).toHaveLength(2);
  expect((await t.call(mira, "DELETE", `/me/views/${body.id}`)).status).toBe(204);
  expect(await viewsOf(mira)).toEqual([other]);
});

test("Views are limited to fifty per list, also concurrently, but each can be replaced", async () => {
  const mira = await t.aUser("Admin");
  const responses = await Promise.all(
    Array.from({ length: 52 }, (_, nth) => save(mira, { name: `View ${nth}` })),
  );
  const refused = responses.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(2);
  expect(refused[0]!.body.fieldErrors).toMatchObject([{ path: "name" }]);
  const [{ name }] = await viewsOf(mira);
  expect((await save(mira, { name, query: "" })).status).toBe(201);
});

test("Views are limited to five hundred over all lists, whatever their names", async () => {
  const jonas = await t.aUser();
  await sql`insert into saved_views (user_id, list, name, query, hidden)
    select ${jonas.userId}, 'list-' || n % 20, n, '', '{}' from generate_series(1, 500) n`.execute(
    t.db,
  );
  expect((await save(jonas, { list: "another" })).status).toBe(400);
});
