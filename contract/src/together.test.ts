import { expect, test } from "vitest";
import type { z } from "zod";
import { putBudgets } from "./approvals.ts";
import { approvalRule } from "./approvalRules.ts";
import { bookBankEntry } from "./bank.ts";
import { compareVintages } from "./compare.ts";
import { getSales } from "./dashboard.ts";
import { rowsOf } from "./decisions.ts";
import { getAccountStatement, getCompanyStatement } from "./documents.ts";
import { enteredFact } from "./evidence.ts";
import { completion } from "./managedRetirements.ts";
import { createPriceList, priceListRule, updatePriceList } from "./priceLists.ts";
import { priceRule } from "./prices.ts";
import { projectChange } from "./projects.ts";
import { createManagedQuote } from "./quotes.ts";
import { newRetirement, newRetirements } from "./retirements.ts";
import { levelBefore, sections } from "./settings.ts";
import { id, money, paymentAmount, positiveMoney, pricePerTonne, signedMoney } from "./shapes.ts";
import { periodFault, vintageChange } from "./vintages.ts";

/** The fields at fault, each as a path. */
const faults = (schema: z.ZodType, value: object) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join(".")) ?? [];

const list = { name: "Partners", companies: [], rules: [], prices: [], validUntil: null };
const retirement = { beneficiaryName: "BP", purpose: "OTHER" };
const claim = (from: string, to: string) => ({ periodFrom: from, periodTo: to });
const validity = (from: string, to: string) => ({ ...list, validFrom: from, validUntil: to });
const asked = (from: string, to: string) => ({ from, to });

test.each<[string, z.ZodType, (from: string, to: string) => object, string]>([
  ["a statement of account", getAccountStatement.query, asked, "to"],
  ["a company's statement", getCompanyStatement.query, asked, "to"],
  ["sales", getSales.query, asked, "to"],
  ["a new price list", createPriceList.body, validity, "validUntil"],
  [
    "a price list",
    updatePriceList.body,
    (from, to) => ({ ...validity(from, to), version: 1 }),
    "validUntil",
  ],
  [
    "the sponsoring of a project",
    projectChange,
    (from, to) => ({
      version: 1,
      sponsoringDetails: { expectedImpact: "More birds", sponsoringOpportunity: { from, to } },
    }),
    "sponsoringDetails.sponsoringOpportunity.to",
  ],
  [
    "a retirement",
    newRetirement,
    (from, to) => ({ ...retirement, vintageId: 1, quantity: 1, ...claim(from, to) }),
    "periodTo",
  ],
  [
    "several retirements",
    newRetirements,
    (from, to) => ({
      ...retirement,
      holdings: [{ vintageId: 1, quantity: 1 }],
      ...claim(from, to),
    }),
    "periodTo",
  ],
])("the period of %s may be one day, but does not end before it begins", (_, schema, of, field) => {
  expect(faults(schema, of("2026-03-10", "2026-03-10"))).toEqual([]);
  expect(faults(schema, of("2026-03-10", "2026-03-11"))).toEqual([]);
  expect(faults(schema, of("2026-03-10", "2026-03-09"))).toEqual([field]);
});

test("a period without an end, or without a beginning, is accepted where both are optional", () => {
  for (const one of [{ from: "2026-03-10" }, { to: "2026-03-10" }, {}])
    expect(faults(getCompanyStatement.query, one)).toEqual([]);
  const whole = { ...retirement, vintageId: 1, quantity: 1 };
  for (const one of [{ periodFrom: "2026-03-10" }, { periodTo: "2026-03-10" }, {}])
    expect(faults(newRetirement, { ...whole, ...one })).toEqual([]);
  expect(faults(createPriceList.body, { ...list, validFrom: "2026-03-10" })).toEqual([]);
});

test("sales are of at most ten years, and retirements claimed for 1990 to 2100", () => {
  expect(faults(getSales.query, asked("2016-03-11", "2026-03-10"))).toEqual([]);
  expect(faults(getSales.query, asked("2015-03-09", "2026-03-10"))).toEqual(["from"]);
  const whole = { ...retirement, vintageId: 1, quantity: 1 };
  const claimed = (day: string) => faults(newRetirement, { ...whole, periodFrom: day });
  expect(["1990-01-01", "2100-12-31"].flatMap(claimed)).toEqual([]);
  expect(["1989-12-31", "2101-01-01"].map(claimed)).toEqual([["periodFrom"], ["periodFrom"]]);
});

