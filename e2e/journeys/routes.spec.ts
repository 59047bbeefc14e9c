import type { Page } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { apiOf, aProjectOnSale, expect, logInDirectly, follow, test } from "./shop.ts";

const farFuture = 9_999_999_999_999;

const companyDetails = {
  companyName: "Brennvik Logistics GmbH",
  vatNumber: "DE123456789",
  invoiceEmail: "accounts@brennvik.example",
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    city: "Hamburg",
    province: "Hamburg",
    countryCode: "DE",
  },
};

/** Where an address leads, and the title of the browser tab there. */
type Row = [address: string, leadsTo: string, title: string];

const forEverybody: Row[] = [
  ["/error", "/error", "Error"],
  ["/login", "/login", "Log in"],
  ["/registration", "/registration", "Create an account"],
  ["/registration/success", "/registration/success", "Check your email"],
  ["/registration/verify", "/error", "Error"],
  ["/registration/verify?token=no-such-token", "/registration/verify/expired", "Link expired"],
  ["/registration/verify/expired", "/registration/verify/expired", "Link expired"],
  ["/password-reminder", "/password-reminder", "Forgot your password?"],
  ["/password-reminder/success", "/password-reminder/success", "Check your email"],
  [`/password-reset?expireAt=${farFuture}`, "/error", "Error"],
  ["/password-reset?token=t", "/password-reset/expired", "Link expired"],
  ["/password-reset?token=t&expireAt=soon", "/password-reset/expired", "Link expired"],
  ["/password-reset?token=t&expireAt=1", "/password-reset/expired", "Link expired"],
  [
    `/password-reset?token=t&expireAt=${farFuture}`,
    `/password-reset?token=t&expireAt=${farFuture}`,
    "Choose a new password",
  ],
  ["/password-reset/success", "/password-reset/success", "Password changed"],
  ["/password-reset/expired", "/password-reset/expired", "Link expired"],
  ["/book-demo", "/book-demo", "Book a demo"],
];

const forBuyers: Row[] = [
  ["/no/such/page", "/no/such/page", "Error"],
  ["/cart/no-such-step", "/cart/no-such-step", "Error"],
  ["/management/no-such-page", "/management/no-such-page", "Error"],
  ["/", "/marketplace/spot", "Spot credits"],
  ["/marketplace", "/marketplace/spot", "Spot credits"],
  ["/marketplace/spot", "/marketplace/spot", "Spot credits"],
  ["/marketplace/financing", "/marketplace/financing", "Financing"],
  ["/marketplace/sponsoring", "/marketplace/sponsoring", "Sponsoring"],
  ["/cart", "/cart", "Shopping cart"],
  ["/cart/payment-details", "/cart/payment-details", "Invoice details"],
  ["/cart/checkout", "/cart/checkout", "Review and order"],
  ["/user/settings", "/user/settings/details", "Your details"],
  ["/user/settings/orders", "/user/settings/orders", "Orders"],
  ["/user/settings/retirements", "/user/settings/retirements", "Retirements"],
  ["/portfolio", "/portfolio", "Portfolio"],
  ["/book-demo", "/marketplace/spot", "Spot credits"],
  ["/management", "/marketplace/spot", "Spot credits"],
  ["/management/orders", "/marketplace/spot", "Spot credits"],
];

/** Read from the page itself: the browser reports it a moment later. */
const currentUrl = async (page: Page) => new URL(await page.evaluate(() => window.location.href));

