import { pageTexts } from "../../api/test/pdf.ts";
import { aBuyer } from "./people.ts";
import { aProjectOnSale, apiOf, logInDirectly, expect, expectAccessible, test } from "./shop.ts";

const company = {
  companyName: "Brennvik Logistics GmbH",
  vatNumber: "DE136695976",
  invoiceEmail: "accounts@brennvik.example",
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    city: "Hamburg",
    province: "Hamburg",
    countryCode: "DE",
  },
};

test("A cart becomes a quote that an operator keeps, and an order by one click", async ({
  page,
  request,
}) => {
  const { vintage, name } = await aProjectOnSale(request, 12);
  const username = await aBuyer(request);
  const api = await apiOf(request, username);
  await api.post("/me/cart/vintages", { vintageId: vintage.id, credits: 7 });
  await api.post("/me/company/details", company);

  await logInDirectly(page, username);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Save as a quote" }).click();
  const title = page.getByRole("heading", { name: /^Quote Q-\d{4}-\d{6}$/ });
  await expect(title).toBeVisible();
  const number = (await title.innerText()).replace("Quote ", "");
  await expect(page.getByText(name).first()).toBeVisible();
  await expectAccessible(page);

  await page.emulateMedia({ media: "print" });
  await expect(title).toBeVisible();
  for (const role of ["button", "textbox", "navigation", "contentinfo"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "All quotes" })).toBeHidden();
  await page.emulateMedia({ media: null });
  const sheets = await pageTexts(await page.pdf({ format: "A4" }));
  expect(sheets.join(" ").replaceAll(/\s+/g, " ")).toMatch(/You can order it until .*, as/);

  const address = page.url();
  await logInDirectly(page, "admin@demo.example");
  await page.goto(`/management/quotes?q=${number}`);
  await page.getByRole("rowheader", { name: number }).click();
  await page.getByRole("button", { name: "Keep until a date" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByText(`Quote ${number} is kept for`)).toBeVisible();

  await logInDirectly(page, username);
  await page.goto(address);
  await expect(page.getByText("We keep its prices and credits for you until")).toBeVisible();
  await page.getByRole("button", { name: /^Place order · €/ }).click();
  await expect(page.getByRole("heading", { name: /^Order \d+$/ })).toBeVisible();
  expect((await api.get("/me/quotes")).content).toMatchObject([{ number, status: "ORDERED" }]);
});
