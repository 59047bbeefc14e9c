import { expect, test } from "vitest";
import {
  bodyOf,
  claimsNeutrality,
  claimYears,
  draftOf,
  quantityOf,
  errorsOf,
  type RetirementDraft,
} from "./retirementForm.ts";

const holdings = [{ vintageId: 7 }, { vintageId: 3 }];
const draft: RetirementDraft = {
  tonnes: { 7: "1,200", 3: "5" },
  beneficiaryName: " Demo AG ",
  purpose: "OWN_EMISSIONS",
  claimYear: "",
  periodFrom: "",
  periodTo: "",
  message: "",
  unnamed: false,
};
const available = (vintageId: number) => (vintageId === 7 ? 1200 : 5);
const body = {
  holdings: [
    { vintageId: 7, quantity: 1200 },
    { vintageId: 3, quantity: 5 },
  ],
  beneficiaryName: "Demo AG",
  purpose: "OWN_EMISSIONS",
  unnamed: false,
};

test("a quantity is whole tonnes from 1", () => {
  expect(quantityOf("1,200")).toBe(1200);
  for (const text of ["", "0", "1.5", "-3", "1,2", "ten"]) expect(quantityOf(text)).toBeUndefined();
});

test("too many tonnes, a short name and a reversed period are errors", () => {
  expect(errorsOf(draft, holdings, available)).toBeUndefined();
  const wrong = {
    ...draft,
    tonnes: { 7: "1,201", 3: "" },
    beneficiaryName: "A ",
    claimYear: "period",
    periodFrom: "2026-02-01",
    periodTo: "2026-01-01",
  };
  expect(errorsOf(wrong, holdings, available)).toEqual({
    tonnes: { 7: "tooMany", 3: "quantityWrong" },
    beneficiaryName: "beneficiaryWrong",
    periodTo: "periodWrong",
  });
  expect(errorsOf({ ...draft, beneficiaryName: "BP" }, holdings, available)).toBeUndefined();
  // Another period without any day would be no period at all.
  const none = { ...draft, claimYear: "period" };
  expect(errorsOf(none, holdings, available)).toEqual({ tonnes: {}, periodFrom: "periodMissing" });
  expect(errorsOf({ ...none, periodTo: "2026-01-01" }, holdings, available)).toBeUndefined();
  const mistyped = {
    ...draft,
    claimYear: "period",
    periodFrom: "0025-01-01",
    periodTo: "2101-01-01",
  };
  expect(errorsOf(mistyped, holdings, available)).toMatchObject({
    periodFrom: "periodYears",
    periodTo: "periodYears",
  });
  // Hidden days are ignored.
  expect(errorsOf({ ...wrong, ...draft, claimYear: "2025" }, holdings, available)).toBeUndefined();
});

test("empty fields are not sent; a claim year is sent as its first and last day", () => {
  expect(bodyOf(draft, holdings)).toEqual(body);
  const days = { periodFrom: "2025-01-01", periodTo: "2025-12-31" };
  expect(bodyOf({ ...draft, claimYear: "2025" }, holdings)).toEqual({ ...body, ...days });
  const own = { claimYear: "period", periodFrom: "2025-04-01", periodTo: "" };
  expect(bodyOf({ ...draft, ...own }, holdings)).toEqual({ ...body, periodFrom: "2025-04-01" });
});

test("a sent body fills the form again", () => {
  const typed = { ...draft, tonnes: { 7: "1200", 3: "5" }, beneficiaryName: "Demo AG" };
  const again = (part: Partial<RetirementDraft>) =>
    draftOf(bodyOf({ ...typed, ...part }, holdings), "2026-11-22");
  expect(again({})).toEqual(typed);
  expect(again({ claimYear: "2021" })).toMatchObject({ claimYear: "2021", periodFrom: "" });
  const own = { claimYear: "period", periodFrom: "2020-01-01", periodTo: "2020-12-31" };
  expect(again(own)).toMatchObject(own);
});

test("a claim is offered for the current year and the five before it", () => {
  expect(claimYears("2026-01-01")).toEqual(["2026", "2025", "2024", "2023", "2022", "2021"]);
});

test.each([
  ["Our shoes are climate-neutral", true],
  ["Carbon Neutral delivery 2026", true],
  ["A climate positive event", true],
  ["CO₂-neutral printing", true],
  ["CO2-free travel", true],
  ["Net zero product", true],
  ["Klimaneutral gedruckt", true],
  ["Dieser Versand ist CO2-kompensiert", true],
  ["Business travel by air", false],
  ["A neutral climate of talks", false],
  ["CO2 from our ovens", false],
  ["Carbon Network GmbH", false],
  ["", false],
])("%j claims neutrality: %s", (text, claims) => {
  expect(claimsNeutrality(text)).toBe(claims);
});
