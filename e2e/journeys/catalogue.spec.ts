import { expect, enter, test } from "./shop.ts";

test("Filters narrow the list, stay in the address, and Back restores them with the place", async ({
  page,
}) => {
  await enter(page);
  await page.goto("/marketplace/spot");
  const all = await resultCount(page);
  await page.getByRole("checkbox", { name: /^Wind/ }).check();
  await expect(page).toHaveURL(/projectType=/);
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  // Other journeys add projects meanwhile: no number is to be there again.
  const wind = await resultCount(page);
  await page.getByRole("button", { name: "Show more projects" }).click();
  const last = page.getByRole("article").nth(40);
  await last.scrollIntoViewIfNeeded();
  const name = await last.getByRole("heading").innerText();
  await last.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.goBack();
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  await expect(page.getByRole("article").nth(40)).toBeInViewport();

  await page.getByRole("button", { name: /Remove filter: Wind/ }).click();
  await expect.poll(() => resultCount(page)).toBeGreaterThan(wind + (all - wind) / 2);
});

test("A misspelt search finds what was meant", async ({ page }) => {
  await enter(page);
  await page.goto("/marketplace/spot");
  await page.getByRole("combobox", { name: "Search projects" }).fill("mangroove");
  await expect(page).toHaveURL(/q=mangroove/);
  await expect(page.getByRole("article").first()).toContainText(/mangrove/i);
});

test("A suggested filter is taken by keyboard and takes the place of the words", async ({
  page,
}) => {
  await enter(page);
  await page.goto("/marketplace/spot");
  const field = page.getByRole("combobox", { name: "Search projects" });
  await field.fill("cookstoves rwa");
  const option = page.getByRole("option", { name: /^Cookstoves · Rwanda \d+ projects$/ });
  await expect(option).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await field.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id"))!);
  const count = Number(/\d+/.exec(await option.innerText())![0]);
  await field.press("Enter");
  await expect(page).toHaveURL(/projectType=\d+&country=RW/);
  await expect(field).toHaveValue("");
  await expect(page.getByRole("listbox", { name: "Suggestions" })).toBeHidden();
  await expect.poll(() => resultCount(page)).toBe(count);
  await expect(page.getByRole("button", { name: "Remove filter: Rwanda" })).toBeVisible();

  await field.fill("vcs 962");
  await page.getByRole("option", { name: /VCS962 · Afforestation/ }).click();
  await expect(page).toHaveURL(/\/marketplace\/\d+$/);
});

test("Escape closes the suggestions and leaves the words", async ({ page }) => {
  await enter(page);
  await page.goto("/marketplace/spot");
  const field = page.getByRole("combobox", { name: "Search projects" });
  await field.fill("wind");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await expect(list).toBeVisible();
  await field.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("wind");
});

test("The table shows the same projects where it has room, and the choice is remembered", async ({
  page,
}) => {
  await enter(page);
  await page.goto("/marketplace/spot");
  await page.getByRole("combobox", { name: "Search projects" }).fill("biochar");
  await page.keyboard.press("Enter");
  await expect.poll(() => resultCount(page)).toBeLessThan(100);
  const count = await resultCount(page);
  await page.getByText("Table", { exact: true }).or(page.getByLabel("Table")).first().click();
  await expect(page.getByRole("table")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("table")).toBeVisible();
  expect(await resultCount(page)).toBe(count);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();
});

test("A broken address is a list all the same", async ({ page }) => {
  await enter(page);
  await page.goto("/marketplace/spot?projectType=nonsense&priceFrom=-3&sort=up&vintageFrom=abc");
  await expect(page.getByRole("article").first()).toBeVisible();
});

async function resultCount(page: import("@playwright/test").Page): Promise<number> {
  const text = await page
    .getByText(/^[\d,]+ projects?/)
    .first()
    .innerText();
  return Number(/[\d,]+/.exec(text)![0].replaceAll(",", ""));
}

test("While somebody types, only the newest search counts and earlier ones are canceled", async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await enter(page);
  await page.goto("/marketplace/spot");
  await expect(page.getByRole("article").first()).toBeVisible();
  // The answer to what is typed first would come last.
  await page.route(/\/api\/v1\/projects\?.*q=w(&|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue().catch(() => {});
  });
  const field = page.getByRole("combobox", { name: "Search projects" });
  const slow = page.waitForRequest(/projects\?.*q=w(&|$)/);
  await field.fill("w");
  await slow;
  const answered = page.waitForResponse(/projects\?.*q=wind(&|$)/);
  await field.fill("wind");
  const { totalElements } = (await (await answered).json()) as { totalElements: number };
  await expect.poll(() => warnings).toContain("Canceled: GET /projects");
  await expect.poll(() => resultCount(page)).toBe(totalElements);
});
