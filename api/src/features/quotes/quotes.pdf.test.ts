import type { Quote } from "@tonneline/contract/quotes";
import { expect, test } from "vitest";
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

test.each([3, 4, 5, 6, 7])(
  "%i items of long names stand on whole pages, and so do their sums",
  async (count) => {
    const quote = {
      number: "Q-2026-000007",
      validUntil: "2026-11-30T12:00:00Z",
      createdAt: "2026-11-01T12:00:00Z",
      items: Array.from({ length: count }, () => item),
      totalPriceNet: 120 * count,
      vatPercentage: 0,
      vatAmount: 0,
      totalPriceGross: 120 * count,
    } as unknown as Quote;
    const pdf = await quotePdf(quote, {
      name: "Nordseeküste Klimaschutz Handelsgesellschaft mbH & Co. Kommanditgesellschaft auf Aktien",
      timeZone: "Europe/Berlin",
      address: "https://market.example/cart",
    });
    expect(await collisions(pdf)).toEqual([]);
    expect((await pageTexts(pdf)).join("")).toContain("Total");
  },
);
