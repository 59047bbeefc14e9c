import type { Quote } from "@tonneline/contract/quotes";
import { expect, test } from "vitest";
import { sampleInvoice } from "../../../test/builders/invoice.ts";
import { collisions, pageTexts } from "../../../test/pdf.ts";
import { quotePdf } from "./quotes.pdf.ts";

const item = {
  productType: "VINTAGE_CREDITS",
  quantity: 10,
  price: 12,
  totalPrice: 120,
  product: {
    projectName: "森林保护项目".repeat(50),
    year: 2023,
    creditType: "EX_POST",
    claimType: { name: "Compensation" },
    registry: { name: "Verra" },
    externalId: "VCS1234",
  },
};

const quoteOf = (count: number, vat: Partial<Quote> = {}) =>
  ({
    number: "Q-2026-000007",
    status: "OPEN",
    validUntil: "2026-11-30T12:00:00Z",
    createdAt: "2026-11-01T12:00:00Z",
    items: Array.from({ length: count }, () => item),
    totalPriceNet: 120 * count,
    vatPercentage: 0,
    vatAmount: 0,
    vatCategory: "AE",
    totalPriceGross: 120 * count,
    ...vat,
  }) as unknown as Quote;
const paper = {
  seller: {
    ...sampleInvoice().seller,
    name: "Nordseeküste Klimaschutz Handelsgesellschaft mbH & Co. Kommanditgesellschaft auf Aktien",
    timeZone: "Europe/Berlin",
  },
  buyer: "Küstenwerke Bremerhaven ".repeat(10).trim(),
  address: "https://market.example/cart",
};

test.each([3, 4, 5, 6, 7])(
  "%i items with long names fit on whole pages, with their sums",
  async (count) => {
    const pdf = await quotePdf(quoteOf(count), paper);
    expect(await collisions(pdf)).toEqual([]);
    const pages = (await pageTexts(pdf)).map((page) => page.replaceAll(/\s+/g, " "));
    expect(pages.join("")).toContain("Total");
    for (const page of pages)
      expect(page).toMatch(
        / · Lindenstraße 12 · 10969 Berlin · Germany .*VAT ID DE123456788 .*HRB/,
      );
  },
);

test.each([13, 14, 15, 16, 17])(
  "the sums of %i items, about a page, stay above its foot",
  async (count) => {
    const short = { ...item, product: { ...item.product, projectName: "Peat" } };
    const quote = quoteOf(0, { items: Array(count).fill(short) } as Partial<Quote>);
    const brief = { ...paper, seller: { ...paper.seller, name: "Tonneline GmbH" }, buyer: "B" };
    expect(await collisions(await quotePdf(quote, brief))).toEqual([]);
  },
);

test("credits not yet issued by a registry have their expected delivery", async () => {
  const expected = { ...item.product, projectName: "Peat", creditType: "EX_ANTE" };
  const items = [{ ...item, product: { ...expected, expectedDelivery: "2027-Q4" } }, item];
  const quote = quoteOf(0, { items } as unknown as Partial<Quote>);
  const text = (await pageTexts(await quotePdf(quote, paper))).join(" ");
  expect(text.replaceAll(/\s+/g, " ")).toContain("Expected Q4 2027 · Compensation");
});

test.each<[Quote["status"], string]>([
  ["KEPT", "(Europe/Berlin). Prices and credits stand until then."],
  ["OPEN", "(Europe/Berlin), as long as the cart holds its credits and nothing in it changes."],
  ["EXPIRED", "(Europe/Berlin). Item"],
])("a quote in status %s promises no more than is held", async (status, expected) => {
  const text = (await pageTexts(await quotePdf(quoteOf(1, { status }), paper))).join(" ");
  expect(text.replaceAll(/\s+/g, " ")).toContain(expected);
});

test.each([
  ["2026-11-30T22:59:00Z", "30 November 2026 at 23:59"],
  ["2026-11-30T23:00:00Z", "30 November 2026 at 24:00"],
  ["2026-11-30T23:01:00Z", "1 December 2026 at 00:01"],
])("a quote until %s is valid in the seller's time zone until %s", async (validUntil, expected) => {
  const text = (await pageTexts(await quotePdf(quoteOf(1, { validUntil }), paper))).join(" ");
  expect(text.replaceAll(/\s+/g, " ")).toContain(`Valid until ${expected} (Europe/Berlin)`);
});

test("a quote says in the seller's time zone when it was made", async () => {
  const createdAt = "2026-11-30T22:59:00Z";
  const text = (await pageTexts(await quotePdf(quoteOf(1, { createdAt }), paper))).join(" ");
  expect(text.replaceAll(/\s+/g, " ")).toContain("Made 30 November 2026 at 23:59 (Europe/Berlin).");
});

test.each<[Partial<Quote>, string]>([
  [{ status: "WITHDRAWN" }, "Withdrawn. It can no longer be ordered. Item"],
  [{ status: "ORDERED", orderId: 42 }, "Ordered: it became order 42. Item"],
  [{ status: "REQUESTED" }, "Its order was sent to a colleague for approval. Item"],
])("with %o it has no day until which it would be valid", async (quote, expected) => {
  const pdf = await quotePdf(quoteOf(1, quote), paper);
  const text = (await pageTexts(pdf)).join(" ").replaceAll(/\s+/g, " ");
  expect(text).toContain(expected);
  expect(text).not.toContain("Valid until");
});

test.each<[Quote["status"], boolean]>([
  ["OPEN", true],
  ["KEPT", true],
  ["EXPIRED", false],
  ["WITHDRAWN", false],
])("a quote in status %s states where it can be ordered: %s", async (status, expected) => {
  const text = (await pageTexts(await quotePdf(quoteOf(1, { status }), paper))).join(" ");
  expect(text.includes("Order at https://market.example/cart")).toBe(expected);
});

test.each<[Partial<Quote>, string]>([
  [{ vatCategory: "S", vatPercentage: 19, vatAmount: 22.8 }, "VAT 19% €22.80"],
  [{ vatCategory: "AE" }, "VAT 0%, reverse charge €0.00"],
  [{ vatCategory: "O" }, "VAT 0%, outside scope €0.00"],
])("%o is described in words", async (vat, expected) => {
  const text = (await pageTexts(await quotePdf(quoteOf(1, vat), paper))).join(" ");
  expect(text.replaceAll(/\s+/g, " ")).toContain(expected);
});
