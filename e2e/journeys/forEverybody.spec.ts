import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { test } from "./product.ts";
import {
  apiOf,
  aProjectOnSale,
  aProjectWithReport,
  logInDirectly,
  expect,
  expectAccessible,
  fillDetails,
} from "./shop.ts";

const admin = "admin@demo.example";
const flag = "/management/flags/new_cart_api";

// One flag for everybody, on a separate product whose start takes as much CPU time as four journeys: the tests take
// turns. A page follows a switch with its next poll, at most 10 s later.
test.describe.configure({ mode: "serial" });

// The demonstration has it on for everybody.
async function setFlag(request: APIRequestContext, enabled: boolean): Promise<void> {
  const api = await apiOf(request, admin);
  const { version } = await api.get(flag);
  await api.patch(flag, { version, enabled, value: null });
}
test.beforeEach(({ request }) => setFlag(request, false));
test.afterEach(({ request }) => setFlag(request, true));

const video = "dQw4w9WgXcQ";

/** Replaces the external sites. */
async function stubExternalSites(page: Page): Promise<void> {
  const body = "<!doctype html><title>Player</title><p>Film of elsewhere</p>";
  await page.route(/^https:\/\//, (route) => route.fulfill({ contentType: "text/html", body }));
}

async function openOperator(browser: Browser): Promise<Page> {
  const operator = await (await browser.newContext()).newPage();
  await logInDirectly(operator, admin);
  await operator.goto("/management/flags");
  await expect(operator.getByRole("heading", { level: 1, name: "Feature flags" })).toBeVisible();
  return operator;
}

async function switchTo(operator: Page, state: "on" | "off"): Promise<void> {
  await operator.getByRole("switch", { name: "new_cart_api for everybody" }).click();
  await operator.getByRole("button", { name: `Switch ${state} for everybody` }).click();
  const expectedText = state === "on" ? "On for everybody" : "Off for everybody";
  await expect(operator.getByText(expectedText, { exact: true })).toBeVisible();
}

/** Waits until the page has requested its cart again, from the new API or the legacy one. */
const waitForCart = (page: Page, which: RegExp) =>
  page.waitForResponse((response) => which.test(new URL(response.url()).pathname));
const newCartPath = /\/me\/cart$/;
const legacyCartPath = /\/me\/cart\/deprecated$/;

test("A buyer shops on while an operator switches the new cart on and off", async ({
  page,
  browser,
  request,
  product,
}) => {
  const username = await aBuyer(request, product.folder);
  const { path, report, year } = await aProjectWithReport(request, 3);
  const operator = await openOperator(browser);

  await logInDirectly(page, username);
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Ask for this report" })).toBeVisible();
  await page.getByLabel(`Tonnes of vintage ${year}`).first().fill("20");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByText("20 t in your cart").first()).toBeVisible();
  await page.goto("/cart/payment-details");
  const company = page.getByLabel("Company name");
  await company.fill("Half a comp");

  const newCartResponse = waitForCart(page, newCartPath);
  await switchTo(operator, "on");
  await newCartResponse;
  await expect(company).toHaveValue("Half a comp");
  await expect(company).toBeFocused();
  await expect(page.getByText(new RegExp(`${year} · Issued · 20.t ×`))).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: `Add to cart: report ${report}` }).click();
  await expect(page.getByText("The report is in your cart")).toBeVisible();
  await page.getByRole("link", { name: /Shopping cart 2 items/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shopping cart" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Due-diligence report" })).toContainText(report);
  await page.getByLabel(/Tonnes of vintage/).fill("25");

  // Even what was typed just before the switch is not lost.
  const legacyCartResponse = waitForCart(page, legacyCartPath);
  await switchTo(operator, "off");
  await legacyCartResponse;
  await expect(page.getByLabel(/Tonnes of vintage/)).toHaveValue("25");
  await expect(page.getByText(report)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Continue to invoice details" }).click();
  await expect(company).toHaveValue("Half a comp");
  await fillDetails(page);
  await page.getByRole("button", { name: "Continue to review" }).click();
  const accept = page.getByRole("checkbox", { name: /I accept the sales terms/ });
  await accept.check();
  const order = page.getByRole("button", { name: /^Place order · €/ });
  const total = await order.innerText();

  const newCartAgain = waitForCart(page, newCartPath);
  await switchTo(operator, "on");
  await newCartAgain;
  await expect(accept).toBeChecked();
  await expect(order).toHaveText(total);
  await order.click();
  await expect(page.getByRole("heading", { name: /^Order \d+ is placed$/ })).toBeVisible();
  await page.getByRole("link", { name: "View order" }).click();
  await expect(page.getByRole("rowheader", { name: report })).toBeVisible();
});

