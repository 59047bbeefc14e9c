import { aProjectOnSale, expect, expectAccessible, logIn, test } from "./shop.ts";

const widths = [1440, 768, 390];

for (const width of widths) {
  test.describe(`At ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("the login page has no finding", async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    });

    test("the buyer's pages have no finding and do not scroll sideways", async ({
      page,
      request,
    }) => {
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
        await expectAccessible(page);
        const scrolls = await page.evaluate(
          () => document.documentElement.scrollWidth > window.innerWidth,
        );
        expect(scrolls, `${path} scrolls sideways`).toBe(false);
      }
    });
  });
}
