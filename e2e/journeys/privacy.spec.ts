import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { pageTexts } from "../../api/test/pdf.ts";
import { aBuyer } from "./people.ts";
import { apiOf, expect, logInDirectly, stableReports, password, test } from "./shop.ts";

const operator = "admin@demo.example";
const name = "Ilse Varendonk";
const companyName = "Brennvik Logistics GmbH";

/** A separate buyer with a paid order of a report, so that nothing prevents erasing the account. */
async function aCustomer(request: APIRequestContext) {
  const username = await aBuyer(request);
  const [buyerApi, operatorApi] = [await apiOf(request, username), await apiOf(request, operator)];
  const [report] = await stableReports(buyerApi);
  await buyerApi.post("/me/cart/reports", { reportId: report.id });
  const { version } = await buyerApi.get("/me/cart");
  const checkoutResponse = await buyerApi.post("/me/cart/checkout", {
    version,
    companyName,
    invoiceEmail: "accounts@brennvik.example",
    vatNumber: "DE123456789",
    invoiceAddress: {
      street: "Hafenkontor 14",
      postalCode: "20457",
      city: "Hamburg",
      province: "Hamburg",
      countryCode: "DE",
    },
  });
  expect(checkoutResponse.ok(), await checkoutResponse.text()).toBe(true);
  const { id: orderId } = (await checkoutResponse.json()) as { id: number };
  await operatorApi.post(`/management/orders/${orderId}/approve`, {});
  const paidAt = new Date().toISOString();
  const paid = await operatorApi.post(`/management/orders/${orderId}/pay`, { paidAt });
  expect(paid.ok(), await paid.text()).toBe(true);
  return { username, orderId };
}

async function downloadBytes(page: Page, button: string | RegExp): Promise<Buffer> {
  const link = page.getByRole("button", { name: button });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return await readFile(await download.path());
}

async function expectLoginRefused(page: Page, username: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByText(/username or password you have entered is invalid/)).toBeVisible();
}

/** Expects that operators still see the order's company and invoice, but no person. */
async function expectRecordWithoutPerson(page: Page, orderId: number, username: string) {
  await page.goto(`/management/orders?open=${orderId}`);
  const drawer = page.getByRole("dialog", { name: `Order ${orderId}` });
  await expect(drawer).toContainText(companyName);
  await expect(drawer).toContainText(/erased-\d+@erased\.invalid/);
  await expect(drawer).not.toContainText(name);
  await expect(drawer).not.toContainText(username);
  const invoice = (await pageTexts(await downloadBytes(page, /^Invoice \d{4}-\d{6}$/))).join(" ");
  expect(invoice).toContain(companyName);
  expect(invoice).not.toContain(name);
  expect(invoice).not.toContain(username);
}

test("A buyer takes their data along and erases the account, its order and invoice stay; an operator erases another", async ({
  page,
  request,
}) => {
  const { username, orderId } = await aCustomer(request);
  await logInDirectly(page, username);
  await page.goto("/user/settings/details");
  const data = JSON.parse((await downloadBytes(page, "Download your data")).toString());
  expect(data.account).toMatchObject({ username, firstName: "Ilse", lastName: "Varendonk" });
  expect(data.orders).toMatchObject([{ id: orderId, status: "PAID", companyName }]);

  await page.getByRole("button", { name: "Erase your account" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase your account" });
  const confirm = dialog.getByRole("button", { name: "Erase your account" });
  await expect(dialog).toContainText("1 order");
  await expect(dialog).toContainText("1 invoice or credit note");
  await dialog.getByLabel("Your password").fill("not my password");
  await confirm.click();
  await expect(dialog).toContainText("This is not your password");
  await dialog.getByLabel("Your password").fill(password);
  await confirm.click();
  const done = page.getByRole("dialog", { name: "Your account is erased." });
  await done.getByRole("button", { name: "Close" }).last().click();
  await expect(page).toHaveURL(/\/login$/);
  await expectLoginRefused(page, username);

  await logInDirectly(page, operator);
  await expectRecordWithoutPerson(page, orderId, username);

  // This account leaves nothing behind either; the record of orders is unchanged.
  const another = await aBuyer(request);
  await page.goto(`/management/users?tab=all&q=${encodeURIComponent(another)}`);
  // The company has the same name.
  await page.getByRole("link", { name }).first().click();
  const drawer = page.getByRole("dialog", { name });
  await drawer.getByRole("button", { name: "Erase this account" }).click();
  const confirmDialog = page.getByRole("dialog", { name: "Erase this account" });
  const erase = confirmDialog.getByRole("button", { name: "Erase this account" });
  await confirmDialog.getByLabel("Email of the account, to confirm").fill("somebody@else.example");
  await erase.click();
  await expect(confirmDialog).toContainText("This is not the email of the account.");
  await confirmDialog.getByLabel("Email of the account, to confirm").fill(another);
  await erase.click();
  await expect(page.getByText("The account is erased.")).toBeVisible();
});