async function expectRow(page: Page, [address, leadsTo, title]: Row) {
  await follow(page, address);
  const currentPath = async () => {
    const { pathname, search } = await currentUrl(page);
    return pathname + search;
  };
  await expect.poll(currentPath, { message: address }).toBe(leadsTo);
  await expect(page).toHaveTitle(new RegExp(`^${title.replace("?", "\\?")} · `));
}
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("Every address for everybody leads where it should, on the blank layout; every other to the login", async ({
  page,
}) => {
  for (const row of forEverybody) {
    await expectRow(page, row);
    await expect(page.getByRole("heading", { level: 1 }), row[0]).toBeVisible();
    await expect(navigation(page), row[0]).toHaveCount(0);
  }
  // The error page shows the message passed by the redirect.
  await page.goto("/error");
  await expect(page.getByText("Something went wrong. Please try again later.")).toBeVisible();
  await follow(page, "/password-reset");
  await expect(page.getByText("Invalid password reset link")).toBeVisible();

  const addresses = forBuyers.map(([address]) => address).filter((each) => each !== "/book-demo");
  for (const address of [
    ...addresses,
    "/marketplace/5?from=x#documents",
    "/management/orders?q=x",
  ]) {
    await follow(page, address);
    await expect
      .poll(async () => (await currentUrl(page)).pathname, { message: address })
      .toBe("/login");
    const next = (await currentUrl(page)).searchParams.get("next");
    // For redirects, the page they lead to is opened after the login.
    expect([
      address,
      ...forBuyers.filter((row) => row[0] === address).map((row) => row[1]),
    ]).toContain(next);
  }
});

test("Every address for buyers leads where it should, on the default layout", async ({
  page,
  request,
}) => {
  const username = await aBuyer(request);
  await logInDirectly(page, username);
  // With an empty cart its later steps redirect to it.
  await expectRow(page, ["/cart/checkout", "/cart", "Shopping cart"]);
  const { vintage } = await aProjectOnSale(request, 25);
  const api = await apiOf(request, username);
  await api.post("/me/cart/vintages", { vintageId: vintage.id, credits: 1 });
  await api.post("/me/company/details", companyDetails);
  // The page does not notice additions made through the API.
  await page.reload();
  for (const row of forBuyers) {
    await expectRow(page, row);
    await expect(navigation(page), row[0]).toBeVisible();
  }
  // Projects on the page may have this word in their names.
  await expect(page.getByRole("link", { name: "Management", exact: true })).toHaveCount(0);
  await page.goto("/marketplace/spot");
  const project = page.getByRole("article").first();
  const name = await project.getByRole("heading").innerText();
  await project.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/marketplace\/\d+$/);
  await expect(page).toHaveTitle(`${name} · Tonneline`);
  for (const [missing, message] of [
    ["/nothing/here", "This page does not exist."],
    ["/marketplace/2147483647", "This project does not exist or is no longer listed."],
    ["/marketplace/no-number", "This project does not exist or is no longer listed."],
    ["/user/settings/orders/2147483647", "There is no order with this number in your company."],
  ] as const) {
    await follow(page, missing);
    await expect(page.getByRole("heading", { name: message }), missing).toBeVisible();
  }

  await test.step("An app that cannot be loaded says so, and is loaded again", async () => {
    const app = /\/assets\/every-[\w-]+\.js$/;
    await page.route(app, (route) => route.abort());
    await page.goto("/portfolio");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "The marketplace could not be loaded",
    );
    await page.unroute(app);
    await page.getByRole("link", { name: "load the page again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Portfolio" })).toBeVisible();
  });

  await test.step("An empty frame waits for the app, and then until it is known who is here", async () => {
    const delayRequests = async (url: string | RegExp) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(url, async (route) => {
        await released;
        await route.continue();
      });
      return release;
    };
    const load = await delayRequests(/\/assets\/every-[\w-]+\.js$/);
    const answer = await delayRequests("**/auth/refresh");
    const refreshRequest = page.waitForRequest("**/auth/refresh");
    await page.goto("/portfolio", { waitUntil: "commit" });
    const waiting = page.getByRole("status", { name: "Loading" });
    await expect(waiting).toBeVisible();
    load();
    await refreshRequest;
    await expect(waiting).toBeVisible();
    await expect(waiting).toHaveText("");
    await expect(page.getByRole("navigation")).toHaveCount(0);
    answer();
    await expect(page.getByRole("heading", { level: 1, name: "Portfolio" })).toBeVisible();
  });
});
