import { admit, aVerifiedUser } from "./people.ts";
import {
  aProjectOnSale,
  apiOf,
  buyer as anybody,
  logInDirectly,
  expect,
  expectResponsive,
  fillDetails,
  test,
} from "./shop.ts";

const euros = (amount: number) => `€${amount.toFixed(2)}`;

test("A company reads and pays prices of its own, and nobody else does", async ({
  page,
  request,
}) => {
  const lastName = `Framework ${process.pid}-${Date.now()}`;
  const username = await aVerifiedUser(request, lastName);
  await admit(request, username);
  const { id, vintage } = await aProjectOnSale(request, 28);

  await test.step("an operator gives it a tenth off", async () => {
    await logInDirectly(page, "admin@demo.example");
    await page.goto("/management/price-lists");
    await page.getByRole("button", { name: "New price list" }).click();
    const form = page.getByRole("dialog", { name: "New price list" });
    await form.getByLabel("Name", { exact: true }).fill(lastName);
    await form.getByRole("combobox", { name: "Companies" }).fill(lastName);
    await page.getByRole("option", { name: lastName }).click();
    await form.getByRole("button", { name: "Add a rule" }).click();
    await form.getByLabel("Percent off").fill("10");
    await expectResponsive(page);
    await form.getByRole("button", { name: "Add price list" }).click();
    await expect(page.getByText("The price list is added")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: lastName })).toContainText("1 rule");
  });

  const priceFor = async (who: string) => {
    const project = await (await apiOf(request, who)).get(`/projects/${id}`);
    return project.vintages.find((each: { id: number }) => each.id === vintage.id).price as number;
  };
  const ownPrice = await priceFor(username);
  expect(Math.abs(ownPrice - vintage.price * 0.9)).toBeLessThanOrEqual(0.005001);
  expect(await priceFor(anybody)).toBe(vintage.price);

  await logInDirectly(page, username);
  await page.goto(`/marketplace/${id}`);
  const row = page.getByRole("row").filter({ hasText: String(vintage.year) });
  await expect(row.first()).toContainText(euros(ownPrice));
  await expect(row.first()).toContainText(euros(vintage.price));
  await page.getByLabel(`Tonnes of vintage ${vintage.year}`).first().fill("20");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByText("20 t in your cart").first()).toBeVisible();

  const priceNote = `Your price, list ${euros(vintage.price)}`;
  await page.goto("/cart");
  await expect(page.getByText(priceNote).first()).toBeVisible();
  await expectResponsive(page);
  await page.getByRole("button", { name: "Continue to invoice details" }).click();
  await fillDetails(page);
  await page.getByRole("button", { name: "Continue to review" }).click();
  await expect(page.getByRole("cell", { name: priceNote })).toBeVisible();
  await page.getByRole("checkbox", { name: /I accept the sales terms/ }).check();
  await page.getByRole("button", { name: /^Place order · €/ }).click();
  const placedHeading = page.getByRole("heading", { name: /^Order \d+ is placed$/ });
  const orderId = (await placedHeading.innerText()).match(/\d+/)![0];

  const order = await (await apiOf(request, username)).get(`/me/orders/${orderId}`);
  expect(order.totalPriceNet).toBe((Math.round(ownPrice * 100) * 20) / 100);
});
