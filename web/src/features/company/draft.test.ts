import { beforeEach, expect, test } from "vitest";
import { useDrafts } from "./company.draft.ts";
import { draftFrom, inCountry, refreshDraft } from "./draft.ts";

beforeEach(() => useDrafts.setState({ users: {} }));

test("without saved details the form is blank, with the country that determines the VAT", () => {
  const { details, keep } = draftFrom(undefined, "FR");
  expect(details.companyName).toBe("");
  expect(details.invoiceAddress.countryCode).toBe("FR");
  expect(keep).toBe(true);
});

test("references of the last order are filled in, its remark is not", () => {
  const last = { purchaseOrderNumber: "PO 1", costCentre: null, buyerReference: "Dept 7" };
  expect(draftFrom(undefined, "FR", last).details).toMatchObject({
    purchaseOrderNumber: "PO 1",
    costCentre: "",
    buyerReference: "Dept 7",
    remark: "",
  });
});

test("input is stored in the tab, separately for each user, until it is ordered with", () => {
  const form = inCountry(draftFrom(undefined, "FR"), "DE");
  useDrafts.getState().saveForm("ilse@brennvik.example", form);
  expect(sessionStorage.getItem("invoice-draft")).toContain("ilse@brennvik.example");
  expect(useDrafts.getState().users["somebody@else.example"]).toBeUndefined();

  useDrafts.getState().clear("ilse@brennvik.example");
  expect(useDrafts.getState().users["ilse@brennvik.example"]?.form).toBeUndefined();
});

test("in another company the form has that company's saved details, unless edited", () => {
  const address = {
    street: "Kaai 12",
    postalCode: "2000",
    province: "Antwerpen",
    city: "Antwerpen",
  };
  const former = {
    companyName: "Varendonk Shipping",
    invoiceAddress: { ...address, countryCode: "BE" as const },
    invoiceEmail: "invoices@varendonk.example",
    vatNumber: "BE0404616494",
    version: 1,
  };
  const present = { ...former, companyName: "Brennvik Logistics" };
  const left = draftFrom(former, "BE");
  expect(refreshDraft(left, present)).toEqual(draftFrom(present, "BE"));
  const typed = { ...left, details: { ...left.details, companyName: "Varendonk Terminals" } };
  expect(refreshDraft(typed, present)).toBe(typed);
});
