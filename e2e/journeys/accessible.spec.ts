import type { Locator, Page } from "@playwright/test";
import { pageTexts } from "../../api/test/pdf.ts";
import { aBuyer } from "./people.ts";
import {
  apiOf,
  aProjectOnSale,
  aProjectWithReport,
  details,
  logInDirectly,
  expect,
  expectResponsive,
  follow,
  test,
  untilNetworkIdle,
} from "./shop.ts";

test("The buyer's pages fit and have no finding", async ({ page, request }) => {
  const project = await aProjectOnSale(request, 11);
  await logInDirectly(page);
  const pages = [
    "/marketplace/spot",
    "/marketplace/financing",
    "/marketplace/sponsoring",
    `/marketplace/${project.id}`,
    "/marketplace/spot?view=table",
    "/marketplace/spot?view=map",
    "/shortlists",
    "/cart",
    "/user/settings/orders",
    "/data-sources",
    "/nothing/here",
  ];
  for (const path of pages) {
    await untilNetworkIdle(page, () => follow(page, path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // Initially below the fold, where content that loads late cannot shift it.
    const footer = page.getByRole("contentinfo");
    expect(
      await footer.evaluate((each) => each.getBoundingClientRect().top >= window.innerHeight),
    ).toBe(true);
    await expectResponsive(page);
  }

  await test.step("The button that buys stays where it is while the rest of the page arrives", async () => {
    const released = Promise.withResolvers<void>();
    await page.route("**/projects/*/evidence", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.route("**/FillBar*.js", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(`/marketplace/${project.id}`);
    // Visually hidden: without it, users navigating by headings would skip what is sold.
    await expect(page.getByRole("heading", { level: 2, name: "Vintages" })).toBeAttached();
    const add = page.getByRole("button", { name: "Add to cart" }).first();
    await add.scrollIntoViewIfNeeded();
    const before = await add.boundingBox();
    released.resolve();
    await expect(page.getByRole("button", { name: /known of vintage/ }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Fill quantities" })).toBeVisible();
    expect(await add.boundingBox()).toEqual(before);
  });

  await test.step("So does the button of a report, which stands below what comes late", async () => {
    await page.unrouteAll();
    const { path } = await aProjectWithReport(request, 2);
    const add = page.getByRole("button", { name: /^Add to cart: report/ }).first();
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 768, height: 1000 },
    ]) {
      await page.setViewportSize(viewport);
      const released = Promise.withResolvers<void>();
      await page.route("**/projects/*/evidence", async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(path);
      await expect(page.getByLabel("Loading the registry's figures").last()).toBeVisible();
      // Journeys ask for reduced motion.
      expect(await endlessAnimations(page)).toEqual([]);
      await page.emulateMedia({ reducedMotion: "no-preference" });
      expect(await endlessAnimations(page)).toContain("shimmer");
      await page.emulateMedia({ reducedMotion: "reduce" });
      // At the bottom edge, so that as much as possible of the content above it is on the screen.
      await add.evaluate((button) => button.scrollIntoView({ block: "end" }));
      await page.waitForFunction(() => window.scrollY > 0);
      const before = (await add.boundingBox())!;
      await untilNetworkIdle(page, async () => released.resolve());
      await expect(page.getByRole("region", { name: "Claim-ready record" })).toBeAttached();
      expect(Math.abs((await add.boundingBox())!.y - before.y)).toBeLessThan(2);
      await page.unrouteAll();
    }
  });
});

/** Returns the names of the animations on the page that run until it changes. */
function endlessAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const isEndless = animation.effect?.getTiming().iterations === Infinity;
      return isEndless && animation instanceof CSSAnimation ? animation.animationName : [];
    }),
  );
}

test("Nothing moves when the font arrives late", async ({ page, request }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as { value?: number }).value ?? 0;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route(/\.woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const expectNoLayoutShift = async (path: string) => {
    await untilNetworkIdle(page, async () => void (await page.goto(path)));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const moved = await page.evaluate(async () => {
      await document.fonts.ready;
      // A shift caused by the font's arrival is counted after the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return (window as unknown as { shifts: { sum: number } }).shifts.sum;
    });
    expect(moved, path).toBeLessThan(0.02);
  };
  for (const path of ["/login", "/registration", "/password-reminder", "/book-demo", "/error"]) {
    await expectNoLayoutShift(path);
  }
  const project = await aProjectOnSale(request, 12);
  await logInDirectly(page);
  const pages = ["/marketplace/spot", `/marketplace/${project.id}`, "/cart", "/portfolio"];
  for (const path of [...pages, "/user/settings/details"]) await expectNoLayoutShift(path);
});

