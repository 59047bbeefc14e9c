import { expect, test } from "vitest";
import { bodyOf, draftOf, quantityOf, wrongOf, type RetirementDraft } from "./retirementForm.ts";

const draft: RetirementDraft = {
  quantity: "1,200",
  beneficiaryName: " Demo AG ",
  purpose: "OWN_EMISSIONS",
  periodFrom: "",
  periodTo: "",
  message: "",
  unnamed: false,
};

test("a quantity is whole tonnes from 1", () => {
  expect(quantityOf("1,200")).toBe(1200);
  for (const text of ["", "0", "1.5", "-3", "1,2", "ten"]) expect(quantityOf(text)).toBeUndefined();
});

test("more than is available, a short name and a period the wrong way round are wrong", () => {
  expect(wrongOf(draft, 1200)).toEqual({});
  const wrong = {
    ...draft,
    beneficiaryName: "A ",
    periodFrom: "2026-02-01",
    periodTo: "2026-01-01",
  };
  expect(wrongOf(wrong, 1199)).toEqual({
    quantity: "tooMany",
    beneficiaryName: "beneficiaryWrong",
    periodTo: "periodWrong",
  });
});

test("what was left empty is not sent", () => {
  expect(bodyOf(draft, 7)).toEqual({
    vintageId: 7,
    quantity: 1200,
    beneficiaryName: "Demo AG",
    purpose: "OWN_EMISSIONS",
    unnamed: false,
  });
});

test("a body that was sent fills the form again", () => {
  const full = { ...draft, quantity: "1200", beneficiaryName: "Demo AG", periodFrom: "2025-01-01" };
  expect(draftOf(bodyOf(full, 7))).toEqual(full);
});
