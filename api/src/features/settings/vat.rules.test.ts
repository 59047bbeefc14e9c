import { expect, test } from "vitest";
import { vatTreatment } from "./vat.rules.ts";

test.each([
  ["of the seller's own country pays its rate", "DE", "DE", { category: "S", percent: 19 }],
  ["of another EU country pays none and owes it there", "FR", "DE", { category: "AE", percent: 0 }],
  ["of Greece is one of the EU, however it is written", "GR", "DE", { category: "AE", percent: 0 }],
  ["outside the EU is outside its scope", "CH", "DE", { category: "O", percent: 0 }],
  ["of the United Kingdom is outside its scope", "GB", "DE", { category: "O", percent: 0 }],
  ["of Monaco is one of France", "MC", "DE", { category: "AE", percent: 0 }],
  ["of Monaco pays a French seller's rate", "MC", "FR", { category: "S", percent: 19 }],
  ["of France pays the rate of a seller in Monaco", "FR", "MC", { category: "S", percent: 19 }],
  ["of the EU pays a seller outside it as any other", "DE", "CH", { category: "AE", percent: 0 }],
  ["at home outside the EU pays the rate there", "CH", "CH", { category: "S", percent: 19 }],
] as const)("A buyer %s", (_which, buyer, seller, treatment) => {
  expect(vatTreatment(buyer, seller, 19)).toEqual(treatment);
});