test("The pages hold on paper and in high contrast", async ({ page, request }) => {
  const project = await aProjectOnSale(request, 13);
  await logInDirectly(page);

  await test.step("Printed, a page has no bars, nothing to press or to search in, and no empty sheet", async () => {
    const pages = ["/marketplace/spot", `/marketplace/${project.id}`, "/cart", "/portfolio"];
    for (const path of [...pages, "/user/settings/documents"]) {
      await untilNetworkIdle(page, () => follow(page, path));
      const sheets = async () => pageTexts(await page.pdf({ format: "A4" }));
      // A map that was never scrolled near is not printed, and neither is its heading.
      expect((await sheets()).join(" ")).not.toMatch(/Location and media(?!\s+In )/);
      await expect.poll(async () => (await sheets()).at(-1)?.trim(), path).not.toBe("");
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("navigation")).toHaveCount(0);
      const pressed = page.locator(
        '.mantine-Button-root, [aria-label$="on a shortlist"], [type="search"], [inputmode="search"], [data-quantity]:placeholder-shown, [type="checkbox"], [type="date"], [aria-pressed="false"]',
      );
      await expect(pressed.filter({ visible: true })).toHaveCount(0);
      await page.setViewportSize({ width: 700, height: 900 });
      await expect(page.getByRole("banner")).toBeHidden();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ media: null });
    }
  });

  await test.step("In high contrast what is chosen differs from what is not", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    await follow(page, "/marketplace/spot?view=table");
    const backgroundOf = (which: Locator) =>
      which.evaluate((element) => getComputedStyle(element).backgroundColor);
    const view = (name: string) => page.getByRole("button", { name, exact: true });
    expect(await backgroundOf(view("Table"))).not.toBe(await backgroundOf(view("Map")));
    const navigationLinks = page.getByRole("navigation").getByRole("link");
    expect(await backgroundOf(navigationLinks.filter({ hasText: "Marketplace" }))).not.toBe(
      await backgroundOf(navigationLinks.filter({ hasText: "Portfolio" })),
    );
    await follow(page, "/marketplace/spot");
    const box = page.getByRole("checkbox", { name: /^Verra/ });
    const uncheckedColor = await backgroundOf(box);
    await box.check();
    expect(await backgroundOf(box)).not.toBe(uncheckedColor);
    await follow(page, "/marketplace/spot?view=map");
    const key = page.locator("[class*=shade5]:not(path)").first();
    expect(await backgroundOf(key)).toBe("rgb(6, 73, 92)");
    await page.emulateMedia({ forcedColors: null });
  });
});

