import { expect, logInDirectly, test } from "./shop.ts";

test("Filters narrow the list, stay in the address, and Back restores them with the place", async ({
  page,
}) => {
  await logInDirectly(page);
  await page.goto("/marketplace/spot");
  const all = await resultCount(page);
  // In a list that was just opened all cards are laid out, even those never scrolled near.
  const tenth = page.getByRole("article").nth(9).locator("..");
  await expect(tenth).toHaveCSS("content-visibility", "visible");
  // Long types continue below; the credit types are beside the first line, at the same height on neighbouring cards.
  const belowType = await page
    .getByRole("article")
    .getByText(/^(Issued|Expected)$/)
    .evaluateAll((tags) =>
      tags.map((tag) => {
        const card = tag.closest("article")!;
        return (
          tag.getBoundingClientRect().top - card.querySelector("p")!.getBoundingClientRect().top
        );
      }),
    );
  expect(Math.max(...belowType)).toBeLessThan(4);
  await page.getByRole("checkbox", { name: /^Wind/ }).check();
  await expect(page).toHaveURL(/projectType=/);
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  // Other journeys add projects meanwhile, so exact counts may change.
  const wind = await resultCount(page);
  await page.getByRole("button", { name: "Show more projects" }).click();
  const last = page.getByRole("article").nth(40);
  await last.scrollIntoViewIfNeeded();
  const name = await last.getByRole("heading").innerText();
  await last.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  // A new page starts at the top.
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(0);

  await page.goBack();
  await expect.poll(() => resultCount(page)).toBeLessThan(all);
  await expect(page.getByRole("article").nth(40)).toBeInViewport();
  // Scroll restoration depends on the heights of the cards above.
  await expect(tenth).toHaveCSS("content-visibility", "visible");

  await page.getByRole("button", { name: /Remove filter: Wind/ }).click();
  await expect.poll(() => resultCount(page)).toBeGreaterThan(wind + (all - wind) / 2);
});

async function resultCount(page: import("@playwright/test").Page): Promise<number> {
  const text = await page
    .getByText(/^[\d,]+ projects?/)
    .first()
    .innerText();
  return Number(/[\d,]+/.exec(text)![0].replaceAll(",", ""));
}

test("The search forgives, suggests by keyboard, and counts only what was typed last", async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await logInDirectly(page);
  // An invalid URL still shows a list.
  await page.goto("/marketplace/spot?projectType=nonsense&priceFrom=-3&sort=up&vintageFrom=abc");
  const first = page.getByRole("article").first();
  await expect(first).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search projects" });
  await field.fill("mangroove");
  await expect(page).toHaveURL(/q=mangroove/);
  await expect(first).toContainText(/mangrove/i);

  const suggestions = page.getByRole("listbox", { name: "Suggestions" });
  await field.fill("wind");
  await expect(suggestions).toBeVisible();
  await field.press("Escape");
  await expect(suggestions).toBeHidden();
  await expect(field).toHaveValue("wind");

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
  await expect(suggestions).toBeHidden();
  await expect.poll(() => resultCount(page)).toBe(count);
  await page.getByRole("button", { name: "Remove filter: Rwanda" }).click();

  // Delays the answer to the first search until after the second.
  await page.route(/\/api\/v1\/projects\?.*q=w(&|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue().catch(() => {});
  });
  const slow = page.waitForRequest(/projects\?.*q=w(&|$)/);
  await field.fill("w");
  await slow;
  const searchResponse = page.waitForResponse(/projects\?.*q=wind(&|$)/);
  await field.fill("wind");
  const { totalElements } = (await (await searchResponse).json()) as { totalElements: number };
  await expect.poll(() => warnings).toContain("Canceled: GET /projects");
  await expect.poll(() => resultCount(page)).toBe(totalElements);

  await field.fill("vcs 962");
  await page.getByRole("option", { name: /VCS962 · Afforestation/ }).click();
  await expect(page).toHaveURL(/\/marketplace\/\d+$/);
});
