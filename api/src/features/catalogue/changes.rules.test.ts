import { expect, test } from "vitest";
import { statusChangeText, vintageChangeTexts, type VintageFacts } from "./changes.rules.ts";

const before: VintageFacts = {
  year: 2022,
  priceCents: 123_450,
  claimType: "COMPENSATION",
  impactType: "REMOVAL_SHORT",
  creditType: "EX_ANTE",
  status: "ACTIVE",
  methodology: "VM0007",
  periodStart: "2022-01-01",
  periodEnd: "2022-12-31",
  expectedDelivery: "2027-Q4",
  deliveryState: "ON_SCHEDULE",
  deliveryNote: "",
};
const texts = (after: Partial<VintageFacts>, from: Partial<VintageFacts> = {}) =>
  vintageChangeTexts({ ...before, ...from }, { ...before, ...from, ...after });

test.each<[string, Partial<VintageFacts>, string[]]>([
  ["Nothing", {}, []],
  ["A year", { year: 2023 }, ["Vintage 2022 is now vintage 2023"]],
  ["A price", { priceCents: 5 }, ["Vintage 2022: price changed from €1,234.50 to €0.05"]],
  [
    "A price that went",
    { priceCents: null },
    ["Vintage 2022: price changed from €1,234.50 to on request"],
  ],
  [
    "A claim",
    { claimType: "CONTRIBUTION" },
    ["Vintage 2022: claim changed from compensation claim to contribution claim"],
  ],
  [
    "An impact",
    { impactType: "MIXED" },
    ["Vintage 2022: impact changed from short-lived removal to reduction and removal"],
  ],
  [
    "A credit type",
    { creditType: "EX_POST" },
    ["Vintage 2022: credit type changed from expected to issued"],
  ],
  [
    "A quarter of delivery",
    { expectedDelivery: "2028-Q1" },
    ["Vintage 2022: expected delivery changed from Q4 2027 to Q1 2028"],
  ],
  [
    "A quarter that nobody knows any more",
    { expectedDelivery: null },
    ["Vintage 2022: expected delivery changed from Q4 2027 to not set"],
  ],
  [
    "A delay with its reason",
    { deliveryState: "LATE", deliveryNote: "The audit took longer" },
    [
      "Vintage 2022: expected delivery changed from Q4 2027 to Q4 2027, late: The audit took longer",
    ],
  ],
  [
    "A methodology that went",
    { methodology: "" },
    ["Vintage 2022: methodology changed from VM0007 to none"],
  ],
  [
    "The start of its period alone",
    { periodStart: null },
    ["Vintage 2022: period changed from 2022-01-01 – 2022-12-31 to its start – 2022-12-31"],
  ],
  [
    "The end of its period alone",
    { periodEnd: null },
    ["Vintage 2022: period changed from 2022-01-01 – 2022-12-31 to 2022-01-01 – its end"],
  ],
  [
    "A period that went is its year",
    { periodStart: null, periodEnd: null },
    ["Vintage 2022: period changed from 2022-01-01 – 2022-12-31 to 2022"],
  ],
  ["A sale that ended", { status: "WITHDRAWN" }, ["Vintage 2022: taken off sale"]],
])("%s", (_what, after, expected) => {
  expect(texts(after)).toEqual(expected);
});

test("A vintage that is on sale again, with all other changes in a fixed order", () => {
  const from = { status: "WITHDRAWN", methodology: "" };
  expect(texts({ status: "ACTIVE", methodology: "VM0001", year: 2023 }, from)).toEqual([
    "Vintage 2022 is now vintage 2023",
    "Vintage 2023: methodology changed from none to VM0001",
    "Vintage 2023: on sale again",
  ]);
});

test("A project's status in words", () => {
  expect(statusChangeText("AVAILABLE", "CONTACT_REQUIRED")).toBe(
    "Availability changed from available to on request",
  );
});
