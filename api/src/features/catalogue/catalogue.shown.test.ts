import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { addPictures, aProject } from "../../../test/builders/project.ts";
import { refreshListings } from "./listings.service.ts";

/* What cards and pages may and may not show of a project, each the same. */

let t: TestApp;
let buyer: TestUser;
beforeAll(async () => {
  t = await testApp();
  buyer = await t.aUser();
});
afterAll(() => t.close());

const pageOf = async (id: number) => (await t.call(buyer, "GET", `/projects/${id}`)).body;
const cardOf = async (name: string) =>
  (await t.call(buyer, "GET", `/projects?q=${name}`)).body.content[0];
const refresh = (id: number) => t.db.transaction().execute((tx) => refreshListings(tx, [id]));

test("finished pictures are shown alone, and in their order", async () => {
  const { id } = await aProject(t.db, { name: "Pictured" });
  await addPictures(t.db, id);
  await refresh(id);
  for (const { images } of [await cardOf("Pictured"), await pageOf(id)]) {
    expect(images.map(({ alt }: { alt: string }) => alt)).toEqual(["First", "Second", "Third"]);
  }
});

test("a company's own price is not shown either while prices are on request", async () => {
  const { id, vintageId } = await aProject(t.db, { name: "Quoted" });
  const admin = await t.aUser("Admin");
  await t.call(admin, "POST", "/management/price-lists", {
    name: "Partners",
    validFrom: "2020-01-01",
    validUntil: null,
    rules: [],
    prices: [{ vintageId, price: 4 }],
    companies: [buyer.companyId],
  });
  const prices = async () => {
    const [card, page] = [await cardOf("Quoted"), await pageOf(id)];
    return [card.priceFrom, page.priceFrom, page.vintages[0].price];
  };
  expect(await prices()).toEqual([4, 4, 4]);
  await sql`update projects set status = 'CONTACT_REQUIRED' where id = ${id}`.execute(t.db);
  await refresh(id);
  expect(await prices()).toEqual([null, null, null]);
});

test("the registry's figures of a year are those of its issued vintages alone", async () => {
  const { id, vintageIds } = await aProject(t.db, {
    vintages: [{ year: 2022 }, { year: 2022, creditType: "EX_ANTE" }],
  });
  await sql`insert into registry_vintages (project_id, year, issued, retired, remaining)
    values (${id}, 2022, 90, 20, 70)`.execute(t.db);
  await refresh(id);
  const { body } = await t.call(buyer, "GET", `/projects/${id}/evidence`);
  const states = body.vintages.map(
    (vintage: { vintageId: number; fields: { field: string; state: string }[] }) => [
      vintage.vintageId,
      vintage.fields.find(({ field }) => field === "issuedAndRetired")?.state,
    ],
  );
  expect(states).toEqual([
    [vintageIds[0], "KNOWN"],
    [vintageIds[1], "NOT_APPLICABLE"],
  ]);
});