test.each([
  [null, null, undefined],
  ["2024-01-01", null, "periodEnd"],
  [null, "2024-01-01", "periodStart"],
  ["2024-06-01", "2024-06-01", undefined],
  ["2024-06-02", "2024-06-01", "periodEnd"],
  ["2023-12-31", "2025-01-01", undefined],
  ["2025-01-01", "2025-12-31", "periodStart"],
  ["2023-01-01", "2023-12-31", "periodEnd"],
])(
  "the period of a vintage of 2024 from %s to %s is wrong in: %s",
  (periodStart, periodEnd, at) => {
    expect(periodFault({ year: 2024, periodStart, periodEnd })?.path).toBe(at);
  },
);

test.each<[string, z.ZodType, (ids: number[]) => unknown]>([
  ["a bulk decision", rowsOf(id), (ids) => ids.map((each) => ({ id: each, asks: 1 }))],
  [
    "a booking",
    bookBankEntry.body,
    (ids) => ({ orders: ids.map((orderId) => ({ orderId, amount: 1 })) }),
  ],
  [
    "a price list",
    createPriceList.body,
    (ids) => ({
      ...list,
      validFrom: "2026-01-01",
      prices: ids.map((vintageId) => ({ vintageId, price: 1 })),
    }),
  ],
  [
    "a quote",
    createManagedQuote.body,
    (ids) => ({
      userId: 1,
      until: "2026-03-10",
      items: ids.map((vintageId) => ({ vintageId, credits: 1 })),
    }),
  ],
  [
    "a retirement of several",
    newRetirements,
    (ids) => ({ ...retirement, holdings: ids.map((vintageId) => ({ vintageId, quantity: 1 })) }),
  ],
  [
    "a change of vintages",
    projectChange,
    (ids) => ({ version: 1, changedVintages: ids.map((each) => ({ id: each, version: 1 })) }),
  ],
  [
    "a year's budgets",
    putBudgets.body,
    (ids) => ids.map((each) => ({ costCentre: `CC-${each}`, year: 2026, amount: 1 })),
  ],
])("%s names each once", (_, schema, of) => {
  expect(schema.safeParse(of([1, 2])).success).toBe(true);
  expect(schema.safeParse(of([1, 2, 1])).success).toBe(false);
});

test("a project has each label once, or with other details", () => {
  const label = { kind: "CCB", detail: "", source: "The registry", asOf: "2026-03-10" };
  const of = (...labels: object[]) => faults(projectChange, { version: 1, labels });
  expect(of(label, { ...label, detail: "Gold" })).toEqual([]);
  expect(of(label, { ...label, source: "Another" })).toEqual(["labels.1.detail"]);
});

test("a project's videos are YouTube's, and its crediting years come once, in order", () => {
  const of = (...youtubeVideos: string[]) => faults(projectChange, { version: 1, youtubeVideos });
  expect(of("https://youtu.be/dQw4w9WgXcQ")).toEqual([]);
  expect(of("https://video.example/dQw4w9WgXcQ")).toEqual(["youtubeVideos.0"]);
  const { financingDetails } = projectChange.shape;
  const details = {
    expectedCredits: 5,
    financingOpportunity: asked("2026-03-10", "2026-03-10"),
    averagePricePerCredit: 10,
    methodology: "VM0042",
    creditingPeriod: [2027, 2025, 2027],
  };
  expect(financingDetails.parse(details)).toEqual({ ...details, creditingPeriod: [2025, 2027] });
});

test("a cost centre has one budget a year, however it is written", () => {
  const planned = (...given: [string, number][]) =>
    putBudgets.body.safeParse(given.map(([costCentre, year]) => ({ costCentre, year, amount: 1 })))
      .success;
  expect(planned(["CC-1", 2026], ["CC-1", 2027])).toBe(true);
  expect(planned(["CC-1", 2026], ["cc-1", 2026])).toBe(false);
});

test("two to six vintages are compared", () => {
  const ids = (count: number) => ({
    ids: Array.from({ length: count }, (_, at) => String(at + 1)),
  });
  const can = (count: number) => compareVintages.query.safeParse(ids(count)).success;
  expect([1, 2, 6, 7].map(can)).toEqual([false, true, true, false]);
});

