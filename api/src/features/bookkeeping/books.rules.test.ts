import { expect, test } from "vitest";
import { daysOfMonth, ecSalesOf, totalsOf, type BookedDocument } from "./books.rules.ts";

const document = (rest: Partial<BookedDocument>): BookedDocument => ({
  kind: "INVOICE",
  number: "2026-000001",
  corrects: null,
  issuedOn: "2026-01-12",
  suppliedOn: "2026-01-12",
  dueOn: "2026-01-26",
  orderId: 10_001,
  companyId: 7,
  companyName: "Energeia A.E.",
  countryCode: "GR",
  vatNumber: "EL 094014201",
  vatCategory: "AE",
  vatPercent: 0,
  netCents: 10_000,
  vatCents: 0,
  grossCents: 10_000,
  ...rest,
});

test("An EC sales list sums by normalized number, subtracts credit notes, sorts, and only omits sums of zero", () => {
  const documents = [
    document({ countryCode: "FR", vatNumber: "FR2", netCents: 900, kind: "CREDIT_NOTE" }),
    document({}),
    document({ vatNumber: "el094014201", netCents: 500 }),
    document({ kind: "CREDIT_NOTE", netCents: 2000 }),
    document({ countryCode: "AT", vatNumber: "ATU1", netCents: 300 }),
    document({ countryCode: "AT", vatNumber: "ATU1", netCents: 300, kind: "CREDIT_NOTE" }),
    document({ vatCategory: "S" }),
    document({ countryCode: "MC", vatNumber: "FR3", netCents: 700 }),
  ];
  expect(ecSalesOf(documents)).toMatchObject([
    { countryCode: "EL", vatNumber: "EL094014201", netCents: 8500 },
    { countryCode: "FR", vatNumber: "FR2", netCents: -900 },
    { countryCode: "FR", vatNumber: "FR3", netCents: 700 },
  ]);
});

test("An EC sales list has what a buyer without a VAT number entered instead as it was typed", () => {
  const sale = document({ countryCode: "AT", vatNumber: "beantragt am 2.12." });
  expect(ecSalesOf([sale])).toMatchObject([{ vatNumber: "beantragt am 2.12." }]);
});

test("Sums are as on the documents, or with credit notes negative", () => {
  const documents = [document({}), document({ kind: "CREDIT_NOTE", grossCents: 4000 })];
  expect(totalsOf(documents)).toMatchObject({ count: 2, grossCents: 14_000 });
  expect(totalsOf(documents, true)).toMatchObject({ count: 2, grossCents: 6000 });
});

test("A month ends on its last day", () => {
  expect(daysOfMonth("2026-02")).toEqual({ first: "2026-02-01", last: "2026-02-28" });
  expect(daysOfMonth("2028-02")).toEqual({ first: "2028-02-01", last: "2028-02-29" });
  expect(daysOfMonth("2026-12")).toEqual({ first: "2026-12-01", last: "2026-12-31" });
});
