import { aBuyer } from "./people.ts";
import {
  apiOf,
  aProjectOnSale,
  details,
  expect,
  fillDetails,
  enter,
  logIn,
  password,
  test,
} from "./shop.ts";

/* Each journey has a buyer of its own: a cart and its invoice details are one person's. */

test("A buyer finds a project, holds a vintage, checks out and sees the order await approval", async ({
  page,
  request,
}) => {
  const project = await aProjectOnSale(request, 3);
  await logIn(page, await aBuyer(request));
  await expect(page).toHaveURL(/\/marketplace\/spot$/);

  await page.getByRole("combobox", { name: "Search projects" }).fill(project.name);
  await page.getByRole("link", { name: project.name, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: project.name })).toBeVisible();

  await page.getByLabel(`Tonnes of vintage ${project.vintage.year}`).first().fill("40");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByText("40 t in your cart").first()).toBeVisible();
  await page.getByRole("link", { name: /Shopping cart 1 item/ }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();
  await expect(page.getByText(/Held for you for (29|30) min/)).toBeVisible();
  await page.getByRole("button", { name: "Continue to invoice details" }).click();

  await fillDetails(page);
  await page.getByRole("button", { name: "Continue to review" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Review and order" })).toBeVisible();
  await page.getByRole("checkbox", { name: /I accept the sales terms/ }).check();
  await page.getByRole("button", { name: /^Place order · €/ }).click();

  await expect(page.getByRole("heading", { name: /^Order \d+ is placed$/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Order \d+ is placed · Tonneline$/);
  await page.getByRole("link", { name: "View order" }).click();
  await expect(page).toHaveURL(/\/user\/settings\/orders\/\d+$/);
  await expect(page.getByText("Awaiting approval").first()).toBeVisible();
  await expect(page.getByText(details["Company name"])).toBeVisible();

  const orderId = Number(page.url().split("/").at(-1));
  await page.getByRole("button", { name: "Ask about this order" }).click();
  await expect(page.locator('[aria-busy="false"] > iframe')).toBeVisible();
  const form = page.frameLocator('iframe[title="Contact form"]');
  await expect(form.getByLabel("Topic")).toHaveValue(`Order ${orderId}`);
  await form.getByLabel("Message").fill("Our purchase number has to be on the invoice.");
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("dialog", { name: "Ask about this order" })).toBeHidden();
  const operator = await apiOf(request, "admin@demo.example");
  const asked = await operator.get("/management/support-requests?q=purchase%20number");
  expect(asked.content[0]).toMatchObject({ topic: `Order ${orderId}`, orderId });

  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Shopping cart" })
    .click();
  await expect(page.getByText("Your cart is empty")).toBeVisible();
});

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
  const enter = async (name: RegExp, text: string) => {
    await tabTo(name);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  };

  await enter(/^Email/, username);
  await enter(/^Password/, password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/marketplace\/spot$/);

  await page.goto(`/marketplace/${project.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await enter(new RegExp(`Tonnes of vintage ${project.vintage.year}`), "7");
  await tabTo(/^Add to cart$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("7 t in your cart").first()).toBeVisible();

  await page.goto("/cart");
  await expect(page.getByRole("button", { name: "Continue to invoice details" })).toBeVisible();
  await tabTo(/^Continue to invoice details$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Invoice details" })).toBeVisible();
  for (const [label, value] of Object.entries(details)) await enter(new RegExp(`^${label}`), value);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Review and order" })).toBeVisible();
  await tabTo(/I accept the sales terms/);
  await page.keyboard.press("Space");
  await tabTo(/^Place order ·/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^Order \d+ is placed$/ })).toBeVisible();
});

test("A double click, and a second tab, make one order", async ({ page, context, request }) => {
  const project = await aProjectOnSale(request, 7);
  const username = await aBuyer(request);
  await enter(page, username);
  await page.goto(`/marketplace/${project.id}`);
  await page.getByLabel(`Tonnes of vintage ${project.vintage.year}`).first().fill("3");
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
  const placed: Promise<void>[] = [page.getByRole("button", { name: /^Place order/ }).dblclick()];
  placed.push(other.getByRole("button", { name: /^Place order/ }).click());
  await Promise.all(placed);

  await expect(
    page
      .getByRole("heading", { name: /is placed$/ })
      .or(page.getByText("Your cart is empty"))
      .first(),
  ).toBeVisible();
  const orders = async () => (await api.get("/me/orders?size=1")).totalElements;
  await expect.poll(orders).toBe(1);
});

test("More than there is says how much is left, and offers it", async ({ page, request }) => {
  const project = await aProjectOnSale(request, 9);
  await enter(page);
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
});
