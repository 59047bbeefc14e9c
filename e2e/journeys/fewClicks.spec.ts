import type { APIRequestContext, Page } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { apiOf, details, expect, expectAccessible, fillDetails, password, test } from "./shop.ts";

/** Counts a user's interactions with a page: pointer presses, and fields typed into. */
async function countInteractions(page: Page) {
  let clicks = 0;
  const fields = new Set<string>();
  await page.exposeFunction("notePress", () => {
    clicks += 1;
  });
  await page.exposeFunction("noteField", (name: string) => {
    fields.add(name);
  });
  await page.addInitScript(() => {
    const notes = window as unknown as {
      notePress: () => void;
      noteField: (name: string) => void;
    };
    document.addEventListener("pointerdown", () => notes.notePress(), { capture: true });
    document.addEventListener(
      "input",
      ({ target }) => {
        const isTyped = target instanceof HTMLInputElement && target.type !== "checkbox";
        const label = isTyped && (target.labels?.[0]?.textContent ?? target.ariaLabel ?? "?");
        if (label) notes.noteField(`${location.pathname} ${label}`);
      },
      { capture: true },
    );
  });
  return {
    clicks: () => clicks,
    fields: () => fields.size,
    startAgain: () => {
      clicks = 0;
      fields.clear();
    },
  };
}

/** A project on the buyer's first page, with issued credits on sale. */
async function findVisibleCard(request: APIRequestContext, username: string) {
  const api = await apiOf(request, username);
  const { content } = await api.get("/projects?category=CREDIT_SALE&status=AVAILABLE&size=8");
  const projects: { name: string; vintages: Vintage[] }[] = await Promise.all(
    content.map(({ id }: { id: number }) => api.get(`/projects/${id}`)),
  );
  const found = projects.flatMap(({ name, vintages }) => {
    const issued = vintages.find((each) => each.creditType.id === "EX_POST" && each.price !== null);
    return issued && issued.availableCredits >= 100 ? [{ name, year: issued.year }] : [];
  });
  return found[0]!;
}

interface Vintage {
  year: number;
  price: number | null;
  availableCredits: number;
  creditType: { id: string };
}

async function placeOrder(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { level: 1, name: "Review and order" })).toBeVisible();
  await page.getByRole("checkbox", { name: /I accept the sales terms/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Place order · €/ }).click();
  const placedHeading = page.getByRole("heading", { name: /^Order \d+ is placed$/ });
  await expect(placedHeading).toBeVisible();
  return (await placedHeading.innerText()).match(/\d+/)![0];
}

test("A first order takes 8 clicks and 11 fields from the login, with its PO; the next one 6 clicks and none", async ({
  page,
  request,
}) => {
  const username = await aBuyer(request);
  const { name, year } = await findVisibleCard(request, username);
  const interactions = await countInteractions(page);

  await page.goto("/login");
  await page.getByLabel("Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name, exact: true }).first().click();
  await page.getByLabel(`Tonnes of vintage ${year}`).first().fill("25");
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await expect(page.getByText("25 t in your cart").first()).toBeVisible();
  await page.getByRole("link", { name: /Shopping cart 1 item/ }).click();
  await expect(page.getByText(/Held for you for (29|30) min/)).toBeVisible();
  await page.getByRole("button", { name: "Continue to invoice details" }).click();
  await fillDetails(page);
  await page.getByLabel(/^Purchase order/).fill("PO-4711");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue to review" }).click();
  const first = await placeOrder(page);
  expect(interactions.clicks()).toBe(8);
  expect(interactions.fields()).toBe(11);

  const operator = await apiOf(request, "admin@demo.example");
  await test.step("The order is read, and asked about", async () => {
    await expect(page).toHaveTitle(`Order ${first} is placed · Tonneline`);
    await page.getByRole("link", { name: "View order" }).click();
    await expect(page).toHaveURL(new RegExp(`/user/settings/orders/${first}$`));
    await expect(page.getByText("Awaiting approval").first()).toBeVisible();
    await expect(page.getByText(details["Company name"])).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Ask about this order" }).click();
    await expect(page.locator('[aria-busy="false"] > iframe')).toBeVisible();
    const form = page.frameLocator('iframe[title="Contact form"]');
    await expect(form.getByLabel("Topic")).toHaveValue(`Order ${first}`);
    await form.getByLabel("Message").fill("Our purchase number has to be on the invoice.");
    await form.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("dialog", { name: "Ask about this order" })).toBeHidden();
    const supportRequests = await operator.get("/management/support-requests?q=purchase%20number");
    expect(supportRequests.content[0]).toMatchObject({
      topic: `Order ${first}`,
      orderId: Number(first),
    });
    const main = page.getByRole("navigation", { name: "Main" });
    await main.getByRole("link", { name: "Shopping cart" }).click();
    await expect(page.getByText("Your cart is empty")).toBeVisible();
  });
  expect((await operator.post(`/management/orders/${first}/approve`, {})).ok()).toBe(true);
  const paidAt = new Date().toISOString();
  expect((await operator.post(`/management/orders/${first}/pay`, { paidAt })).ok()).toBe(true);

  interactions.startAgain();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Portfolio" })
    .click();
  await page.getByRole("button", { name: new RegExp(`^Buy 25.t of ${escape(name)}`) }).click();
  await page.getByRole("button", { name: "Continue to invoice details" }).click();
  await page.getByRole("button", { name: "Continue to review" }).click();
  const second = await placeOrder(page);
  expect(interactions.clicks()).toBe(6);
  expect(interactions.fields()).toBe(0);
  expect(await operator.get(`/management/orders/${second}`)).toMatchObject({
    status: "AWAITING_APPROVAL",
    totalCredits: 25,
  });
});

const escape = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
