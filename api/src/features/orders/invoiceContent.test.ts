import { orderDetails } from "@tonneline/contract/orders";
import { expect, test } from "vitest";
import { invoiceDetails } from "../../../test/app.ts";
import { defaultSettings } from "../settings/settings.defaults.ts";
import type { OrderedItem } from "./corrections.sql.ts";
import { columnsOf } from "./details.sql.ts";
import { creditedLines, invoiceContent, openLines } from "./invoiceContent.ts";
import type { LockedOrder } from "./life.sql.ts";

const named = { id: 1, name: "Verra" };
const product = {
  project: {
    id: 1,
    name: "Reed beds",
    externalId: "VCS1",
    continent: null,
    countries: [],
    registry: named,
    projectType: named,
  },
  vintage: {
    id: 1,
    year: 2022,
    impactType: { id: "REDUCTION", name: "Reduction" },
    claimType: { id: "CONTRIBUTION", name: "Contribution" },
    methodology: "",
    creditType: { id: "EX_POST", name: "Issued" },
    expectedDelivery: null,
  },
};
const tonnes: OrderedItem = {
  id: 1,
  vintageId: 1,
  productType: "VINTAGE_CREDITS",
  product,
  quantity: 10,
  priceCents: 1000,
  totalCents: 10_000,
  creditedQuantity: 0,
  creditedCents: 0,
  returnedQuantity: 0,
};
const report: OrderedItem = {
  ...tonnes,
  id: 2,
  vintageId: null,
  productType: "DUE_DILIGENCE_REPORT",
  product: { reportId: 1, reportName: "Permanence", pages: 9, projects: [] },
  quantity: 1,
  priceCents: 5000,
  totalCents: 5000,
};

test("What is left of an order are its lines that were not credited, less what was", () => {
  const reduced = { ...tonnes, creditedCents: 3000 };
  const fewer = { ...tonnes, creditedQuantity: 4, creditedCents: 4000 };
  const credited = { ...report, creditedQuantity: 1, creditedCents: 5000 };
  expect(openLines([fewer, credited])).toMatchObject([
    { name: "Reed beds", unit: "TNE", quantity: 6, priceCents: 1000, totalCents: 6000 },
  ]);
  expect(openLines([reduced, report])).toMatchObject([
    { unit: "C62", quantity: 1, priceCents: 7000, description: expect.stringMatching(/, 10 t$/) },
    { name: "Permanence", unit: "C62", quantity: 1, priceCents: 5000 },
  ]);
  expect(openLines([{ ...tonnes, creditedQuantity: 10, creditedCents: 10_000 }])).toEqual([]);
});

test("A reduced price is credited as one piece, with the tonnes only if some are credited", () => {
  const credit = (quantity: number, cents: number) =>
    creditedLines([report, tonnes], [{ itemId: 1, quantity, cents }]);
  const description = "Carbon credits, Verra VCS1, vintage 2022, Issued, Contribution";
  expect(credit(3, 3000)).toMatchObject([
    { description, unit: "TNE", quantity: 3, priceCents: 1000, totalCents: 3000 },
  ]);
  const piece = { unit: "C62", quantity: 1, priceCents: 2999, totalCents: 2999 };
  expect(credit(3, 2999)).toMatchObject([{ ...piece, description: `${description}, 3 t` }]);
  expect(credit(0, 2999)).toMatchObject([{ ...piece, description }]);
});

test("The VAT of a credit note is rounded together with what was credited before", () => {
  const details = orderDetails.parse(invoiceDetails);
  const settings = defaultSettings(30, false);
  const sumsAfter = (creditedNetCents: number) => {
    const order = {
      ...columnsOf(details),
      credited_net_cents: creditedNetCents,
      vat_percent: 19,
    } as unknown as LockedOrder;
    const document = { kind: "CREDIT_NOTE", issuedOn: "2026-03-01", dueOn: null } as const;
    const lines = creditedLines([tonnes], [{ itemId: 1, quantity: 0, cents: 13 }]);
    const { vatCents, grossCents } = invoiceContent(order, document, lines, settings);
    return [vatCents, grossCents];
  };
  // 19 % of 13 cents are 2.47 cents, and of 26 cents 4.94 cents.
  expect(sumsAfter(0)).toEqual([2, 15]);
  expect(sumsAfter(13)).toEqual([3, 16]);
});
