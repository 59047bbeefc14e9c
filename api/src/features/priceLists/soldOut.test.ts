import { expect, test } from "vitest";
import { testApp } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";

test("A project shows the price that the company pays for vintages in stock, not for sold-out ones", async () => {
  const t = await testApp();
  const [operator, buyer] = [await t.aUser("Admin"), await t.aUser()];
  const vintages = [
    { year: 2021, credits: 0, priceCents: 1000 },
    { year: 2022, priceCents: 4000 },
    { year: 2023, priceCents: 6000 },
  ];
  const { id, vintageIds } = await aProject(t.db, { vintages });
  const made = await t.call(operator, "POST", "/management/price-lists", {
    name: "Agreed",
    validFrom: "2020-01-01",
    validUntil: null,
    rules: [],
    companies: [buyer.companyId],
    prices: vintageIds.map((vintageId, n) => ({ vintageId, price: 5 + n })),
  });
  expect(made.status).toBe(201);

  const span = { priceFrom: 6, priceTo: 7, listPriceFrom: 40 };
  const page = (await t.call(buyer, "GET", `/projects/${id}`)).body;
  expect(page).toMatchObject({ ...span, vintages: [{}, {}, {}] });
  const cards = async () => (await t.call(buyer, "GET", "/projects")).body.content;
  await expect.poll(cards).toMatchObject([span]);
  await t.close();
});
