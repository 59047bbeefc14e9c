import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { mailedLink } from "./inbox.ts";
import { aBuyer, unusedEmail } from "./people.ts";
import {
  apiOf,
  aProjectOnSale,
  logInDirectly,
  expect,
  expectResponsive,
  password,
  test,
} from "./shop.ts";

const accounts = "accounts@brennvik.example";
const details = {
  companyName: "Brennvik Logistics GmbH",
  vatNumber: "DE123456789",
  invoiceEmail: accounts,
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    province: "Hamburg",
    city: "Hamburg",
    countryCode: "DE",
  },
};

/** A colleague who does the company's bookkeeping, and an invoice of the company. */
async function anAccountant(request: APIRequestContext) {
  const owner = await apiOf(request, await aBuyer(request));
  const operator = await apiOf(request, "admin@demo.example");
  const username = unusedEmail();
  await owner.post("/me/company/invitations", { email: username, role: "ACCOUNTANT" });
  const token = new URL(await mailedLink(username, "/invitation")).searchParams.get("token");
  const data = { token, password, firstName: "Maren", lastName: "Lindqvist" };
  const joined = await request.post("/api/v1/auth/invitations/accept", { data });
  expect(joined.ok(), await joined.text()).toBe(true);
  const { vintage } = await aProjectOnSale(request, 26);
  const set = await owner.post("/me/cart/vintages", { vintageId: vintage.id, credits: 2 });
  const { version } = (await set.json()) as { version: number };
  const checkoutResponse = await owner.post("/me/cart/checkout", { ...details, version });
  const { id } = (await checkoutResponse.json()) as { id: number };
  const approved = await operator.post(`/management/orders/${id}/approve`, {});
  const { invoiceNumber } = (await approved.json()) as { invoiceNumber: string };
  return { username, invoiceNumber };
}

async function downloadBytes(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFile(await download.path());
}

test("An accountant sees what is open, and takes the statement and the quarter along", async ({
  page,
  request,
}) => {
  const { username, invoiceNumber } = await anAccountant(request);
  await logInDirectly(page, username);
  await page.goto("/user/settings/orders");
  await page.getByRole("link", { name: "Documents" }).click();
  const row = page.getByRole("row").filter({ hasText: invoiceNumber });
  await expect(row.getByText("Open", { exact: true })).toBeVisible();
  // A job makes its file within seconds.
  await expect(row.getByRole("button", { name: `${invoiceNumber} as PDF` })).toBeVisible();
  await expectResponsive(page);

  const statement = await downloadBytes(page, "Download PDF");
  expect(statement.subarray(0, 5).toString()).toBe("%PDF-");
  const csv = (await downloadBytes(page, "Download CSV")).toString();
  expect(csv).toContain(invoiceNumber);
  expect(csv).toContain("Closing balance");
  // An archive contains the names of its files uncompressed.
  const zip = (await downloadBytes(page, "Download ZIP")).toString("latin1");
  expect(zip.slice(0, 2)).toBe("PK");
  for (const extension of ["pdf", "xml"])
    expect(zip).toContain(`Invoice ${invoiceNumber}.${extension}`);
});
