import type { Locator } from "@playwright/test";
import { aBuyer } from "./people.ts";
import { aProjectOnSale, apiOf, enter, expect, expectAccessible, test } from "./shop.ts";

const operator = "admin@demo.example";
const gmbh = { companyName: "Brennvik Logistics GmbH", vatNumber: "DE136695976", country: "DE" };
const spa = {
  companyName: "Sorrento Nova Tessuti S.p.A.",
  vatNumber: "IT03124450978",
  country: "IT",
};

test("An operator approves 21 orders in eight clicks, and completes ten retirements by a registry's file in five", async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
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
    const answer = await buyer.post("/me/cart/checkout", {
      ...company,
      version,
      invoiceEmail: "accounts@brennvik.example",
      invoiceAddress: { ...invoiceAddress, countryCode: country },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { id: number }).id;
  }
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  const mine = encodeURIComponent(username);

  await test.step("20 orders of one company and one under reverse charge of another", async () => {
    await order(10, gmbh);
    for (let nth = 1; nth < 20; nth++) await order(1, gmbh);
    await order(2, spa);
    await enter(page, operator);
    await page.goto(`/management/orders?q=${mine}`);
    await click(page.getByLabel("Select all rows on this page"));
    await click(page.getByRole("button", { name: "Select all 21 that match" }));
    await expect(
      page.getByText("All that match are selected, 1 of them on other pages"),
    ).toBeVisible();
    await click(page.getByRole("button", { name: "Approve 21" }));
    const dialog = page.getByRole("dialog", { name: "Approve 21 orders" });
    // What is missing is said, and has the focus.
    await click(dialog.getByRole("button", { name: "Approve 21" }));
    const check = dialog.getByLabel("VAT number of Sorrento Nova Tessuti S.p.A.");
    await expect(check).toBeFocused();
    await expectAccessible(page);
    clicks++;
    await check.selectOption("VALID");
    await click(dialog.getByRole("button", { name: "Approve 21" }));
    await expect(page.getByText(/^21 orders approved, €/)).toBeVisible({ timeout: 60_000 });
    await expect(dialog).toBeHidden();
    expect(clicks).toBeLessThanOrEqual(8);
  });

  const managing = await apiOf(request, operator);
  const asked = await test.step("The buyer asks for ten retirements", async () => {
    const { content } = await managing.get(`/management/orders?q=${mine}`);
    const large = content.find((each: { totalCredits: number }) => each.totalCredits === 10);
    const paidAt = new Date().toISOString();
    await managing.post(`/management/orders/${large.id}/pay`, { paidAt });
    for (let nth = 1; nth <= 10; nth++) {
      const answer = await buyer.post("/me/retirements", {
        vintageId: vintage.id,
        quantity: 1,
        beneficiaryName: `Beneficiary ${nth}`,
        purpose: "OWN_EMISSIONS",
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
    const list = await managing.get(`/management/retirements?q=${mine}`);
    return list.content as { id: number; registry: { name: string } }[];
  });

  await test.step("The operator reads the registry's answer", async () => {
    clicks = 0;
    await page.goto(`/management/retirements?q=${mine}`);
    await click(page.getByLabel("Select all rows on this page"));
    await click(page.getByRole("button", { name: "Complete 10" }));
    const dialog = page.getByRole("dialog", { name: "Complete 10 retirements" });
    // Whatever else was retired on this database.
    const first = Date.now();
    const lines = asked.map(({ id, registry }, index) => {
      const serial = serialOf(registry.name, first + index);
      return [id, serial, serial, `https://registry.example/${id}`, "2026-03-14"].join(";");
    });
    const heads = "Retirement;First serial number;Last serial number;Registry record;Retired on";
    const chooser = page.waitForEvent("filechooser");
    await click(dialog.getByRole("button", { name: "Read the registry's answer" }));
    await (
      await chooser
    ).setFiles({
      name: "answer.csv",
      mimeType: "text/csv",
      buffer: Buffer.from([heads, ...lines].join("\r\n")),
    });
    await expect(dialog.getByText("10 rows are filled in.")).toBeVisible();
    await expectAccessible(page);
    await click(dialog.getByRole("button", { name: /^Complete 10/ }));
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    expect(clicks).toBeLessThanOrEqual(5);
    const { counts } = await managing.get(`/management/retirements?q=${mine}`);
    expect(counts).toMatchObject({ RETIREMENT_IN_PROGRESS: 0, RETIRED: 10 });
  });

  await test.step("Ctrl K finds the order again, and its keys lead on", async () => {
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog", { name: "Search or jump to" });
    await search.getByPlaceholder(/^Order, company/).fill("#Sorrento");
    await expect(search.getByRole("option").first()).toContainText("Sorrento");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: /^Order \d+$/ })).toContainText("Sorrento");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  });
});

/** A serial number of one tonne, as the registry writes it. */
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
