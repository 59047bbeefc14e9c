import type { Locator } from "@playwright/test";
import { aBuyer, aVerifiedUser } from "./people.ts";
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
const gmbh = { companyName: "Brennvik Logistics GmbH", vatNumber: "DE136695976", country: "DE" };
const spa = {
  companyName: "Sorrento Nova Tessuti S.p.A.",
  vatNumber: "IT03124450978",
  country: "IT",
};

test("An operator's morning: 27 orders, ten retirements, a bank statement and five people in 20 clicks", async ({
  page,
  request,
}) => {
  const username = await aBuyer(request);
  const buyer = await apiOf(request, username);
  const { vintage } = await aProjectOnSale(request, 24);
  async function order(credits: number, { country, ...company }: typeof gmbh) {
    const cart = await buyer.post("/me/cart/vintages", { vintageId: vintage.id, credits });
    const { version } = (await cart.json()) as { version: number };
    const invoiceAddress = {
      street: "Via 1",
      postalCode: "59100",
      city: "Prato",
      province: "Prato",
    };
    const response = await buyer.post("/me/cart/checkout", {
      ...company,
      version,
      invoiceEmail: "accounts@brennvik.example",
      invoiceAddress: { ...invoiceAddress, countryCode: country },
    });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as { id: number }).id;
  }
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  const encodedUsername = encodeURIComponent(username);

  await test.step("26 orders of one company and one under reverse charge of another", async () => {
    await order(10, gmbh);
    for (let nth = 1; nth < 26; nth++) await order(1, gmbh);
    await order(2, spa);
    await logInDirectly(page, operator);
    await page.goto(`/management/orders?q=${encodedUsername}`);
    await click(page.getByLabel("Select all rows on this page"));
    await click(page.getByRole("button", { name: "Select all 27 that match" }));
    await expect(
      page.getByText("All that match are selected, 7 of them on other pages"),
    ).toBeVisible();
    await click(page.getByRole("button", { name: "Approve 27" }));
    const dialog = page.getByRole("dialog", { name: "Approve 27 orders" });
    // What is missing is reported and gets the focus.
    await click(dialog.getByRole("button", { name: "Approve 27" }));
    const check = dialog.getByLabel("VAT number of Sorrento Nova Tessuti S.p.A.");
    await expect(check).toBeFocused();
    await expectAccessible(page);
    clicks++;
    await check.selectOption("VALID");
    await click(dialog.getByRole("button", { name: "Approve 27" }));
    await expect(page.getByText(/^27 orders approved, €/)).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(clicks).toBeLessThanOrEqual(8);
  });

  const operatorApi = await apiOf(request, operator);
  const retirements = await test.step("The buyer asks for ten retirements", async () => {
    const { content } = await operatorApi.get(`/management/orders?q=${encodedUsername}`);
    const large = content.find((each: { totalCredits: number }) => each.totalCredits === 10);
    const paidAt = new Date().toISOString();
    await operatorApi.post(`/management/orders/${large.id}/pay`, { paidAt });
    for (let nth = 1; nth <= 10; nth++) {
      const response = await buyer.post("/me/retirements", {
        vintageId: vintage.id,
        quantity: 1,
        beneficiaryName: `Beneficiary ${nth}`,
        purpose: "OWN_EMISSIONS",
      });
      expect(response.ok(), await response.text()).toBe(true);
    }
    const list = await operatorApi.get(`/management/retirements?q=${encodedUsername}`);
    return list.content as { id: number; registry: { name: string } }[];
  });

  await test.step("The operator reads the registry's answer", async () => {
    clicks = 0;
    await page.goto(`/management/retirements?q=${encodedUsername}`);
    await click(page.getByLabel("Select all rows on this page"));
    await click(page.getByRole("button", { name: "Complete 10" }));
    const dialog = page.getByRole("dialog", { name: "Complete 10 retirements" });
    // Unique, whatever else was retired in this database.
    const first = Date.now();
    const lines = retirements.map(({ id, registry }, index) => {
      const serial = serialOf(registry.name, first + index);
      return [id, serial, serial, `https://registry.example/${id}`, "2026-03-14"].join(";");
    });
    const header = "Retirement;First serial number;Last serial number;Registry record;Retired on";
    const chooser = page.waitForEvent("filechooser");
    await click(dialog.getByRole("button", { name: "Read the registry's response" }));
    await (
      await chooser
    ).setFiles({
      name: "answer.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([header, ...lines].join("\r\n")),
    });
    await expect(dialog.getByText("10 rows are filled in.")).toBeVisible();
    await expectAccessible(page);
    await click(dialog.getByRole("button", { name: /^Complete 10/ }));
    await expect(dialog).toBeHidden();
    expect(clicks).toBeLessThanOrEqual(5);
    const { counts } = await operatorApi.get(`/management/retirements?q=${encodedUsername}`);
    expect(counts).toMatchObject({ RETIREMENT_IN_PROGRESS: 0, RETIRED: 10 });
  });

  await test.step("The bank's statement pays the other 26, and has four that a person looks at", async () => {
    const { payment } = await operatorApi.get("/management/settings");
    const { content } = await operatorApi.get(
      `/management/orders?q=${encodedUsername}&status=AWAITING_PAYMENT&sort=id,asc`,
    );
    const statement = camt(payment.iban, content);
    clicks = 0;
    await page.goto("/management/bank");
    await click(page.getByRole("button", { name: "Add statements" }));
    const dialog = page.getByRole("dialog", { name: "Add statements" });
    const chooser = page.waitForEvent("filechooser");
    await click(dialog.getByRole("button", { name: "Choose a file" }));
    await (
      await chooser
    ).setFiles({ name: "statement.xml", mimeType: "application/xml", buffer: statement });
    await expect(dialog.getByText("New: 26 matched by reference")).toBeVisible();
    await expectAccessible(page);
    await click(dialog.getByRole("button", { name: "Add 30 new entries" }));
    await expect(dialog).toBeHidden();
    await click(page.getByRole("button", { name: "Book 26 matched by reference" }));
    await expect(page.getByText(/^26 entries booked, €/)).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(4);
    const { counts } = await operatorApi.get(`/management/orders?q=${encodedUsername}`);
    expect(counts).toMatchObject({ AWAITING_PAYMENT: 0, PAID: 27 });
    const left = await operatorApi.get("/management/bank/entries?q=Nobody%20we%20know");
    expect(left.counts).toMatchObject({ MATCHED: 0, BOOKED: 0 });
    expect(left.totalElements).toBe(4);
    await expectResponsive(page);
  });

  await test.step("Ctrl K finds the order again, and its keys lead on", async () => {
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog", { name: "Search or jump to" });
    await search.getByPlaceholder(/^Order, company/).fill("#Sorrento");
    // Until its results arrive, the search itself is offered.
    await expect(search.getByRole("option").first()).toHaveText(/^\d+ .*Sorrento/);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: /^Order \d+$/ })).toContainText("Sorrento");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await search.getByPlaceholder(/^Order, company/).fill("datev");
    await expect(search.getByRole("option").first()).toHaveText(/^Bookkeeping/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Bookkeeping" })).toBeInViewport();
    await page.goBack();
  });

  await test.step("On a phone no table of the overview scrolls sideways", async () => {
    const before = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("group", { name: "Stock by type" })).toBeVisible();
    const widerThanTheirFrames = () =>
      page
        .getByRole("main")
        .locator("table")
        .evaluateAll((tables) =>
          tables
            .map((table) => table.parentElement!)
            .filter((frame) => frame.scrollWidth > frame.clientWidth)
            .map((frame) => frame.ariaLabel),
        );
    await expect.poll(widerThanTheirFrames).toEqual([]);
    await expectAccessible(page);
    await page.setViewportSize(before);
  });

  await test.step("Five people who wait are admitted at once", async () => {
    const lastName = `Varendonk${Date.now()}`;
    await Promise.all(Array.from({ length: 5 }, () => aVerifiedUser(request, lastName)));
    const usersPath = `/management/users?q=${lastName}`;
    clicks = 0;
    await page.goto(usersPath);
    await click(page.getByLabel("Select all rows on this page"));
    await click(page.getByRole("button", { name: "Admit 5 people" }));
    const dialog = page.getByRole("dialog", { name: "Admit 5 people" });
    await click(dialog.getByRole("button", { name: "Admit 5 people" }));
    await expect(dialog).toBeHidden();
    expect(clicks).toBeLessThanOrEqual(3);
    const { counts } = await operatorApi.get(usersPath);
    expect(counts).toMatchObject({ TO_ADMIT: 0, ADMITTED: 5 });
  });
});

