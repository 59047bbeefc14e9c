import { describe, expect, test } from "vitest";
import { daysOfQuarter, statementOf, type AccountMovement } from "./statement.rules.ts";

const moved = (day: string, cents: number): AccountMovement => ({
  kind: cents > 0 ? "INVOICE" : "PAYMENT",
  day,
  orderId: 10_001,
  reference: null,
  purchaseOrderNumber: null,
  cents,
});
const january = { from: "2026-01-01", to: "2026-01-31" };

describe("a statement of account", () => {
  test("leads from the opening balance over each movement to the closing balance", () => {
    const movements = [
      moved("2025-12-31", 11_900),
      moved("2026-01-01", -10_000),
      moved("2026-01-15", 5950),
      moved("2026-01-31", -7850),
      moved("2026-02-01", 100),
    ];
    expect(statementOf(movements, january)).toMatchObject({
      openingCents: 11_900,
      rows: [{ balanceCents: 1900 }, { balanceCents: 7850 }, { balanceCents: 0 }],
      debitCents: 5950,
      creditCents: 17_850,
      closingCents: 0,
    });
  });

  test("may end negative, with an overpayment", () => {
    const { closingCents, debitCents } = statementOf([moved("2026-01-02", -1)], january);
    expect([closingCents, debitCents]).toEqual([-1, 0]);
  });

  test("keeps its balance over a period without movements", () => {
    expect(statementOf([moved("2025-01-01", 250)], january)).toEqual({
      ...january,
      openingCents: 250,
      rows: [],
      debitCents: 0,
      creditCents: 0,
      closingCents: 250,
    });
  });
});

test.each([
  ["2026-Q1", "2026-01-01", "2026-03-31"],
  ["2028-Q1", "2028-01-01", "2028-03-31"],
  ["2026-Q2", "2026-04-01", "2026-06-30"],
  ["2026-Q4", "2026-10-01", "2026-12-31"],
])("%s goes from %s to %s", (quarter, from, to) => {
  expect(daysOfQuarter(quarter)).toEqual({ from, to });
});
