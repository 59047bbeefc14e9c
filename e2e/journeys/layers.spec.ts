import type { Locator, Page } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { aProjectOnSale, expect, logInDirectly, follow, test } from "./shop.ts";

/** The layer of an element: its own z-index, or that of its closest layered ancestor. */
const layerOf = (part: Locator) =>
  part.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { zIndex } = getComputedStyle(at);
      if (zIndex !== "auto" && Number(zIndex) >= 100) return Number(zIndex);
    }
    return 0;
  });
const widthOf = async (part: Locator) => (await part.boundingBox())!.width;
const themeOf = (page: Page, name: string) =>
  page.evaluate(
    (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable),
    name,
  );

test("Breakpoints and layers are those of the specification, and below lg the menu is a drawer", async ({
  page,
  request,
}) => {
  await logInDirectly(page, await aBuyer(request));
  await page.goto("/cart");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const breakpoints = { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920, xxl: 2560 };
  for (const [name, pixels] of Object.entries(breakpoints)) {
    expect(parseFloat(await themeOf(page, `--mantine-breakpoint-${name}`)) * 16).toBe(pixels);
  }
  const menu = page.getByRole("button", { name: "Open the menu" });
  const side = page.getByRole("navigation", { name: "Main" });
  for (const width of [2560, 1920, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(side).toBeVisible();
    await expect(menu).toBeHidden();
  }
  for (const width of [1279, 960, 600, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(menu).toBeVisible();
    await expect(side).toBeHidden();
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Notifications" }).click();
  const dialogBox = page.getByRole("dialog", { name: "Notifications" });
  await expect(dialogBox).toBeVisible();
  expect(await layerOf(dialogBox)).toBe(1000);
  await page.keyboard.press("Escape");
  await expect(dialogBox).toBeHidden();

  await test.step("The support dialog is 50vw wide, in the middle", async () => {
    await page.getByRole("button", { name: "Support" }).click();
    const dialog = page.getByRole("dialog", { name: "Support" });
    await expect(dialog).toBeVisible();
    expect(await layerOf(dialog)).toBe(1100);
    const box = (await dialog.boundingBox())!;
    expect(box.width).toBe(720);
    expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(10);
    for (const width of [1280, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(width / 2);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await follow(page, "/marketplace/spot");
  await page.getByRole("button", { name: "Table", exact: true }).hover();
  const tooltip = page.getByRole("tooltip");
  await expect(tooltip).toBeVisible();
  expect(await layerOf(tooltip)).toBe(1100);
  expect(await tooltip.evaluate((element) => getComputedStyle(element).maxWidth)).toBe("200px");
});

test("A menu stands on 1000; a toast that stays covers nothing of a drawer or a dialog, nor the bar", async ({
  page,
}) => {
  await logInDirectly(page, "admin@demo.example");
  await page.goto("/management/users");
  await page.getByRole("button", { name: "Columns" }).click();
  const columns = page.getByRole("menu").or(page.getByRole("dialog")).first();
  await expect(columns).toBeVisible();
  expect(await layerOf(columns)).toBe(1000);
  await page.keyboard.press("Escape");
  await expect(columns).toBeHidden();
  // Errors are shown until dismissed.
  await page.route(/\/management\/users\?/, async (route) =>
    route.request().headers().accept === "text/csv" ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "CSV" }).click();
  const toast = page.locator(".mantine-Notification-root");
  await expect(toast).toContainText("The server cannot be reached.");
  const menu = page.getByRole("button", { name: "Open the menu" });
  const open = {
    record: () => page.getByRole("row").nth(1).getByRole("link").first().click(),
    notifications: () => page.getByRole("button", { name: "Notifications" }).click(),
    support: async () => {
      if (await menu.isVisible()) await menu.click();
      await page.getByRole("button", { name: "Support" }).click();
    },
    menu: () => menu.click(),
  };
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  for (const width of [1440, 1024, 768, 390]) {
    // So short that the support dialog fills it.
    await page.setViewportSize({ width, height: 640 });
    for (const [name, opener] of Object.entries(open)) {
      if (name === "menu" && width === 1440) continue;
      await opener();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toHaveCount(1);
      if (name === "support") await expect(dialog.locator("iframe")).toBeVisible();
      await expect
        .poll(
          async () => {
            const [toastBox, dialogBox] = [await boxOf(toast), await boxOf(dialog)];
            const isClearHorizontally =
              toastBox.x >= dialogBox.x + dialogBox.width ||
              toastBox.x + toastBox.width <= dialogBox.x;
            const isClearVertically =
              toastBox.y >= dialogBox.y + dialogBox.height ||
              toastBox.y + toastBox.height <= dialogBox.y;
            return (isClearHorizontally || isClearVertically) && toastBox.x >= 0 && toastBox.y >= 0;
          },
          { message: `${name} at ${width} px` },
        )
        .toBe(true);
      // A click that hits the toast fails.
      await dialog.getByRole("button", { name: /^Close/ }).click();
      await expect(dialog).toBeHidden();
    }
  }
  await expect(toast).toBeVisible();
});

test("Toasts are 25rem wide at the top right; Back closes what lies over the page and stays on it", async ({
  page,
  request,
}) => {
  await logInDirectly(page, await aBuyer(request));
  const { id, vintage } = await aProjectOnSale(request, 23);
  await page.goto(`/marketplace/${id}`);
  await page.getByLabel(`Tonnes of vintage ${vintage.year}`).first().fill("2");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByText("2 t in your cart").first()).toBeVisible();
  await follow(page, "/cart");
  await page
    .getByRole("button", { name: /^Remove/ })
    .first()
    .click();
  const toast = page.locator(".mantine-Notification-root").first();
  await expect(toast).toBeVisible();
  expect(await layerOf(toast)).toBe(1200);
  expect(await widthOf(toast)).toBe(400);
  const box = (await toast.boundingBox())!;
  expect(box.y).toBeLessThan(40);
  expect(1440 - box.x - box.width).toBeLessThan(40);

  await page.goto("/marketplace/financing");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: /^Spot/ }).click();
  await expect(page).toHaveURL(/\/marketplace\/spot/);
  const menu = page.getByRole("button", { name: "Open the menu" });
  const openers = [
    () => page.getByRole("button", { name: "Notifications" }).click(),
    () => menu.click(),
    () => page.getByRole("button", { name: "Filters" }).click(),
    async () => {
      await menu.click();
      await page.getByRole("button", { name: "Support" }).click();
    },
  ];
  const dialog = page.getByRole("dialog");
  for (const opener of openers) {
    await opener();
    await expect(dialog).toHaveCount(1);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/marketplace\/spot/);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/marketplace\/financing/);
});
