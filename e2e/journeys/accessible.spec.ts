import { aProjectOnSale, expect, expectFits, logIn, test } from "./shop.ts";

test("The login page fits and has no finding", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectFits(page);
});

test("The buyer's pages fit and have no finding", async ({ page, request }) => {
  test.slow();
  const project = await aProjectOnSale(request, 11);
  await logIn(page);
  const pages = [
    "/marketplace/spot",
    "/marketplace/financing",
    "/marketplace/sponsoring",
    `/marketplace/${project.id}`,
    "/cart",
    "/user/settings/orders",
    "/data-sources",
    "/nothing/here",
  ];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectFits(page);
  }
});
