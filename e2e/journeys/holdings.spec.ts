import {
  aProjectOnSale,
  apiOf,
  buyer,
  details,
  emptyCart,
  expect,
  expectAccessible,
  logIn,
  test,
} from "./shop.ts";

test("Paid credits are in the portfolio and can be retired there", async ({ page, request }) => {
  const api = await apiOf(request, buyer);
  const operator = await apiOf(request, "admin@demo.example");
  await emptyCart(request);
  const { vintage, name } = await aProjectOnSale(request, 15);
  const set = await (
    await api.post("/me/cart/vintages", { vintageId: vintage.id, credits: 12 })
  ).json();
  const {
    "Company name": companyName,
    "VAT number": vatNumber,
    "Invoice email": invoiceEmail,
  } = details;
  const invoiceAddress = {
    street: "Hafenkontor 14",
    postalCode: "20457",
    province: "Hamburg",
    city: "Hamburg",
    countryCode: "DE",
  };
  const order = await (
    await api.post("/me/cart/checkout", {
      companyName,
      vatNumber,
      invoiceEmail,
      invoiceAddress,
      version: set.version,
    })
  ).json();
  await operator.post(`/management/orders/${order.id}/approve`, {});
  await operator.post(`/management/orders/${order.id}/pay`, { paidAt: new Date().toISOString() });

  await logIn(page);
  await page.goto("/portfolio");
  await expect(page.getByText(name).first()).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^Retire/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/Quantity|Tonnes/).fill("5");
  await dialog.getByLabel(/Beneficiary/).fill("Brennvik Logistics GmbH");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Retire 5/ }).click();
  await expect(dialog).toBeHidden();

  const { content } = await api.get("/me/retirements");
  expect(content[0]).toMatchObject({ quantity: 5, status: "RETIREMENT_IN_PROGRESS" });
});
