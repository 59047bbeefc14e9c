import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "./app.ts";
import { aProject } from "./builders/project.ts";
import { readCii, readUbl } from "./en16931/reading.ts";
import { broken, centsOf } from "./en16931/rules.ts";
import { attachment, pageTexts } from "./pdf.ts";
import { invoiceJobs } from "../src/features/invoices/invoices.jobs.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const cents = (euros: number) => Math.round(euros * 100);
const sumsOf = (it: {
  totalPriceNet: number;
  vatAmount: number;
  totalPriceGross: number;
  totalCredits: number;
}) => ({
  net: cents(it.totalPriceNet),
  vat: cents(it.vatAmount),
  gross: cents(it.totalPriceGross),
  tonnes: it.totalCredits,
});

const bought = fc.array(
  fc.record({
    priceCents: fc.integer({ min: 1, max: 99_999 }),
    credits: fc.integer({ min: 1, max: 50_000 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test("Cart, order, invoice, credit note, both XML syntaxes and the page agree to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(bought, fc.constantFrom("DE", "FR", "GR", "CH"), async (items, country) => {
      const buyer = await t.aUser();
      const vintages = items.map((item, index) => ({ ...item, year: 2010 + index }));
      const { vintageIds } = await aProject(t.db, { vintages });
      for (const [index, { credits }] of items.entries()) {
        const vintageId = vintageIds[index];
        await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
      }
      const cart = (await t.call(buyer, "GET", `/me/cart?countryCode=${country}`)).body;
      const net = items.reduce((sum, { priceCents, credits }) => sum + priceCents * credits, 0);
      const vat = country === "DE" ? Math.floor((net * 19 + 50) / 100) : 0;
      const expected = {
        net,
        vat,
        gross: net + vat,
        tonnes: items.reduce((sum, { credits }) => sum + credits, 0),
      };
      expect(sumsOf(cart)).toEqual(expected);

      const legacy = await t.call(buyer, "GET", `/me/cart/deprecated?countryCode=${country}`);
      expect(sumsOf(legacy.body)).toEqual(expected);
      const placed = await t.call(buyer, "POST", "/me/cart/checkout", {
        ...invoiceDetails,
        invoiceAddress: { ...invoiceDetails.invoiceAddress, countryCode: country },
        version: cart.version,
      });
      expect(sumsOf(placed.body)).toEqual(expected);
      const { id } = placed.body as { id: number };
      const check = { vatCheck: { result: "VALID", on: "2026-01-01" } };
      await t.call(admin, "POST", `/management/orders/${id}/approve`, check);
      const reason = { reason: "To see the credit note" };
      const rejected = await t.call(admin, "POST", `/management/orders/${id}/reject`, reason);
      expect(sumsOf(rejected.body)).toEqual(expected);
      await t.runJobs(invoiceJobs(t.db, t.files));

      for (const document of ["invoice", "credit-note"]) {
        const pdf = await load(buyer, `/me/orders/${id}/${document}`);
        const embedded = readCii((await attachment(pdf, "factur-x.xml"))!);
        const ubl = readUbl(await load(buyer, `/me/orders/${id}/${document}/ubl`));
        expect(ubl).toEqual(embedded);
        expect(broken(ubl)).toEqual([]);
        expect(ubl.lines.map((line) => centsOf(line.net))).toEqual(
          items.map(({ priceCents, credits }) => priceCents * credits),
        );
        const { sums } = ubl;
        expect([sums.net, sums.vat, sums.gross, sums.due].map(centsOf)).toEqual([
          net,
          vat,
          net + vat,
          net + vat,
        ]);
        const page = (await pageTexts(pdf)).join("").replaceAll(/\s|,/g, "");
        expect(page).toContain(`€${((net + vat) / 100).toFixed(2)}`);
      }
    }),
    { numRuns: 12 },
  );
});

async function load(caller: TestCaller, path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${caller.authToken}` };
  const response = await t.app.inject({ url: `/api/v1${path}`, headers });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}
