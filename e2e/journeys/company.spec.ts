import type { APIRequestContext } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { aBuyer, unusedEmail } from "./people.ts";
import {
  apiOf,
  aProjectOnSale,
  logInDirectly,
  expect,
  expectResponsive,
  fillDetails,
  password,
  test,
} from "./shop.ts";

/** Accepts an invitation with the link from its mail, without the page. */
async function acceptInvitation(request: APIRequestContext, email: string): Promise<void> {
  const token = new URL(await mailedLink(email, "/invitation")).searchParams.get("token");
  const data = { token, password, firstName: "Jonas", lastName: "Petersen" };
  const response = await request.post("/api/v1/auth/invitations/accept", { data });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Requests another order with the details of the company's last one. */
async function requestOrder(request: APIRequestContext, who: string, vintageId: number) {
  const api = await apiOf(request, who);
  const cart = await (await api.post("/me/cart/vintages", { vintageId, credits: 7 })).json();
  const { version: _, ...details } = await api.get("/me/company/details");
  const response = await api.post("/me/cart/checkout", { ...details, version: cart.version });
  expect(response.status(), await response.text()).toBe(202);
  return ((await response.json()) as { approval: { id: number } }).approval.id;
}

test("Colleagues are invited, an order over the rule waits, and is decided on a phone", async ({
  page,
  request,
}) => {
  const { vintage } = await aProjectOnSale(request, 14);
  const [owner, buyer, approver] = [await aBuyer(request), unusedEmail(), unusedEmail()];

  await test.step("the owner invites a buyer and an approver, and sets a rule", async () => {
    await logInDirectly(page, owner);
    await page.goto("/user/settings/company");
    const invite = page.getByRole("region", { name: "Invite a member" });
    for (const [email, role] of [
      [buyer, "Buyer"],
      [approver, "Approver"],
    ] as const) {
      await invite.getByLabel("Email").fill(email);
      await invite.getByLabel("Role").selectOption(role);
      await invite.getByRole("button", { name: "Send invitation" }).click();
      await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
    }
    const rules = page.getByRole("region", { name: "Approval rules" });
    await rules.getByRole("button", { name: "Add a rule" }).click();
    await rules.getByLabel("Euros, net").fill("1");
    await rules.getByRole("button", { name: "Save rules" }).click();
    await expect(page.getByText("The rules are saved.")).toBeVisible();
    await expectResponsive(page);
  });

  await test.step("the buyer joins by the link of the mail, once", async () => {
    await page.evaluate(() => localStorage.clear());
    const link = await mailedLink(buyer, "/invitation");
    await page.goto(link);
    await expect(page.getByRole("heading", { name: /^Join / })).toBeVisible();
    await expectResponsive(page);
    await page.getByLabel("First name").fill("Elif");
    await page.getByLabel("Last name").fill("Aydin");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Join the company" }).click();
    await expect(page.getByRole("heading", { name: /^You have joined / })).toBeVisible();
    await page.goto(link);
    await expect(page.getByText("This invitation no longer works")).toBeVisible();
    await acceptInvitation(request, approver);
  });

  await test.step("the buyer's order over the rule becomes a request", async () => {
    const api = await apiOf(request, buyer);
    await api.post("/me/cart/vintages", { vintageId: vintage.id, credits: 5 });
    await logInDirectly(page, buyer);
    await page.goto("/cart/payment-details");
    await fillDetails(page);
    await page.getByRole("button", { name: "Continue to review" }).click();
    await page.getByRole("checkbox", { name: /I accept the sales terms/ }).check();
    await expect(page.getByText(/Jonas Petersen decides\./)).toBeVisible();
    await page.getByRole("button", { name: /^Ask for approval · €/ }).click();
    await expect(page.getByRole("heading", { name: /^Request \d+$/ })).toBeVisible();
    await expect(page.getByText(/^All 5.t are held until/)).toBeVisible();
    await expect(page.getByText(/^Waiting for .*Jonas Petersen/)).toBeVisible();
    await expectResponsive(page);
  });
  const [first, body] = [Number(page.url().split("/").at(-1)), page.viewportSize()!];

  const api = await apiOf(request, owner);
  const { invoiceAddress } = (await api.get(`/me/approvals/${first}`)).details;
  const saved = await api.post("/me/company/details", {
    companyName: "Brennvik Logistics GmbH",
    invoiceAddress,
    invoiceEmail: "accounts@brennvik.example",
    vatNumber: "DE123456789",
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const second = await requestOrder(request, buyer, vintage.id);

  await test.step("the approver decides on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await logInDirectly(page, approver);
    await page.goto("/marketplace/spot");
    await page.getByRole("link", { name: /Shopping cart.*2 requests waiting for you/ }).click();
    await page.getByRole("link", { name: /^Waiting for you/ }).click();
    await page.getByRole("link", { name: `Request ${first}` }).click();
    await page.getByRole("button", { name: /^Approve €/ }).click();
    await expect(page.getByText(/^Order \d+ is placed$/)).toBeVisible();

    await page.goto("/cart/requests?waiting=me");
    await page.getByRole("link", { name: `Request ${second}` }).click();
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByLabel("Reason")).toBeFocused();
    await page.getByLabel("Reason").fill("One order a month is enough.");
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByText("Jonas Petersen refused it")).toBeVisible();
    await expectResponsive(page);
    await page.goto("/cart/requests");
    await expect(page.getByRole("link", { name: `Request ${second}` })).toBeVisible();
    await expectResponsive(page);
    await page.setViewportSize(body);
  });

  await test.step("the buyer reads why, and has the lines in the cart again", async () => {
    await logInDirectly(page, buyer);
    await page.goto(`/cart/requests/${second}`);
    await expect(page.getByText("One order a month is enough.")).toBeVisible();
    await page.getByRole("button", { name: "Put the items in the cart again" }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByLabel(/^Tonnes of/)).toHaveValue("7");
  });
});
