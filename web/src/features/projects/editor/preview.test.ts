import { expect, test } from "vitest";
import { emptyFields, newVintage, type ProjectFields } from "./form.ts";
import { previewOf } from "./preview.ts";

const preview = (fields: Partial<ProjectFields>) =>
  previewOf({ ...emptyFields(), ...fields }, undefined);
const label = { kind: "CCP", detail: "Approved", source: "ICVCM", asOf: "2026-01-31" } as const;

test("the card keeps the place of a registry that is yet to be chosen", () => {
  expect(preview({}).registry.name).toBe("…");
});

test("the card shows the typed labels once they have a date", () => {
  expect(preview({ labels: [label, { ...label, asOf: "" }] }).labels).toEqual([label]);
});

test("the card shows no price of a vintage without credits, unless none has any", () => {
  const row = (price: string, credits: string) => ({ ...newVintage(), price, credits });
  const [soldOut, left] = [row("8", "0"), row("12", "40")];
  expect(preview({ vintages: [soldOut, left] })).toMatchObject({ priceFrom: 12, priceTo: 12 });
  expect(preview({ vintages: [soldOut] })).toMatchObject({ priceFrom: 8, priceTo: 8 });
});

test("the card separates issued from expected credits, counting only rows on sale", () => {
  const row = (typed: object) => ({ ...newVintage(), status: "ACTIVE" as const, ...typed });
  const card = preview({
    vintages: [
      row({ year: "2022", creditType: "EX_POST", credits: "100" }),
      row({ year: "2027", creditType: "EX_ANTE", credits: "40", expectedDelivery: "2028-Q4" }),
      row({ year: "2026", creditType: "EX_ANTE", credits: "10", expectedDelivery: "2027-Q2" }),
      row({ year: "2020", creditType: "EX_ANTE", credits: "7", status: "WITHDRAWN" }),
    ],
  });
  expect(card).toMatchObject({
    creditTypes: ["EX_POST", "EX_ANTE"],
    availableCredits: 150,
    expectedCredits: 50,
    expectedDelivery: { from: "2027-Q2", to: "2028-Q4" },
    vintagesAvailable: { min: 2022, max: 2027 },
  });
});