test("a discount's last year is not before its first", () => {
  const of = (years: object) =>
    faults(createPriceList.body, {
      ...list,
      validFrom: "2026-01-01",
      rules: [{ percent: 5, ...years }],
    });
  for (const years of [{ yearFrom: 2020 }, { yearTo: 2020 }, { yearFrom: 2020, yearTo: 2020 }])
    expect(of(years)).toEqual([]);
  expect(of({ yearFrom: 2021, yearTo: 2020 })).toEqual(["rules.0.yearTo"]);
});

test.each([
  [{ kind: "AMOUNT", over: 0.01 }, true],
  [{ kind: "AMOUNT" }, false],
  [{ kind: "TONNES", over: 5 }, true],
  [{ kind: "TONNES", over: 5.5 }, false],
  [{ kind: "EX_ANTE" }, true],
  [{ kind: "EX_ANTE", over: 1 }, false],
])("an approval rule %j is possible: %s", (rule, is) => {
  expect(approvalRule.safeParse(rule).success).toBe(is);
});

test("a fact has a value if it is known, and only then", () => {
  const fact = { source: "The registry", asOf: "2026-03-10" };
  const is = (state: string, value?: string) =>
    enteredFact.safeParse({ ...fact, state, ...(value && { value }) }).success;
  expect([is("KNOWN", "Yes"), is("NOT_APPLICABLE")]).toEqual([true, true]);
  expect([is("KNOWN"), is("NOT_APPLICABLE", "Yes")]).toEqual([false, false]);
});

test("credits are added or withdrawn with a reason", () => {
  const change = (more: object) => faults(vintageChange, { version: 1, ...more });
  expect([{}, { addCredits: 0 }, { addCredits: -5, reason: "Sold" }].flatMap(change)).toEqual([]);
  expect(change({ addCredits: -5 })).toEqual(["reason"]);
});

test("serial numbers come as one pair or as blocks; both only if they agree", () => {
  const at = { registryUrl: "https://registry.example/1", retiredAt: "2026-03-10T12:00:00Z" };
  const pair = (first: string, last: string) => ({ serialNumberFrom: first, serialNumberTo: last });
  const blocks = [pair("A-1", "A-2"), pair("A-5", "A-6")];
  const of = (given: object) => faults(completion, { ...at, ...given });
  for (const given of [pair("A-1", "A-2"), { blocks }, { blocks, ...pair("A-1", "A-6") }])
    expect(of(given)).toEqual([]);
  expect(of({})).toEqual(["serialNumberFrom", "serialNumberTo"]);
  expect(of({ serialNumberFrom: "A-1" })).toEqual(["serialNumberTo"]);
  expect(of({ blocks, ...pair("A-1", "A-2") })).toEqual(["serialNumberTo"]);
  expect(of({ blocks, ...pair("A-5", "A-6") })).toEqual(["serialNumberFrom"]);
});

test.each<[string, z.ZodType]>([
  ["a price", pricePerTonne],
  ["a sum", positiveMoney()],
  ["an amount", money],
  ["a movement", signedMoney],
  ["a payment", paymentAmount],
  ["a change of prices", priceRule.shape.by],
  ["what payments may fall short by", sections.bank.shape.allowance],
  ["a reminder's fee", sections.reminders.shape.fee],
  ["a limit of approvals", approvalRule.shape.over],
  ["a budget", putBudgets.body.element.shape.amount],
  ["a discount", priceListRule.shape.percent],
])("%s has whole cents", (_, amount) => {
  expect(amount.safeParse(10.55).success).toBe(true);
  expect(amount.safeParse(10.555).success).toBe(false);
});

test("a change of prices and a payment are of something", () => {
  for (const [amount, least] of [
    [priceRule.shape.by, -0.01],
    [paymentAmount, -0.01],
    [positiveMoney(), 0.01],
  ] as const) {
    expect(amount.safeParse(least).success).toBe(true);
    expect(amount.safeParse(0).success).toBe(false);
  }
});

test("no reminder is due before the one before it", () => {
  const at = (level1Days: number, level2Days: number, level3Days: number) =>
    levelBefore({ level1Days, level2Days, level3Days } as never)?.field;
  expect([at(7, 14, 28), at(7, 7, 7), at(7, 6, 28), at(7, 14, 13)]).toEqual([
    undefined,
    undefined,
    "level2Days",
    "level3Days",
  ]);
});
