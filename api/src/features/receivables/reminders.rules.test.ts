import { expect, test } from "vitest";
import { refusalReason, nextReminder, sumsOf } from "./reminders.rules.ts";

const terms = {
  automatic: false,
  level1Days: 3,
  level2Days: 14,
  level3Days: 28,
  payWithinDays: 7,
  fee: 40,
  interestPercent: 10.27,
};

const late = { dueOn: "2026-01-01", payBy: null, reopenedOn: null };
test.each([
  [0, { level: 1, on: "2026-01-04" }],
  [1, { level: 2, on: "2026-01-15" }],
  [2, { level: 3, on: "2026-01-29" }],
  [3, undefined],
])("level %i is followed by %o", (last, next) => {
  expect(nextReminder(last, late, terms)).toEqual(next);
});

test.each([
  ["the days to pay of the one before end earlier", { payBy: "2026-01-13" }, "2026-01-15"],
  ["they end the day before", { payBy: "2026-01-14" }, "2026-01-15"],
  ["they are not over", { payBy: "2026-01-15" }, "2026-01-16"],
  ["an order that was paid is open again", { reopenedOn: "2026-03-01" }, "2026-03-09"],
  ["it was open again long ago", { reopenedOn: "2026-01-02" }, "2026-01-15"],
  ["both", { payBy: "2026-03-20", reopenedOn: "2026-03-01" }, "2026-03-21"],
])("the second is sent once no deadline is running: %s", (_, since, on) => {
  expect(nextReminder(1, { ...late, ...since }, terms)).toEqual({ level: 2, on });
});

test("Only the third level adds a lump sum and interest, by days", () => {
  expect(sumsOf(2, 1_005_600, 28, terms)).toEqual({ feeCents: 0, interestCents: 0 });
  // 10,056.00 × 10.27 % × 28 / 365 = 79.2247…
  expect(sumsOf(3, 1_005_600, 28, terms)).toEqual({ feeCents: 4000, interestCents: 7922 });
  // 365 days of 1 % on 0.50 make half a cent.
  expect(sumsOf(3, 50, 365, { ...terms, interestPercent: 1 }).interestCents).toBe(1);
  expect(sumsOf(3, 49, 365, { ...terms, interestPercent: 1 }).interestCents).toBe(0);
  expect(sumsOf(3, 1000, -1, terms).interestCents).toBe(0);
  const { fee: _, interestPercent: __, ...bare } = terms;
  expect(sumsOf(3, 1000, 28, bare)).toEqual({ feeCents: 0, interestCents: 0 });
});

const order = { openCents: 100, last: 1, daysLate: 20, stop: null };
test.each<[Parameters<typeof refusalReason>, RegExp | undefined]>([
  [[2, order], undefined],
  [[3, order], undefined],
  [[1, order], /Level 1 has already been sent/],
  [[2, { ...order, openCents: 0 }], /Nothing/],
  [[2, { ...order, daysLate: 0 }], /not overdue/],
  [[2, { ...order, daysLate: 1 }], undefined],
  [[1, { ...order, last: 0, daysLate: 0 }], undefined],
  [[2, { ...order, stop: "wrong vintage" }], /stopped: wrong vintage/],
])("%o", (given, fault) => {
  if (fault) expect(refusalReason(...given)).toMatch(fault);
  else expect(refusalReason(...given)).toBeUndefined();
});
