import type { ComparedVintage } from "@tonneline/contract/compare";
import { comparedFacts } from "@tonneline/contract/compare";
import { unzipSync, strFromU8 } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { addPictures, aProject, aReport } from "../../../test/builders/project.ts";
import { pageTexts } from "../../../test/pdf.ts";

let t: TestApp;
let buyer: TestUser;
beforeAll(async () => {
  t = await testApp();
  buyer = await t.aUser();
});
afterAll(() => t.close());

const compared = async (...ids: number[]) => {
  const { status, body } = await t.call(buyer, "GET", `/vintages?ids=${ids.join()}`);
  expect(status).toBe(200);
  return body.content as ComparedVintage[];
};

test("Vintages are shown side by side in the requested order, each with its project", async () => {
  const kenya = await aProject(t.db, { externalId: "VCS1", labels: ["CCP"] });
  const india = await aProject(t.db, {
    name: "Biochar",
    countries: ["IN"],
    vintages: [{ year: 2024, priceCents: 16_400, credits: 20 }],
  });
  const both = await compared(india.vintageId, kenya.vintageId);
  expect(both).toMatchObject([
    { id: india.vintageId, year: 2024, price: 164, availableCredits: 20 },
    { id: kenya.vintageId, project: { externalId: "VCS1", labels: [{ kind: "CCP" }] } },
  ]);
});

test("Hidden projects are left out; withdrawn vintages stay without price and credits", async () => {
  const hidden = await aProject(t.db, { hidden: true });
  const shown = await aProject(t.db, { vintages: [{ status: "WITHDRAWN" }, {}] });
  const [gone, here] = shown.vintageIds;
  const both = await compared(hidden.vintageId, gone!, here!);
  expect(both.map(({ id }) => id)).toEqual([gone, here]);
  expect(both[0]).toMatchObject({
    status: { id: "WITHDRAWN" },
    price: null,
    availableCredits: 0,
  });
  // What is not for sale is not shown as on request.
  const price = comparedFacts(both).find(({ key }) => key === "price");
  expect(price?.values).toEqual(["–", both[1]!.price]);
});

test("A price on request is not shown even to a company with its own", async () => {
  const admin = await t.aUser("Admin");
  const { id, vintageIds } = await aProject(t.db, { vintages: [{}, {}] });
  const prices = vintageIds.map((vintageId) => ({ vintageId, price: 7.5 }));
  const list = { name: "Ours", validFrom: "2020-01-01", validUntil: null, rules: [], prices };
  await t.call(admin, "POST", "/management/price-lists", { ...list, companies: [buyer.companyId] });
  const shown = async () => (await compared(...vintageIds)).map(({ price }) => price);
  expect(await shown()).toEqual([7.5, 7.5]);
  await sql`update projects set status = 'CONTACT_REQUIRED' where id = ${id}`.execute(t.db);
  expect(await shown()).toEqual([null, null]);
});

test("A project has its reports on sale, the cheapest first, and its finished pictures in their order", async () => {
  const { id, vintageIds } = await aProject(t.db, { vintages: [{}, {}] });
  const usual = await aReport(t.db, id, 70_000);
  const dear = await aReport(t.db, id, 90_000);
  const cheap = await aReport(t.db, id, 50_000);
  const hidden = await aReport(t.db, id, 10_000);
  await sql`update reports set hidden = true where id = ${hidden}`.execute(t.db);
  await addPictures(t.db, id);
  const [{ project }] = (await compared(...vintageIds)) as [ComparedVintage];
  expect(project.reports.map(({ id: reportId }) => reportId)).toEqual([cheap, usual, dear]);
  expect(project.images.map(({ alt }) => alt)).toEqual(["First", "Second", "Third"]);
});

test.each(["ids=1", "ids=1,2,3,4,5,6,7", "ids=1,1", "ids=1,x", ""])(
  "%j is refused",
  async (query) => {
    const { status, body } = await t.call(buyer, "GET", `/vintages?${query}`);
    expect([status, body.code]).toEqual([400, "VALIDATION_FAILED"]);
  },
);

test.each(["", "ids=1"])("%j is told how many vintages are expected", async (query) => {
  const { body } = await t.call(buyer, "GET", `/vintages?${query}`);
  expect(body.fieldErrors).toEqual([{ path: "ids", message: "Expected two to six vintages" }]);
});

const file = (name: string, ids: number[]) =>
  t.app.inject({
    url: `/api/v1/vintages/comparison.${name}?ids=${ids.join()}`,
    headers: { authorization: `Bearer ${buyer.authToken}` },
  });

test("The spreadsheet has raw figures, and no text becomes a formula", async () => {
  const one = await aProject(t.db, { name: "=1+1", vintages: [{ priceCents: 123_450 }, {}] });
  await t.db
    .updateTable("vintages")
    .set({ period_start: "2026-09-01", period_end: "2026-12-31" })
    .where("id", "=", one.vintageIds[1]!)
    .execute();
  const response = await file("xlsx", one.vintageIds);
  expect(response.statusCode).toBe(200);
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]!);
  expect(sheet).toContain("<v>1234.5</v>");
  expect(sheet).not.toContain("<f>");
  const texts = strFromU8(parts["xl/sharedStrings.xml"]!);
  expect(texts).toContain("=1+1");
  expect(texts).toContain("Article 6 state");
  expect(texts).toContain("1 Sep 2026 – 31 Dec 2026");
});

test("The rows of the workbook are as high as their wrapped names", async () => {
  const long = await aProject(t.db, { name: "Forest ".repeat(20).trim(), vintages: [{}] });
  const other = await aProject(t.db, { vintages: [{}] });
  const response = await file("xlsx", [...long.vintageIds, ...other.vintageIds]);
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]!);
  const [names, years] = sheet.match(/<row [^>]*>/g)!;
  // 139 characters in columns of 30, broken between words.
  expect(names).toContain(' ht="90"');
  expect(years).not.toContain(" ht=");
});

test("The PDF has every name and price, and marks what the registry does not show", async () => {
  const one = await aProject(t.db, {
    name: "Delta Blue Carbon",
    vintages: [{}, { year: 2027, priceCents: 1980, creditType: "EX_ANTE" }],
  });
  const response = await file("pdf", one.vintageIds);
  const text = (await pageTexts(response.rawPayload)).join(" ");
  expect(text).toContain("Comparison of 2 vintages");
  expect(text).toContain("Delta Blue Carbon");
  expect(text).toContain("€19.80");
  expect(text).toContain("Not shown");
  const none = await file("pdf", [999_998, 999_999]);
  expect(none.statusCode).toBe(404);
});

test("Differing facts are marked, and the odd one of three is identified", async () => {
  const one = await aProject(t.db, {
    vintages: [
      { priceCents: 1000 },
      { priceCents: 1000 },
      { priceCents: 900, claimType: "COMPENSATION" },
    ],
  });
  const facts = comparedFacts(await compared(...one.vintageIds));
  const price = facts.find(({ key }) => key === "price")!;
  expect(price).toMatchObject({ values: [10, 10, 9], differs: true, odd: 2 });
  expect(facts.find(({ key }) => key === "registry")).toMatchObject({
    differs: false,
    odd: undefined,
  });
  expect(facts.find(({ key }) => key === "methodology")!.differs).toBe(false);
  const credit = facts.filter(({ group }) => group === "credit");
  expect(credit[0]).toMatchObject({ key: "claimType", odd: 2 });
  expect(credit.map(({ differs }) => differs)).toEqual([true, false, false, false]);
});
