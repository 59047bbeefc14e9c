import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vatCents } from "../../core/money.ts";
import {
  creditsOf,
  returnable,
  sumsOfPart,
  toRefundCents,
  type CreditableItem,
} from "./corrections.rules.ts";

const tonnes: CreditableItem = {
  id: 1,
  quantity: 100,
  priceCents: 1450,
  totalCents: 145_000,
  creditedQuantity: 0,
  creditedCents: 0,
};
const onlyCredit = (
  item: CreditableItem,
  requested: { quantity?: number; amountCents?: number },
) => {
  const { credits, faults } = creditsOf([item], [{ itemId: 1, ...requested }]);
  return credits[0] ?? faults[0];
};

describe("The credit of a line", () => {
  test("is its tonnes at their price, at another amount, or a price reduction without tonnes", () => {
    expect(onlyCredit(tonnes, { quantity: 3 })).toEqual({ itemId: 1, quantity: 3, cents: 4350 });
    expect(onlyCredit(tonnes, { quantity: 3, amountCents: 1 })).toEqual({
      itemId: 1,
      quantity: 3,
      cents: 1,
    });
    expect(onlyCredit(tonnes, { amountCents: 145_000 })).toEqual({
      itemId: 1,
      quantity: 0,
      cents: 145_000,
    });
  });

  test("never exceeds what is left of the line", () => {
    const used = { ...tonnes, creditedQuantity: 60, creditedCents: 90_000 };
    expect(onlyCredit(used, { quantity: 41 })).toEqual({
      path: "lines.0.quantity",
      message: "At most 40 left on this line",
    });
    expect(onlyCredit(used, { amountCents: 55_001 })).toEqual({
      path: "lines.0.amount",
      message: "At most €550.00 is left on this line",
    });
    // 39 t are worth more than is left, after an earlier price reduction of 3,000.00.
    expect(onlyCredit(used, { quantity: 39 })).toEqual({
      path: "lines.0.quantity",
      message: "At most €550.00 is left on this line: enter the amount as well",
    });
    expect(onlyCredit(used, { quantity: 37 })).toMatchObject({ cents: 53_650 });
    expect(onlyCredit(used, { quantity: 40 })).toEqual({ itemId: 1, quantity: 40, cents: 55_000 });
    const gone = { ...tonnes, creditedCents: 145_000 };
    expect(onlyCredit(gone, { quantity: 100 })).toMatchObject({
      message: "Nothing is left on this line",
    });
  });

  test("must name a line of the order, only once, and a quantity or an amount", () => {
    const { faults } = creditsOf(
      [tonnes],
      [
        { itemId: 1, quantity: 1 },
        { itemId: 2, quantity: 1 },
        { itemId: 1, quantity: 1 },
      ],
    );
    expect(faults).toEqual([
      { path: "lines.1.itemId", message: "This order has no such line" },
      { path: "lines.2.itemId", message: "This line is listed twice" },
    ]);
    expect(onlyCredit(tonnes, {})).toEqual({
      path: "lines.0.quantity",
      message: "Enter a quantity, an amount or both",
    });
  });
});

test("Parts of an invoice add up to the VAT of the whole, each at most a cent off its own", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 2700 }).map((hundredths) => hundredths / 100),
      (parts, percent) => {
        let before = 0;
        let vat = 0;
        for (const net of parts) {
          const part = sumsOfPart(before, net, percent);
          expect(part.grossCents).toBe(part.netCents + part.vatCents);
          expect(Math.abs(part.vatCents - vatCents(net, percent))).toBeLessThanOrEqual(1);
          before += net;
          vat += part.vatCents;
        }
        expect(vat).toBe(vatCents(before, percent));
      },
    ),
  );
});

test("Only tonnes that the buyer still holds go back on sale", () => {
  const holding = { purchased: 100, inProgress: 10, retired: 60 };
  expect(returnable(20, holding)).toBe(20);
  expect(returnable(31, holding)).toBe(30);
  expect(returnable(31, undefined)).toBe(0);
});

test("The refund due is what was paid above the amount due, and everything for a rejected order", () => {
  const order = { status: "PAID", grossCents: 1000, creditedCents: 300, refundedCents: 0 };
  expect(toRefundCents({ ...order, receivedCents: 1000 })).toBe(300);
  expect(toRefundCents({ ...order, receivedCents: 1000, refundedCents: 250 })).toBe(50);
  expect(toRefundCents({ ...order, receivedCents: 699 })).toBe(0);
  expect(toRefundCents({ ...order, status: "REJECTED", receivedCents: 400 })).toBe(400);
});
