import { readFile } from "node:fs/promises";
import type { APIRequestContext } from "@playwright/test";
import { aBuyer } from "./people.ts";
import {
  aProjectOnSale,
  apiOf,
  details,
  expect,
  expectAccessible,
  logInDirectly,
  test,
  expectResponsive,
  follow,
  untilNetworkIdle,
} from "./shop.ts";
import { readQr } from "./qr.ts";

/** An order of a buyer, approved and by default paid. */
async function anOrder(
  request: APIRequestContext,
  buyer: string,
  nth: number,
  credits: number,
  paid = true,
) {
  const api = await apiOf(request, buyer);
  const operator = await apiOf(request, "admin@demo.example");
  const { vintage, name } = await aProjectOnSale(request, nth);
  const set = await (
    await api.post("/me/cart/vintages", { vintageId: vintage.id, credits })
  ).json();
  const checkoutResponse = await api.post("/me/cart/checkout", {
    companyName: details["Company name"],
    vatNumber: details["VAT number"],
    invoiceEmail: details["Invoice email"],
    invoiceAddress: {
      street: "Hafenkontor 14",
      postalCode: "20457",
      province: "Hamburg",
      city: "Hamburg",
      countryCode: "DE",
    },
    version: set.version,
  });
  const { id } = (await checkoutResponse.json()) as { id: number };
  await operator.post(`/management/orders/${id}/approve`, {});
  if (paid) {
    await operator.post(`/management/orders/${id}/pay`, { paidAt: new Date().toISOString() });
  }
  return { id, name, vintageId: vintage.id, api, operator };
}

test("Credits are retired with the keyboard alone; the account says what became of a retirement, and exports it", async ({
  page,
  request,
}) => {
  const buyer = await aBuyer(request);
  const { name, api, operator, vintageId } = await anOrder(request, buyer, 15, 30);
  await logInDirectly(page, buyer);
  await page.goto(`/portfolio?q=${encodeURIComponent(name)}`);
  const retire = page.getByRole("button", { name: `Retire credits of ${name}` }).first();
  await expect(retire).toBeVisible();
  await expect(page.getByText(/^(Since|From) Q\d/)).toBeVisible();
  await expectAccessible(page);
  // Everything was bought in one quarter, so there is a table instead of a chart with a single column.
  await expect(page.getByRole("columnheader", { name: "Quarter" })).toBeVisible();

  await retire.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Retire credits" });
  const quantity = dialog.getByLabel("Quantity");
  await expect(quantity).toBeFocused();
  await expectAccessible(page);

  // Errors are shown, and the first invalid field gets the focus.
  await dialog.getByRole("textbox", { name: "Beneficiary" }).fill("A");
  await quantity.fill("5000000");
  await quantity.press("Enter");
  await expect(dialog.getByText(/^Only .* can be retired\.$/)).toBeVisible();
  await expect(quantity).toBeFocused();
  await quantity.fill("5");
  await quantity.press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Beneficiary" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Beneficiary" }).fill("Brennvik Logistics GmbH");

  // Closing with unsaved input asks first, and staying keeps the input.
  await page.keyboard.press("Escape");
  await expect(page.getByText("Discard what you typed?")).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await expect(dialog.getByLabel("Quantity")).toHaveValue("5");

  await dialog.getByLabel("Purpose").selectOption("Product or event");
  await dialog.getByRole("button", { name: /^Request retirement of 5\st$/ }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Retirement of 5\st requested$/)).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search holdings" })).toBeFocused();
  const { content } = await api.get("/me/retirements");
  expect(content[0]).toMatchObject({
    vintageId,
    quantity: 5,
    purpose: "PRODUCT_OR_EVENT",
    status: "RETIREMENT_IN_PROGRESS",
  });

  const requestRetirement = async (quantity: number, beneficiaryName: string) => {
    const body = { vintageId, quantity, beneficiaryName, purpose: "CONTRIBUTION" };
    const response = await api.post("/me/retirements", body);
    return ((await response.json()) as { id: number }).id;
  };
  const declined = await requestRetirement(4, "Declined Beneficiary");
  await requestRetirement(6, "Waiting Beneficiary");
  const reason = "The registry account is closed until May.";
  await operator.post(`/management/retirements/${declined}/decline`, { reason });

  await page.goto("/user/settings/retirements?q=Beneficiary");
  const rows = page.getByRole("row").filter({ hasText: name });
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Declined 1$/ }).click();
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole("link", { name }).press("Enter");
  const panel = page.getByRole("dialog", { name: `Retirement ${declined}` });
  await expect(panel.getByText(reason)).toBeVisible();
  await expect(panel).toContainText("The credits are back in your portfolio.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = await readFile(await file.path(), "utf8");
  expect(csv).toContain("Declined Beneficiary");
  expect(csv).not.toContain("Waiting Beneficiary");
});

