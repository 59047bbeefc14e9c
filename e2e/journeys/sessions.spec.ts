import { test as bare, type BrowserContext, type Page } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { expect, logIn, password, test } from "./shop.ts";

/** How often any page of the browser exchanges its refresh token from now on. */
function refreshesOf(context: BrowserContext): () => number {
  let count = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh")) count++;
  });
  return () => count;
}
const goTo = async (page: Page, name: RegExp | string, title: string) => {
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
};
const tokensOf = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem("auth-storage")!) as { state: Record<string, string> })
        .state,
  );

test("Two tabs whose access token runs out refresh it once for all their calls", async ({
  page,
  context,
  request,
}) => {
  const username = await aBuyer(request);
  await page.clock.install();
  await logIn(page, username);
  const other = await context.newPage();
  await other.clock.install();
  await other.goto("/portfolio");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
  const before = await tokensOf(page);

  const refreshes = refreshesOf(context);
  const sixteenMinutes = 16 * 60_000;
  await Promise.all([page, other].map((tab) => tab.clock.fastForward(sixteenMinutes)));
  await Promise.all([
    goTo(page, /Shopping cart/, "Shopping cart"),
    goTo(other, "Marketplace", "Spot credits"),
  ]);
  const after = await tokensOf(other);
  expect(refreshes()).toBe(1);
  expect(after.authToken).not.toBe(before.authToken);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(await tokensOf(page)).toEqual(after);
});

for (const [how, byMs] of [
  ["an hour slow", -3_600_000],
  ["a day fast", 86_400_000],
] as const) {
  test(`A clock that is ${how} keeps nobody out and refreshes nothing`, async ({
    page,
    context,
    request,
  }) => {
    const username = await aBuyer(request);
    await page.clock.install({ time: Date.now() + byMs });
    const refreshes = refreshesOf(context);
    await logIn(page, username);
    await goTo(page, /Shopping cart/, "Shopping cart");
    await goTo(page, "Marketplace", "Spot credits");
    expect(refreshes()).toBe(0);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
    expect(refreshes()).toBe(1);
  });
}

test("Somebody else who logs in takes every tab over", async ({ page, context, request }) => {
  const [first, second] = [await aBuyer(request), await aBuyer(request)];
  await logIn(page, first);
  const other = await context.newPage();
  await other.goto("/cart");
  await expect(other.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();
  const reloaded = other.waitForEvent("load");
  await page.evaluate(
    async ([username, password]) => {
      const answer = await fetch("/api/v1/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password }),
      });
      const state = { ...((await answer.json()) as object), serverAheadMs: 0 };
      localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
    },
    [second, password] as const,
  );
  await reloaded;
  await expect(other.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();
  const payload = (await tokensOf(other)).authToken!.split(".")[1]!;
  expect(Buffer.from(payload, "base64url").toString()).toContain(second);
});

test("A 401 on any call logs out with the login page loaded afresh", async ({ page, request }) => {
  await logIn(page, await aBuyer(request));
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.route("**/me/portfolio/**", (route) =>
    route.fulfill({ status: 401, contentType: "application/problem+json", body: "{}" }),
  );
  await page.getByRole("link", { name: "Portfolio" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(false);
  expect((await tokensOf(page)).refreshToken).toBeNull();
});

// Without the watch over the console: this one writes to it.
bare("A token that cannot be decoded is logged, and logs the user out", async ({ page }) => {
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") logged.push(message.text());
  });
  await page.goto("/login");
  await page.evaluate(() => {
    const state = { authToken: "not.a.token", refreshToken: "x", serverAheadMs: 0 };
    localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
  });
  await page.goto("/cart");
  await expect(page).toHaveURL(/\/login\?next=%2Fcart$/);
  expect(logged.join()).toContain("Invalid JWT token");
});
