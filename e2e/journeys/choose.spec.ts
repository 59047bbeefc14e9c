import { aBuyer } from "./people.ts";
import { logInDirectly, expect, expectResponsive, test } from "./shop.ts";
import { translateTexts } from "./translation.ts";

test("What nobody sells is found next to it, compared, kept, told of and put in the cart", async ({
  page,
}) => {
  await logInDirectly(page, await aBuyer(page.request));
  await page.goto("/marketplace/spot");

  // The first card is a few key presses away.
  await expect(page.getByRole("article").first()).toBeVisible();
  for (const skip of ["Skip to content", "Skip to the projects"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: skip })).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("article").first().getByRole("link").first()).toBeFocused();

  await page
    .getByRole("combobox", { name: "Search projects" })
    .fill("biochar in Europe under €150");
  await page.getByRole("option", { name: /^Biochar · Europe · At most €150/ }).click();
  await expect(page.getByRole("heading", { name: /^No projects match/ })).toBeVisible();
  const nearestResults = page.getByRole("table", { name: /^Nearest results/ });
  await expect(nearestResults.getByRole("row", { name: /^Europe/ })).toContainText("2");
  await page.getByRole("button", { name: "Tell me when one is listed" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save search" }).click();
  await expect(page.getByText(/is saved$/)).toBeVisible();
  await expectResponsive(page);

  await nearestResults.getByRole("button", { name: "Europe" }).click();
  const cards = page.getByRole("list").getByRole("article");
  await expect(cards).toHaveCount(2);
  await cards
    .first()
    .getByRole("button", { name: /shortlist/ })
    .click();
  await expect(page.getByText(/^Added to/)).toBeVisible();
  for (const checkbox of await page.getByRole("checkbox", { name: /^Compare / }).all())
    await checkbox.check();
  await page.getByRole("link", { name: "Compare 2" }).click();
  await expect(page.getByRole("heading", { name: "Compare 2 vintages" })).toBeVisible();
  // Nobody has to scroll back to see whose column it is.
  for (const viewport of [
    { width: 768, height: 900 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole("rowheader").last().scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole("columnheader").getByRole("link").first()).toBeInViewport();
  }
  await page
    .getByRole("textbox", { name: /^Tonnes of / })
    .first()
    .fill("2");
  await page.getByRole("button", { name: /^Put 2 t in cart$/ }).click();
  await expect(page.getByRole("link", { name: "Go to cart" })).toBeVisible();

  // A shortlisted vintage gets a note, which moves to another list with it.
  await page.goto("/shortlists");
  await page.getByRole("button", { name: "New shortlist" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("For the board");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const lists = page.getByRole("navigation", { name: "Shortlists" });
  await lists.getByRole("link", { name: /^Shortlist/ }).click();
  await page.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Add a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("The only one in Europe.");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByRole("menuitem", { name: "For the board" }).click();
  await expect(page.getByText("1 vintage moved to “For the board”")).toBeVisible();
  await lists.getByRole("link", { name: /^For the board/ }).click();
  await expect(page.getByRole("row", { name: /The only one in Europe\./ })).toBeVisible();
  await expectResponsive(page);
});

test("Where projects are is read from a map or its list, and leads back to their cards", async ({
  page,
}) => {
  await logInDirectly(page, await aBuyer(page.request));
  // Chrome offers to translate pages, and replaces their texts.
  await translateTexts(page);
  await page.goto("/marketplace/spot?view=map");
  // A country in which no other journey puts a project on sale or withdraws one.
  const brazil = page.getByRole("button", { name: "Brazil", exact: true });
  await brazil.press("Enter");
  await expect(brazil).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("img", { name: /^Map of the world/ })).toBeVisible();
  await expectResponsive(page);
  await page.getByRole("button", { name: /^Show \d+ projects$/ }).click();
  await expect(page).toHaveURL(/country=BR/);
  await expect(page.getByRole("button", { name: "Remove filter: Brazil" })).toBeVisible();

  const found = page.getByText(/^[\d,]+ projects?/).first();
  const count = await found.innerText();
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const head = page.getByRole("columnheader", { name: "From / t" });
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=price(,|%2C)asc/);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Impact", exact: true }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("columnheader", { name: "Impact" })).toHaveCount(0);
  await expect(found).toHaveText(count);
  await expectResponsive(page);
  // It is a table only if there is room.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();

  const openFilters = page.getByRole("button", { name: /^Filters/ });
  await expect(openFilters).toContainText("1 active");
  await openFilters.click();
  const filters = page.getByRole("dialog", { name: "Filters" });
  await filters.getByRole("checkbox", { name: /^Verra/ }).check();
  await filters.getByRole("button", { name: "Close filters" }).click();
  await expect(openFilters).toContainText("2 active");
});