test("Several holdings are retired in one dialog, a request each, and once where the answer was lost; all fits", async ({
  page,
  request,
}) => {
  const buyer = await aBuyer(request);
  const first = await anOrder(request, buyer, 18, 8);
  const second = await anOrder(request, buyer, 19, 6);
  await logInDirectly(page, buyer);
  await page.goto("/portfolio");
  for (const { name } of [first, second]) {
    await page
      .getByRole("checkbox", { name: `Choose ${name}` })
      .first()
      .check();
  }
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: /^Retire/ }).click();
  const dialog = page.getByRole("dialog", { name: "Retire 2 holdings" });
  await dialog.getByLabel(`Tonnes of ${first.name}`).fill("3");
  await dialog.getByLabel(`Tonnes of ${second.name}`).fill("4");
  await dialog.getByRole("textbox", { name: "Beneficiary" }).fill("Brennvik Logistics GmbH");
  await dialog.getByLabel(/^Claim year/).selectOption("2025");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Request retirement of 7/ }).click();
  const done = page.getByRole("dialog", { name: /^2 retirements requested, 7/ });
  await expect(done.getByRole("link", { name: /^Retirement \d+$/ })).toHaveCount(2);
  await expectAccessible(page);
  await done.getByRole("button", { name: "Close" }).last().click();
  await expect(bar).toBeHidden();
  const { content } = await first.api.get("/me/retirements?size=2");
  const requested = content.map(
    (each: { vintageId: number; quantity: number; periodTo: string }) => [
      each.vintageId,
      each.quantity,
      each.periodTo,
    ],
  );
  expect(requested).toEqual(
    expect.arrayContaining([
      [first.vintageId, 3, "2025-12-31"],
      [second.vintageId, 4, "2025-12-31"],
    ]),
  );

  await test.step("A request whose answer was lost is made once, even after a reload", async () => {
    const { name, api, vintageId } = first;
    const address = `/portfolio?q=${encodeURIComponent(name)}`;
    const ownRetirements = async () =>
      (await api.get("/me/retirements?size=100")).content.filter(
        (each: { vintageId: number }) => each.vintageId === vintageId,
      );
    await page.goto(address);
    await page.route(
      "**/api/v1/me/retirements/batch",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const open = () =>
      page
        .getByRole("button", { name: `Retire credits of ${name}` })
        .first()
        .click();
    const retryDialog = page.getByRole("dialog", { name: "Retire credits" });
    await open();
    await retryDialog.getByLabel("Quantity").fill("5");
    await retryDialog.getByRole("textbox", { name: "Beneficiary" }).fill("Brennvik Logistics GmbH");
    await retryDialog.getByLabel(/^Claim year/).selectOption("2025");
    await retryDialog.getByRole("button", { name: /^Request retirement/ }).click();
    await expect(retryDialog.getByText(/^We do not know yet whether/)).toBeVisible();
    expect(await ownRetirements()).toHaveLength(2);

    await page.reload();
    await expect(
      page.getByText("We do not know yet whether your last request arrived."),
    ).toBeVisible();
    await expect(retryDialog.getByLabel("Quantity")).toHaveValue("5");
    await expect(retryDialog.getByLabel(/^Claim year/)).toHaveValue("2025");
    await expectAccessible(page);
    await retryDialog.getByRole("button", { name: /^Request retirement of 5/ }).click();
    await expect(retryDialog).toBeHidden();

    expect(await ownRetirements()).toHaveLength(2);
  });

  for (const path of ["/portfolio", "/user/settings/retirements", "/user/settings/orders"]) {
    await untilNetworkIdle(page, () => follow(page, path));
    await expect(page.getByRole("table").first()).toBeVisible();
    await expectResponsive(page);
  }
});

test("An order that awaits payment says where to pay, and gives its invoice as PDF and XML", async ({
  page,
  request,
}) => {
  const buyer = await aBuyer(request);
  const { id, api } = await anOrder(request, buyer, 18, 3, false);
  await logInDirectly(page, buyer);
  await page.goto(`/user/settings/orders/${id}`);
  const panel = page.getByRole("region", { name: "Pay by bank transfer" });
  for (const text of ["DE89 3704 0044 0532 0130 00", "COBADEFFXXX", "Tonneline GmbH", /^due /]) {
    await expect(panel.getByText(text)).toBeVisible();
  }
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await panel.getByRole("button", { name: "Copy the IBAN" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe("DE89370400440532013000");
  await expectAccessible(page);
  const order = await api.get(`/me/orders/${id}`);
  expect(await readQr(panel.getByRole("img", { name: /^Code for banking apps/ }))).toBe(
    order.payment.transferText,
  );
  await expectResponsive(page);
  const save = async (name: RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "latin1") };
  };
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("button", { name: /^Invoice .* as XML$/ })).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
  const pdf = await save(/^Invoice \S+$/);
  expect(pdf.name).toMatch(/^Invoice .*\.pdf$/);
  expect(pdf.text).toMatch(/^%PDF-/);
  const xml = await save(/as XML$/);
  expect(xml.name).toMatch(/^Invoice .*\.xml$/);
  expect(xml.text).toContain("urn:oasis:names:specification:ubl:schema:xsd:Invoice-2");

  // The list offers it as well, without leaving the page.
  await page.goto("/user/settings/orders");
  const listed = await save(new RegExp(`^${pdf.name.replace(/\.pdf$/, "")}$`));
  expect(listed).toEqual(pdf);
  await expect(page).toHaveURL(/\/orders$/);
});
