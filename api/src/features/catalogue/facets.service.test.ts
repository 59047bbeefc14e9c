import type { Facets } from "@tonneline/contract/catalogue";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProject } from "../../../test/builders/project.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";

let t: TestApp;
let buyer: TestCaller;
let last: { id: number; vintageId: number };
beforeAll(async () => {
  t = await testApp();
  buyer = await t.aUser();
  const facts = { developer: "Pwani Trust", vintages: [{ credits: 3 }] };
  const { id, vintageId } = await aProject(t.db, facts);
  last = { id, vintageId };
  await aProject(t.db, { developer: "Pwani Trust" });
});
afterAll(() => t.close());

const facets = async () => (await t.call(buyer, "GET", "/projects/facets")).body as Facets;
const soldOut = async () =>
  (await facets()).statuses.find(({ id }) => id === "SOLD_OUT")?.count ?? 0;
const setCredits = (credits: number) =>
  t.call(buyer, "POST", "/me/cart/vintages", { vintageId: last.vintageId, credits });

test("Facets are counted once while nothing changes that they count", async () => {
  const before = await facets();
  await t.db.transaction().execute(async (tx) => {
    // As if a row were written behind the back of all triggers.
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.updateTable("project_listings").set({ continent: "Asia" }).execute();
  });
  expect(await facets()).toEqual(before);
});

test("Facets follow the last tonne into a cart and back, at once", async () => {
  expect(await soldOut()).toBe(0);
  await setCredits(3);
  expect(await soldOut()).toBe(1);
  await setCredits(2);
  expect(await soldOut()).toBe(0);
});

test("Facets follow a new name, a new project and one that is hidden", async () => {
  await t.db.updateTable("developers").set({ name: "Pwani Blue Trust" }).execute();
  expect((await facets()).developers).toMatchObject([{ name: "Pwani Blue Trust", count: 2 }]);
  const { id } = await aProject(t.db, { developer: "Another" });
  expect((await facets()).developers).toHaveLength(2);
  await t.db.deleteFrom("project_listings").where("project_id", "=", id).execute();
  expect((await facets()).developers).toHaveLength(1);
});

test("What was taken back leaves the answer as it was", async () => {
  const before = await facets();
  const taken = t.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("developers")
      .set({ name: "Nobody" })
      .where("name", "=", "Another")
      .execute();
    throw new Error("never mind");
  });
  await expect(taken).rejects.toThrow("never mind");
  expect(await facets()).toEqual(before);
});
