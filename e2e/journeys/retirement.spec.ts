import { readFile } from "node:fs/promises";
import type { Browser, Download, Locator, Page } from "@playwright/test";
import { readQr } from "../../api/test/pdf.ts";
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
} from "./shop.ts";

const operator = "admin@demo.example";
const company = {
  companyName: details["Company name"],
  vatNumber: details["VAT number"],
  invoiceEmail: details["Invoice email"],
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    city: "Hamburg",
    province: "Hamburg",
    countryCode: "DE",
  },
};

/** Opens a page in a separate browser context; errors it throws or logs fail the test. */
async function openMonitoredPage(browser: Browser, faults: string[]): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
      faults.push(message.text());
  });
  return page;
}

async function pdfOf(download: Download, name: RegExp): Promise<Buffer> {
  expect(download.suggestedFilename()).toMatch(name);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  return bytes;
}

/** Serial numbers of `count` tonnes starting at `first`, in the registry's format; free text for any other registry. */
function serialsOf(registry: string, count: number, first = 50_001): string {
  const last = first + count - 1;
  const formats: Record<string, string> = {
    Verra: `19381-${first}-${last}-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0`,
    "Gold Standard": `GS1-1-KE-GS11603-16-2025-30256-${first}-${last}`,
    "American Carbon Registry": `ACR-FR-1129-2025-2917-${first} to ${last}`,
    "Climate Action Reserve": `CAR-1-US-1335-31-983-KS-2025-9205-${first} to ${last}`,
    "ART TREES": `ART-GY-102-2021-11-${first} to ${last}`,
  };
  return formats[registry] ?? `A-${first} to A-${last}`;
}

