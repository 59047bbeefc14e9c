import { aBuyer } from "./people.ts";
import {
  apiOf,
  aProjectOnSale,
  details,
  expect,
  fillDetails,
  logInDirectly,
  password,
  test,
} from "./shop.ts";

/* Each journey has a separate buyer: a cart and its invoice details belong to one person. */

test("The whole purchase works with the keyboard alone", async ({ page, request }) => {
  const project = await aProjectOnSale(request, 5);
  const username = await aBuyer(request);
  await page.goto("/login");
  const tabTo = async (name: RegExp, limit = 150) => {
    for (let steps = 0; steps < limit; steps++) {
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        const labels = (element as HTMLInputElement | null)?.labels;
        return [element?.getAttribute("aria-label"), labels?.[0]?.textContent, element?.textContent]
          .filter(Boolean)
          .join(" | ");
      });
      if (name.test(label)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab never reached ${name}`);
  };
  const typeInto = async (name: RegExp, text: string) => {
    await tabTo(name);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  };

  await typeInto(/^Email/, username);
  await typeInto(/^Password/, password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/marketplace\/spot$/);

  await page.goto(`/marketplace/${project.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await typeInto(new RegExp(`Tonnes of vintage ${project.vintage.year}`), "7");
  await tabTo(/^Add to cart$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("7 t in your cart").first()).toBeVisible();

  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "Continue to invoice details" })).toBeVisible();
  await tabTo(/^Continue to invoice details$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Invoice details" })).toBeVisible();
  for (const [label, value] of Object.entries(details))
    await typeInto(new RegExp(`^${label}`), value);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Review and order" })).toBeVisible();
  await tabTo(/I accept the sales terms/);
  await page.keyboard.press("Space");
  // The button waits for what an approval would require, and Tab skips disabled buttons.
  await expect(page.getByRole("button", { name: /^Place order ·/ })).toBeEnabled();
  await tabTo(/^Place order ·/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^Order \d+ is placed$/ })).toBeVisible();
});

test("More than there is says how much is left; a double click, and a second tab, make one order", async ({
  page,
  context,
  request,
}) => {
  const project = await aProjectOnSale(request, 7);
  const username = await aBuyer(request);
  await logInDirectly(page, username);
  await page.goto(`/marketplace/${project.id}`);
  const field = page.getByLabel(`Tonnes of vintage ${project.vintage.year}`).first();
  await field.fill("999999999");
  await field.blur();
  await expect(page.getByText(/Only [\d,]+\s+t left/).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Use [\d,]+/ })
    .first()
    .click();
  await expect(field).not.toHaveValue("999999999");
  await field.fill("3");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByText("3 t in your cart").first()).toBeVisible();
  await page.goto("/cart/payment-details");
  await fillDetails(page);
  await page.getByRole("button", { name: "Continue to review" }).click();
  await expect(page.getByRole("heading", { name: "Review and order" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/cart/checkout");
  for (const each of [page, other]) await each.getByRole("checkbox", { name: /I accept/ }).check();

  const api = await apiOf(request, username);
  const clicks: Promise<void>[] = [page.getByRole("button", { name: /^Place order/ }).dblclick()];
  clicks.push(other.getByRole("button", { name: /^Place order/ }).click());
  await Promise.all(clicks);

  await expect(
    page
      .getByRole("heading", { name: /is placed$/ })
      .or(page.getByText("Your cart is empty"))
      .first(),
  ).toBeVisible();
  const orders = async () => (await api.get("/me/orders?size=1")).totalElements;
  await expect.poll(orders).toBe(1);
});