/** A serial number of one tonne in the registry's format. */
function serialOf(registry: string, number: number): string {
  const formats: Record<string, string> = {
    Verra: `19381-${number}-${number}-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0`,
    "Gold Standard": `GS1-1-KE-GS11603-16-2025-30256-${number}-${number}`,
    "American Carbon Registry": `ACR-FR-1129-2025-2917-${number} to ${number}`,
    "Climate Action Reserve": `CAR-1-US-1335-31-983-KS-2025-9205-${number} to ${number}`,
    "ART TREES": `ART-GY-102-2021-11-${number} to ${number}`,
  };
  return formats[registry] ?? `A-${number}`;
}

/** A camt.053 that pays each order by its reference, plus four payments without one. */
function camt(iban: string, orders: { transactionId: string; open: number }[]): Buffer {
  const now = Date.now();
  const day = new Date().toISOString().slice(0, 10);
  const paid = orders.map(({ transactionId, open }) => ({
    amount: open,
    payer: "Brennvik Logistics GmbH",
    text: `<Strd><CdtrRefInf><Ref>${transactionId}</Ref></CdtrRefInf></Strd>`,
  }));
  const others = [0.11, 0.12, 0.13, 0.14].map((amount) => ({
    amount,
    payer: "Nobody we know",
    text: "<Ustrd>Thank you</Ustrd>",
  }));
  const entries = [...paid, ...others];
  const cents = entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const balance = (code: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const rows = entries.map(
    ({ amount, payer, text }, index) =>
      `<Ntry><Amt Ccy="EUR">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${now}-${index}</AcctSvcrRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr></RltdPties><RmtInf>${text}</RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${now}</MsgId><CreDtTm>${day}T22:10:00Z</CreDtTm></GrpHdr><Stmt><Id>${now}</Id><CreDtTm>${day}T22:10:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance("OPBD", 1000)}${balance("CLBD", 1000 + cents / 100)}${rows.join("")}</Stmt></BkToCstmrStmt></Document>`,
  );
}