test("An operator gives the new cart to one buyer only", async ({
  page,
  browser,
  request,
  product,
}) => {
  const [early, late] = [
    await aBuyer(request, product.folder),
    await aBuyer(request, product.folder),
  ];
  const { path, report } = await aProjectWithReport(request, 4);
  const operator = await openOperator(browser);
  const other = await (await browser.newContext()).newPage();
  for (const [one, username] of [
    [page, early],
    [other, late],
  ] as const) {
    await logInDirectly(one, username);
    await one.goto(path);
    await expect(one.getByRole("button", { name: "Ask for this report" })).toBeVisible();
  }

  await operator.getByRole("button", { name: "Add a person" }).click();
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText("Invalid email address")).toBeVisible();
  await operator.getByLabel("Email").fill(early);
  await expectAccessible(operator);
  await operator.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByRole("listitem").filter({ hasText: early })).toContainText("On");

  const add = { name: `Add to cart: report ${report}` };
  const otherFlagsResponse = other.waitForResponse(/\/flags-api\/v1\/identities\/$/);
  await expect(page.getByRole("button", add)).toBeVisible();
  await otherFlagsResponse;
  await expect(other.getByRole("button", { name: "Ask for this report" })).toBeVisible();
  await expect(other.getByRole("button", add)).toBeHidden();

  await operator.getByRole("button", { name: "Edit new_cart_api" }).click();
  const dialog = operator.getByRole("dialog", { name: "Edit new_cart_api" });
  const description = dialog.getByLabel("Description");
  const described = await description.inputValue();
  await description.fill("No");
  await dialog.getByLabel("Value").fill("first buyers");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(description).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(operator);
  await description.fill(described);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(operator.getByText("Value first buyers")).toBeVisible();

  await operator.getByRole("button", { name: `Remove ${early}` }).click();
  await expect(
    operator.getByText(`${early} gets new_cart_api like everybody else: off.`),
  ).toBeVisible();
  await operator.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(operator.getByText("None. Everybody has the state above.")).toBeVisible();
  await expectAccessible(operator);
  await expect(page.getByRole("button", { name: "Ask for this report" })).toBeVisible();
});

test("A video plays in the page while its site is in the settings, and is a link afterwards", async ({
  page,
}) => {
  const api = await apiOf(page.request, admin);
  const { id } = await aProjectOnSale(page.request, 0);
  const { version } = await api.get(`/management/projects/${id}`);
  await api.patch(`/management/projects/${id}`, { version, youtubeVideos: [video] });
  await stubExternalSites(page);
  await logInDirectly(page, admin);
  await page.goto(`/marketplace/${id}`);
  await page.getByRole("button", { name: "Play video" }).click();
  const frame = page.frameLocator(`iframe[src*="www.youtube-nocookie.com/embed/${video}"]`);
  await expect(frame.getByText("Film of elsewhere")).toBeVisible();

  await page.goto("/management/settings");
  const section = page.getByRole("region", { name: "Embedded pages" });
  const hosts = section.getByLabel("Site names, one per line");
  await expect(hosts).toHaveValue("www.youtube-nocookie.com\nwww.openstreetmap.org");
  await hosts.fill("https://www.youtube-nocookie.com");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText(/^Enter names of public sites/).first()).toBeVisible();
  await hosts.fill("www.openstreetmap.org");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Embedded pages: saved.")).toBeVisible();

  await page.goto(`/marketplace/${id}`);
  const link = page.getByRole("link", { name: /^Open at www\.youtube\.com/ });
  await expect(link).toHaveAttribute("href", `https://www.youtube.com/watch?v=${video}`);
  await expect(page.getByRole("button", { name: "Play video" })).toBeHidden();
});