/** Pastes text into a field, as copied from a spreadsheet. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test("An order becomes an invoice, credits and a retirement that a stranger verifies", async ({
  browser,
  request,
}) => {
  // Three people, and axe checks every page.
  const faults: string[] = [];
  const username = await aBuyer(request);
  const { name, vintage } = await aProjectOnSale(request, 21);
  const buyer = await openMonitoredPage(browser, faults);
  const admin = await openMonitoredPage(browser, faults);

  const orderId = await test.step("The buyer orders 12 t", async () => {
    const api = await apiOf(request, username);
    await api.post("/me/cart/vintages", { vintageId: vintage.id, credits: 12 });
    const { version } = await api.get("/me/cart");
    const checkoutResponse = await api.post("/me/cart/checkout", { version, ...company });
    expect(checkoutResponse.ok(), await checkoutResponse.text()).toBe(true);
    return String(((await checkoutResponse.json()) as { id: number }).id);
  });

  await test.step("The operator approves it although the first answer is lost", async () => {
    await logInDirectly(admin, operator);
    await admin.goto(`/management/orders?q=${orderId}`);
    await admin.getByRole("checkbox", { name: `Order ${orderId}`, exact: true }).check();
    await admin.getByRole("button", { name: "Approve 1" }).click();
    const dialog = admin.getByRole("dialog", { name: `Approve order ${orderId}` });
    await expectAccessible(admin);
    await admin.route(
      "**/management/orders/decisions?**",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await dialog.getByRole("button", { name: "Approve 1" }).click();
    await expect(dialog.getByText("No clear response came")).toBeVisible();
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Try it again" }).click();
    await admin.getByRole("button", { name: "Approve now" }).click();
    await expect(admin.getByText(/^Order approved, €/)).toBeVisible();
    const order = await (await apiOf(request, operator)).get(`/management/orders/${orderId}`);
    expect(order.transitions.map(({ to }: { to: string }) => to)).toEqual([
      "AWAITING_APPROVAL",
      "AWAITING_PAYMENT",
    ]);
  });

  await test.step("The operator finds the invoice in the drawer and marks the order paid", async () => {
    await admin.getByRole("link", { name: orderId, exact: true }).click();
    const drawer = admin.getByRole("dialog", { name: `Order ${orderId}` });
    const invoice = drawer.getByRole("button", { name: /^Invoice \d{4}-\d{6}$/ });
    await expect(invoice).toBeVisible();
    await expectAccessible(admin);
    const [download] = await Promise.all([admin.waitForEvent("download"), invoice.click()]);
    await pdfOf(download, /^Invoice \d{4}-\d{6}\.pdf$/);
    await drawer.getByRole("button", { name: "Mark paid" }).click();
    const dialog = admin.getByRole("dialog", { name: `Mark order ${orderId} paid` });
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Mark 1 paid" }).click();
    await admin.getByRole("button", { name: "Mark paid now" }).click();
    await expect(admin.getByText(/^Order marked paid, €/)).toBeVisible();
  });

  await test.step("The buyer downloads the invoice, as page and as data", async () => {
    await logInDirectly(buyer, username);
    await buyer.goto(`/user/settings/orders/${orderId}`);
    const invoice = buyer.getByRole("button", { name: /^Invoice \d{4}-\d{6}$/ });
    const [pdf] = await Promise.all([buyer.waitForEvent("download"), invoice.click()]);
    await pdfOf(pdf, /^Invoice \d{4}-\d{6}\.pdf$/);
    const data = buyer.getByRole("button", { name: /XML/ });
    const [xml] = await Promise.all([buyer.waitForEvent("download"), data.click()]);
    expect(xml.suggestedFilename()).toMatch(/\.xml$/);
    expect(await readFile(await xml.path(), "utf8")).toContain("urn:cen.eu:en16931:2017");
    await expectAccessible(buyer);
  });

  const holding = buyer.getByRole("row").filter({ hasText: name });
  const retire = holding.getByRole("button", { name: `Retire credits of ${name}` });
  /** Opens the dialog of an action on several retirements, selected in the operators' list. */
  const choose = async (retirements: readonly { id: number }[], action: RegExp) => {
    await admin.goto(
      `/management/retirements?tab=RETIREMENT_IN_PROGRESS&q=${encodeURIComponent(username)}`,
    );
    for (const { id } of retirements) {
      await admin.getByRole("checkbox", { name: `Retirement ${id}`, exact: true }).check();
    }
    await admin.getByRole("button", { name: action }).click();
    return admin.getByRole("dialog", { name: /^(Complete|Decline) 2 retirements$/ });
  };

  await test.step("The buyer retires 5 t without being named to the public", async () => {
    await buyer.goto("/portfolio");
    await retire.click();
    const dialog = buyer.getByRole("dialog");
    await dialog.getByLabel("Quantity", { exact: true }).fill("5");
    await dialog.getByLabel("Beneficiary", { exact: true }).fill("Brennvik Logistics GmbH");
    await dialog.getByLabel(/^Message/).fill("Freight of 2025");
    await dialog.getByRole("checkbox", { name: /unnamed/ }).check();
    await expectAccessible(buyer);
    await dialog.getByRole("button", { name: /^Request retirement of 5/ }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("The operator completes it, reading what the certificate will state", async () => {
    await admin.goto(`/management/retirements?q=${encodeURIComponent(username)}`);
    await admin.getByRole("row").nth(1).getByRole("link").first().click();
    const drawer = admin.getByRole("dialog", { name: /^Retirement \d+$/ });
    await expect(drawer.getByText("The beneficiary is not named")).toBeVisible();
    await expectAccessible(admin);
    const registry = await drawer
      .locator("dt", { hasText: /^Registry$/ })
      .locator("+ dd")
      .innerText();
    await drawer.getByRole("button", { name: "Complete" }).click();
    const dialog = admin.getByRole("dialog", { name: /^Complete retirement/ });
    await dialog.getByLabel("First serial number").fill(serialsOf(registry, 5));
    await dialog.getByLabel("Last serial number").fill(serialsOf(registry, 5));
    await dialog.getByLabel("Link to the registry record").fill("https://registry.example/5001");
    await expect(dialog.getByText(/^5 carbon credits, each/)).toBeVisible();
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Complete" }).click();
    await expect(dialog).toBeHidden();
    const file = drawer.getByRole("button", { name: /certificate/i });
    const [download] = await Promise.all([admin.waitForEvent("download"), file.click()]);
    await pdfOf(download, /\.pdf$/);
    await expectAccessible(admin);
  });

  const certificate = await test.step("The buyer downloads the certificate", async () => {
    await buyer.goto("/user/settings/retirements");
    const link = buyer.getByRole("button", { name: /^Certificate of retirement/ });
    const [download] = await Promise.all([buyer.waitForEvent("download"), link.click()]);
    await expectAccessible(buyer);
    return await pdfOf(download, /\.pdf$/);
  });

  await test.step("A stranger scans its code and reads what was retired", async () => {
    const address = await readQr(certificate);
    expect(new URL(address!).pathname).toMatch(
      /^\/certificates\/TL-\d{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/,
    );
    const stranger = await openMonitoredPage(browser, faults);
    await stranger.goto(address!);
    await expect(
      stranger.getByRole("heading", { name: /^5\st CO₂e retired for a beneficiary/ }),
    ).toBeVisible();
    const served = await (await stranger.request.get(address!)).text();
    expect(served).toContain(`<title>${await stranger.title()}</title>`);
    await expect(stranger.getByText(/^5 carbon credits, each/)).toBeVisible();
    await expect(stranger.getByText(name).first()).toBeVisible();
    await expect(stranger.getByText("Brennvik")).toHaveCount(0);
    await expect(stranger.getByText("Freight of 2025")).toHaveCount(0);
    const file = { name: "copy.pdf", mimeType: "application/pdf", buffer: certificate };
    const field = stranger.getByLabel(/Choose the PDF/);
    await field.setInputFiles(file);
    await expect(stranger.getByText("byte for byte")).toBeVisible();
    await field.setInputFiles({
      ...file,
      buffer: Buffer.concat([certificate, Buffer.from(" ")]),
    });
    await expect(stranger.getByText("Your file is not this certificate")).toBeVisible();
    await stranger.emulateMedia({ media: "print" });
    await expect(stranger.getByText("SHA-256 of the PDF")).toBeVisible();
    for (const use of ["Choose the PDF", "Check another", "Put it on a website"])
      await expect(stranger.getByText(use, { exact: true })).toBeHidden();
    await stranger.emulateMedia({ media: null });
    await expectResponsive(stranger);
    const missing = await stranger.goto("/certificates/TL-2026-0000-0000");
    expect(missing!.status()).toBe(404);
    await expect(stranger.getByText("No certificate has this number")).toBeVisible();
    await expect(stranger).toHaveTitle("No certificate has this number · Tonneline");
    await expectAccessible(stranger);
  });

  await test.step("The operator completes two together, typed badly and pasted well", async () => {
    const buyerApi = await apiOf(request, username);
    const retirements: { id: number; quantity: number; registry: { name: string } }[] = [];
    for (const quantity of [2, 3]) {
      const facts = { vintageId: vintage.id, quantity, purpose: "OWN_EMISSIONS" };
      const body = { ...facts, beneficiaryName: "Brennvik Logistics GmbH" };
      retirements.push(await (await buyerApi.post("/me/retirements", body)).json());
    }
    const dialog = await choose(retirements, /^Complete 2$/);
    // The second range is a tonne short, and does not overlap the first.
    const lines = retirements.map(({ id, quantity, registry }, index) => {
      const serials = serialsOf(registry.name, quantity - index, 60_001 + 1000 * index);
      return `${id}\t${serials}\t${serials}\thttps://registry.example/${id}\t2026-03-14`;
    });
    await paste(dialog.getByLabel("First serial number").first(), lines.join("\n"));
    await expect(dialog.getByText("2 rows are filled in.")).toBeVisible();
    await expectAccessible(admin);
    await admin.keyboard.press("Escape");
    await admin.getByRole("button", { name: "Keep editing" }).click();
    await dialog.getByRole("button", { name: /^Complete 2, 5\st$/ }).click();
    const [done, refused] = retirements.map(({ id }) =>
      dialog.getByRole("group", { name: new RegExp(`^No\\. ${id},`) }),
    );
    await expect(done!.getByText("Retired", { exact: true })).toBeVisible();
    await expect(dialog.getByText(/^One retirement is completed: 2\st\.$/)).toBeVisible();
    await expect(refused!.locator("[aria-invalid=true]").first()).toBeFocused();
    await expect(dialog.getByRole("alert")).toContainText("1 retirement is still in progress");
    await expectAccessible(admin);
    await admin.setViewportSize({ width: 390, height: 844 });
    await expectResponsive(admin);
    await expectAccessible(admin);
    await admin.setViewportSize({ width: 1280, height: 720 });
    const fullRange = serialsOf(retirements[1]!.registry.name, 3, 61_001);
    await refused!.getByLabel("First serial number").fill(fullRange);
    await refused!.getByLabel("First serial number").press("Enter");
    await refused!.getByLabel("Last serial number").fill(fullRange);
    await dialog.getByRole("button", { name: /^Complete 1, 3\st$/ }).click();
    await expect(dialog).toBeHidden();
    const operatorApi = await apiOf(request, operator);
    for (const { id } of retirements) {
      const retired = await operatorApi.get(`/management/retirements/${id}`);
      expect(retired).toMatchObject({
        status: "RETIRED",
        registryUrl: `https://registry.example/${id}`,
      });
    }
  });

  await test.step("The operator declines two together", async () => {
    const buyerApi = await apiOf(request, username);
    const retirements: { id: number }[] = [];
    for (const quantity of [1, 1]) {
      const facts = { vintageId: vintage.id, quantity, purpose: "OWN_EMISSIONS" };
      const body = { ...facts, beneficiaryName: "Brennvik Logistics GmbH" };
      retirements.push(await (await buyerApi.post("/me/retirements", body)).json());
    }
    const dialog = await choose(retirements, /^Decline 2$/);
    await expect(dialog).toContainText(/^.*2\st go back to the buyers/);
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Decline 2" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Enter a reason");
    await dialog.getByLabel("Reason").fill("The registry is closed until May.");
    await dialog.getByRole("button", { name: "Decline 2" }).click();
    await admin.getByRole("button", { name: "Decline now" }).click();
    await expect(admin.getByText(/^2 retirements declined/)).toBeVisible();
    const operatorApi = await apiOf(request, operator);
    for (const { id } of retirements) {
      expect(await operatorApi.get(`/management/retirements/${id}`)).toMatchObject({
        status: "DECLINED",
        declineReason: "The registry is closed until May.",
      });
    }
  });
  expect(faults).toEqual([]);
});
