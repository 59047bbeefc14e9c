import type { BrowserContext, Page } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { expect, logIn, logOut, password, test } from "./shop.ts";

/** Counts how often any page of the browser exchanges its refresh token from now on. */
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
  // One clock for both tabs: fast-forwarded in each, it would pass the new token's expiry, too.
  await context.clock.install();
  await logIn(page, username);
  const other = await context.newPage();
  await other.goto("/portfolio");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
  const before = await tokensOf(page);

  const refreshes = refreshesOf(context);
  const sixteenMinutes = 16 * 60_000;
  await context.clock.fastForward(sixteenMinutes);
  await Promise.all([
    goTo(page, /Shopping cart/, "Shopping cart"),
    goTo(other, "Marketplace", "Spot credits"),
  ]);
  // A page may show its heading before its requests, and the refresh with them, are answered.
  await expect.poll(async () => (await tokensOf(other)).authToken).not.toBe(before.authToken);
  const after = await tokensOf(other);
  expect(refreshes()).toBe(1);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(await tokensOf(page)).toEqual(after);
});

test("A clock that is a day fast keeps nobody out; a 401 logs out with the login page loaded afresh", async ({
  page,
  context,
  request,
}) => {
  const username = await aBuyer(request);
  await page.clock.install({ time: Date.now() + 86_400_000 });
  const refreshes = refreshesOf(context);
  await logIn(page, username);
  await goTo(page, /Shopping cart/, "Shopping cart");
  await goTo(page, "Marketplace", "Spot credits");
  expect(refreshes()).toBe(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
  expect(refreshes()).toBe(1);

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.route("**/me/portfolio/**", (route) =>
    route.fulfill({ status: 401, contentType: "application/problem+json", body: "{}" }),
  );
  await page.getByRole("link", { name: "Portfolio" }).first().click();
  await expect(page).toHaveURL(/\/login\?ended=true&next=/);
  await expect(page.getByText("You were logged out. Log in to continue.")).toBeVisible();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(false);
  expect((await tokensOf(page)).refreshToken).toBeNull();
});

test("A session survives a reload; who logs in or out in one tab does so in every tab", async ({
  page,
  context,
  request,
}) => {
  const [first, second] = [await aBuyer(request), await aBuyer(request)];
  // The target after the login is another site and is ignored.
  await page.goto("/login?next=//evil.example/");
  await page.getByLabel("Email").fill(first);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/marketplace\/spot$/);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Spot credits" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/cart");
  await expect(other.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();
  const reloaded = other.waitForEvent("load");
  await page.evaluate(
    async ([username, password]) => {
      const response = await fetch("/api/v1/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password }),
      });
      const state = { ...((await response.json()) as object), serverAheadMs: 0 };
      localStorage.setItem("auth-storage", JSON.stringify({ state, version: 0 }));
    },
    [second, password] as const,
  );
  await reloaded;
  await expect(other.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();
  const payload = (await tokensOf(other)).authToken!.split(".")[1]!;
  expect(Buffer.from(payload, "base64url").toString()).toContain(second);

  await logOut(other);
  await expect(page).toHaveURL(/\/login/);
});
