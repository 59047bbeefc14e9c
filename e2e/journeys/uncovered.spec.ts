import type { Locator } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { apiOf, aProjectOnSale, details, expect, follow, logInDirectly, test } from "./shop.ts";

test("What has the focus is never covered, however small the window", async ({
  page,
  browser,
  request,
}) => {
  const project = await aProjectOnSale(request, 13);
  await logInDirectly(page);

  await test.step("At 320 px the keyboard's place is seen, and nothing scrolls sideways", async () => {
    await page.setViewportSize({ width: 320, height: 512 });
    await follow(page, "/marketplace/spot");
    const skipLink = page.getByRole("link", { name: "Skip to the projects" });
    await skipLink.focus();
    await expectUncovered(skipLink);
    await page.getByRole("button", { name: "Filters" }).click();
    const filter = page.getByRole("dialog").getByRole("checkbox").nth(8);
    await filter.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await expectUncovered(filter);
    await page.keyboard.press("Escape");
    const operator = await (await browser.newContext()).newPage();
    await operator.setViewportSize({ width: 320, height: 512 });
    await logInDirectly(operator, "admin@demo.example");
    // As if an invoice were open, regardless of other journeys.
    await operator.route("**/management/receivables?**", async (route) => {
      const response = await route.fetch();
      const total = { invoices: 1, amount: 1_234_567.89 };
      await route.fulfill({ response, json: { ...(await response.json()), total } });
    });
    await operator.goto("/management/dashboard");
    await expect(operator.getByRole("link", { name: "Not yet due" })).toBeVisible();
    const width = await operator.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    const api = await apiOf(request, await aBuyer(request));
    await api.post("/me/cart/vintages", { vintageId: project.vintage.id, credits: 2 });
    const { version } = await api.get("/me/cart");
    const checkoutResponse = await api.post("/me/cart/checkout", {
      version,
      companyName: details["Company name"],
      vatNumber: details["VAT number"],
      invoiceEmail: details["Invoice email"],
      invoiceAddress: {
        street: details["Street and number"],
        postalCode: details["Postal code"],
        city: details.City,
        province: details["Province or state"],
        countryCode: "DE",
      },
    });
    expect(checkoutResponse.ok(), await checkoutResponse.text()).toBe(true);
    await operator.goto("/management/orders");
    const sort = operator.getByRole("columnheader").getByRole("button").first();
    await sort.focus();
    await expectUncovered(sort);

    await follow(operator, "/management/auditors");
    await operator
      .getByRole("checkbox", { name: /^Select (?!all)/ })
      .last()
      .focus();
    for (let step = 0; step < 12; step++) {
      await operator.keyboard.press("Shift+Tab");
      await expectUncovered(operator.locator(":focus"));
    }

    const { id } = (await checkoutResponse.json()) as { id: number };
    await follow(operator, `/management/orders?open=${id}`);
    const reject = operator.getByRole("dialog").getByRole("button", { name: "Reject" });
    await reject.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await expectUncovered(reject);
  });

  await test.step("Neither a project's tabs nor the list of countries cover or move away what has the focus", async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await follow(page, `/marketplace/${project.id}`);
    const fill = page.getByRole("button", { name: "Fill quantities" });
    await fill.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await expectUncovered(fill);

    await page.setViewportSize({ width: 640, height: 400 });
    const username = await aBuyer(request);
    const api = await apiOf(request, username);
    await api.post("/me/cart/vintages", { vintageId: project.vintage.id, credits: 2 });
    await logInDirectly(page, username);
    await page.goto("/cart");
    const country = page.getByRole("combobox", { name: "Country" });
    await country.focus();
    await expect(page.getByRole("option", { name: "Germany" })).toBeVisible();
    await expectUncovered(country);
  });
});

/** Expects that nothing covers or clips it. */
async function expectUncovered(which: Locator): Promise<void> {
  await expect
    .poll(() =>
      which.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    )
    .toBe(true);
}
