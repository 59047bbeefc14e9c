import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { pageTexts } from "../../api/test/pdf.ts";
import { aBuyer } from "./people.ts";
import {
  aProjectOnSale,
  apiOf,
  logInDirectly,
  expect,
  expectAccessible,
  expectResponsive,
  test,
} from "./shop.ts";

const operator = "admin@demo.example";
const oldStreet = "Hafenkontor 14";
const newStreet = "Speicherstadt 3";

interface Document {
  kind: "INVOICE" | "CREDIT_NOTE";
  number: string;
  corrects: string | null;
  issuedOn: string;
}

type Request = Parameters<typeof aBuyer>[0];

/** An approved order of 10 t, and thus one with an invoice, by some buyer. */
async function anInvoicedOrder(request: Request) {
  const username = await aBuyer(request);
  const { vintage } = await aProjectOnSale(request, 29);
  const [buyerApi, operatorApi] = [await apiOf(request, username), await apiOf(request, operator)];
  await buyerApi.post("/me/cart/vintages", { vintageId: vintage.id, credits: 10 });
  const { version } = await buyerApi.get("/me/cart");
  const checkoutResponse = await buyerApi.post("/me/cart/checkout", {
    version,
    companyName: "Brennvik Logistics GmbH",
    invoiceEmail: "accounts@brennvik.example",
    vatNumber: "DE123456789",
    invoiceAddress: {
      street: oldStreet,
      postalCode: "20457",
      city: "Hamburg",
      province: "Hamburg",
      countryCode: "DE",
    },
  });
  expect(checkoutResponse.ok(), await checkoutResponse.text()).toBe(true);
  const { id } = (await checkoutResponse.json()) as { id: number };
  const approved = await operatorApi.post(`/management/orders/${id}/approve`, {});
  expect(approved.ok(), await approved.text()).toBe(true);
  const read = () => operatorApi.get(`/management/orders/${id}`);
  return { id, username, read };
}

async function fileOf(page: Page, link: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return await readFile(await download.path());
}

const textOf = async (page: Page, number: string) => {
  const link = page.getByRole("button", { name: `Invoice ${number}`, exact: true });
  return (await pageTexts(await fileOf(page, link))).join(" ");
};

/** Returns the numbers of a series in a journal, in ascending order. */
const series = (journal: string, pattern: RegExp) =>
  [...new Set([...journal.matchAll(pattern)].map(([, number]) => Number(number)))].toSorted(
    (one, other) => one - other,
  );

test("An operator credits a part of an invoice, and issues it again with another address", async ({
  page,
  request,
}) => {
  const { id, username, read } = await anInvoicedOrder(request);
  const documents = async () => (await read()).documents as Document[];
  const [first] = await documents();
  await logInDirectly(page, operator);
  await page.goto(`/management/orders?tab=all&open=${id}`);
  const drawer = page.getByRole("dialog", { name: `Order ${id}` });

  await test.step("Printed, it is there to its end, without the list behind it", async () => {
    await expect(drawer.getByRole("button", { name: "Credit a part…" })).toBeVisible();
    const sheets = (await pageTexts(await page.pdf({ format: "A4" }))).join(" ");
    expect(sheets).toContain(`Order ${id}`);
    expect(sheets).toMatch(/^History$/m);
    expect(sheets).not.toMatch(/^Orders$/m);
  });

  await test.step("More tonnes than were sold are refused, and 2 t are credited", async () => {
    await drawer.getByRole("button", { name: "Credit a part…" }).click();
    const dialog = page.getByRole("dialog", { name: `Credit a part of order ${id}` });
    const issue = dialog.getByRole("button", { name: "Issue the credit note" });
    const creditedTonnes = dialog.getByLabel("Tonnes returned");
    await dialog.getByLabel("Reason").fill("Two tonnes were ordered twice.");
    await creditedTonnes.fill("11");
    await issue.click();
    await expect(creditedTonnes).toHaveAccessibleDescription(/10\st/);
    await expect(dialog.locator("[aria-invalid=true]").first()).toBeVisible();
    await creditedTonnes.fill("2");
    await expectResponsive(page);
    await issue.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Credit note CN-\d{4}-\d{6} of €/)).toBeVisible();
    const credited = (await documents()).find(({ kind }) => kind === "CREDIT_NOTE");
    expect(credited?.corrects).toBe(first!.number);
    // Its files and mails appear beside it as soon as they exist.
    await expect(drawer.getByText(`Credit note ${credited?.number}`).first()).toBeVisible();
  });

  await test.step("Unchanged it is not issued again, with another street it is", async () => {
    await drawer.getByRole("button", { name: "Correct the invoice…" }).click();
    const dialog = page.getByRole("dialog", { name: `Correct invoice ${first!.number}` });
    const issue = dialog.getByRole("button", { name: "Cancel and reissue" });
    await dialog.getByLabel("Reason").fill("The company has moved.");
    await issue.click();
    await expect(dialog.getByRole("alert")).toContainText("Nothing has been changed yet.");
    await dialog.getByLabel("Street and number").fill(newStreet);
    await expectResponsive(page);
    await issue.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Invoice \d{4}-\d{6} replaces the old one$/)).toBeVisible();
  });

  const issued = await documents();
  const [again, ...others] = issued.filter(({ kind, number }) => {
    return kind === "INVOICE" && number !== first!.number;
  });
  expect([again?.corrects, others]).toEqual([first!.number, []]);
  expect(issued.filter(({ kind }) => kind === "CREDIT_NOTE")).toHaveLength(2);

  await test.step("The buyer reads the new address on the new invoice, the old one stays as it was", async () => {
    await logInDirectly(page, username);
    await page.goto(`/user/settings/orders/${id}`);
    await expect(page.getByText(newStreet).first()).toBeVisible();
    const text = await textOf(page, again!.number);
    expect(text).toContain(newStreet);
    expect(text).toContain(`Replaces invoice ${first!.number}: The company has moved.`);
    expect(text).toContain("8 t");
    const before = await textOf(page, first!.number);
    expect([before.includes(oldStreet), before.includes(newStreet)]).toEqual([true, false]);
    await expectAccessible(page);
  });

  await test.step("The journal of the month has all of them, and no number is left out", async () => {
    await logInDirectly(page, operator);
    await page.goto(`/management/bookkeeping?month=${first!.issuedOn.slice(0, 7)}`);
    const journal = page.getByRole("button", { name: /^Journal.*csv/i });
    const text = (await fileOf(page, journal)).toString();
    for (const { number } of issued) expect(text).toContain(number);
    for (const pattern of [/(?<!CN-)\b\d{4}-(\d{6})\b/g, /\bCN-\d{4}-(\d{6})\b/g]) {
      const numbers = series(text, pattern);
      expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    }
  });
});