test("Words of any length break, on the way to an order and on a company's record", async ({
  page,
  request,
  browser,
}) => {
  const word = "Donaudampfschiff".repeat(12);
  const project = await aProjectOnSale(request, 14);
  const username = await aBuyer(request);
  const api = await apiOf(request, username);
  await api.post("/me/company/details", {
    companyName: word,
    vatNumber: details["VAT number"],
    invoiceEmail: details["Invoice email"],
    invoiceAddress: {
      street: word,
      postalCode: details["Postal code"],
      city: details.City,
      province: details["Province or state"],
      countryCode: "DE",
    },
  });
  await api.post("/me/cart/vintages", { vintageId: project.vintage.id, credits: 2 });
  await logInDirectly(page, username);
  await page.setViewportSize({ width: 390, height: 844 });
  const expectNoOverflow = async (on: Page) =>
    expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await changeResponse(page, `/projects/${project.id}`, (original) => ({
    ...original,
    name: word,
  }));
  await changeResponse(page, "/projects?**", ({ content, ...others }) => ({
    ...others,
    content: (content as object[]).map((each) => ({ ...each, name: word })),
  }));
  await page.goto(`/marketplace/${project.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word);
  const similar = page.getByRole("region", { name: "Similar projects" });
  await expect(similar.getByRole("link").first()).toHaveText(word);
  await expectNoOverflow(page);
  await follow(page, `/marketplace/spot?q=${word}`);
  await expect(page.getByRole("rowheader", { name: word })).toBeVisible();
  await expectNoOverflow(page);
  await follow(page, "/cart/payment-details");
  await page.getByRole("button", { name: "Continue to review" }).click();
  await expect(page.getByRole("checkbox", { name: word })).toBeVisible();
  await expectNoOverflow(page);

  await api.put("/me/company/approval-rules", [{ kind: "AMOUNT", over: 0 }]);
  const { version } = await api.get("/me/cart");
  const { approval } = await (
    await api.post("/me/cart/checkout", {
      ...(await api.get("/me/company/details")),
      version,
    })
  ).json();
  await changeResponse(page, `/me/approvals/${approval.id}`, (original) => ({
    ...original,
    requester: { ...(original.requester as object), name: word },
  }));
  await follow(page, `/cart/requests/${approval.id}`);
  await expect(page.getByText(word).first()).toBeVisible();
  await expectNoOverflow(page);

  const operator = await (await browser.newContext()).newPage();
  await operator.setViewportSize({ width: 390, height: 844 });
  await logInDirectly(operator, "admin@demo.example");
  const { id } = await api.get("/me/company");
  await changeResponse(operator, `/management/companies/${id}`, (original) => ({
    ...original,
    name: word,
  }));
  await operator.goto(`/management/companies/${id}`);
  await expect(operator.getByRole("heading", { level: 1 })).toHaveText(word);
  await expectNoOverflow(operator);
});

test("Large sums, long names and the chosen tab stay within what is seen", async ({
  page,
  browser,
  request,
}) => {
  const sum = 12_345_678_901.23;
  const widthOf = (on: Page) => on.evaluate(() => document.documentElement.scrollWidth);
  await logInDirectly(page, await aBuyer(request));

  await test.step("A company's budgets scroll by themselves", async () => {
    const thisYear = new Date().getFullYear();
    const figures = { amount: sum, requested: sum, ordered: sum, paid: sum, left: -sum };
    const budgets = [thisYear - 1, thisYear, thisYear + 1].map((year) => ({
      costCentre: "Kostenstellenverantwortungsbereich",
      year,
      ...figures,
    }));
    await changeResponse(page, "/me/company", (original) => ({ ...original, budgets }));
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto("/user/settings/company");
    await expect(page.getByRole("table", { name: /^Budgets of/ })).toBeVisible();
    expect(await widthOf(page)).toBeLessThanOrEqual(768);
  });

  await test.step("Of a row of tabs that is wider than a phone the chosen one is seen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await follow(page, "/user/settings/support");
    const tab = page.getByRole("navigation", { name: "Account" }).getByRole("link");
    await expect(tab.filter({ hasText: "Support" })).toBeInViewport({ ratio: 1 });
    await follow(page, "/user/settings/details");
    await expect(tab.filter({ hasText: "Details" })).toBeInViewport({ ratio: 1 });
  });

  await test.step("The countries' prices are reached where they do not fit", async () => {
    await page.setViewportSize({ width: 320, height: 512 });
    await follow(page, "/marketplace/spot?view=map");
    const countries = page.getByRole("table");
    await expect(countries.getByRole("columnheader", { name: /^From/ })).toBeAttached();
    expect(
      await countries.evaluate((table) => getComputedStyle(table.parentElement!).overflowX),
    ).toBe("auto");
  });

  await test.step("Nothing is cut off or covered for operators", async () => {
    const operator = await (await browser.newContext()).newPage();
    await operator.setViewportSize({ width: 768, height: 900 });
    await logInDirectly(operator, "admin@demo.example");
    await changeResponse(operator, "/management/receivables?**", (original) => ({
      ...original,
      ageing: (original.ageing as object[]).map((each) => ({ ...each, amount: sum })),
    }));
    await operator.goto("/management/receivables");
    const amounts = operator.locator("dl b");
    await expect(amounts.first()).toHaveText("€12,345,678,901.23");
    const overflowing = await amounts.evaluateAll((all) =>
      all.filter((each) => {
        const { right } = each.closest("div")!.getBoundingClientRect();
        return each.getBoundingClientRect().right > right;
      }),
    );
    expect(overflowing).toEqual([]);

    await changeResponse(operator, "/management/dashboard/stock", (original) => ({
      ...original,
      rows: (original.rows as { projectType: object }[]).map((each) => ({
        ...each,
        projectType: { ...each.projectType, name: "Restoration of wetlands ".repeat(8) },
      })),
    }));
    await follow(operator, "/management/dashboard");
    const stock = operator.getByRole("group", { name: "Stock by type" });
    await expect(stock.getByRole("rowheader").first()).toContainText("wetlands");
    expect(await stock.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );

    const api = await apiOf(request, "admin@demo.example");
    const partner = `Consultants of the north ${Date.now()}`;
    expect((await api.post("/management/partners", { name: partner })).ok()).toBe(true);
    const tableOverflow = () =>
      operator
        .getByRole("table")
        .locator("..")
        .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    await operator.setViewportSize({ width: 1024, height: 900 });
    await follow(operator, "/management/projects?size=100");
    await expect(operator.getByRole("row")).toHaveCount(101);
    expect(await tableOverflow()).toBe(0);
    await operator.setViewportSize({ width: 390, height: 844 });
    await follow(operator, "/management/partners?sort=createdAt,desc");
    await expect(operator.getByRole("row", { name: partner })).toBeVisible();
    expect(await tableOverflow()).toBe(0);

    const payer = "Brennvik Logistics GmbH";
    const order = { orderId: 10, amount: 120, open: 120, companyName: payer, dueOn: null };
    const entry = { id: 7, payer, payerIban: "DE02120300000000202051", bookedOn: "2026-11-26" };
    const match = { amount: 162.08, orders: [order], status: "SUGGESTED", why: "NUMBER_OVER" };
    await changeResponse(operator, "/management/bank/entries?**", (original) => ({
      ...original,
      totalElements: 1,
      content: [{ ...entry, ...match, text: "", references: [], rest: 0, refunded: 0 }],
    }));
    await follow(operator, "/management/bank");
    const name = operator.getByRole("link", { name: payer });
    await expect(name).toBeVisible();
    expect((await name.boundingBox())!.height).toBeLessThan(30);
  });
});

/** Overrides parts of the product's answer to a call. */
async function changeResponse(
  page: Page,
  call: string,
  other: (original: Record<string, unknown>) => object,
): Promise<void> {
  await page.route(`**/api/v1${call}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: other(await response.json()) });
  });
}
