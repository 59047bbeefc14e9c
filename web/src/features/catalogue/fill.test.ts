import { expect, test } from "vitest";
import { fillQuantities } from "./fill.ts";
import type { ShopLine } from "./shop.ts";

function line(id: number, year: number, free: number, price: number | null, change = {}): ShopLine {
  const vintage = {
    id,
    year,
    availableCredits: free,
    price,
    status: { id: "ACTIVE", name: "On sale" },
    creditType: { id: "EX_POST", name: "Issued" },
    ...change,
  } as ShopLine["vintage"];
  return { vintage, inCart: 0, tonnes: 0, netCents: null, changed: false };
}
const lines = [
  line(1, 2021, 100, 12),
  line(2, 2022, 50, 10),
  line(3, 2023, 500, 10),
  line(4, 2020, 1000, 16),
  line(5, 2027, 900, 4, { creditType: { id: "EX_ANTE", name: "Expected" } }),
  line(6, 2024, 900, null),
];
const fill = (tonnes: number, maxPrice?: number, withExpected = false) => {
  const filled = fillQuantities(lines, { tonnes, maxPrice, withExpected }, () => undefined);
  return [filled.found, [...filled.tonnes].filter(([, each]) => each > 0)];
};

test.each([
  [
    "the cheapest first, of one price the newest",
    fill(520),
    [
      520,
      [
        [3, 500],
        [2, 20],
      ],
    ],
  ],
  ["no more than asked for", fill(1), [1, [[3, 1]]]],
  [
    "nothing dearer than said",
    fill(1000, 12),
    [
      650,
      [
        [3, 500],
        [2, 50],
        [1, 100],
      ],
    ],
  ],
  ["to the cent", fill(10, 9.99), [0, []]],
  [
    "expected ones only when wanted",
    fill(950, undefined, true),
    [
      950,
      [
        [5, 900],
        [3, 50],
      ],
    ],
  ],
  [
    "nothing without a price",
    fill(99_999),
    [
      1650,
      [
        [3, 500],
        [2, 50],
        [1, 100],
        [4, 1000],
      ],
    ],
  ],
])("A need takes %s", (_what, filled, expected) => {
  expect(filled).toEqual(expected);
});

test("What is in the cart counts towards the need and stays, whether it is reserved or not", () => {
  const carted = [{ ...line(1, 2021, 100, 12), inCart: 40 }, line(2, 2022, 500, 10)];
  const request = { tonnes: 60, maxPrice: undefined, withExpected: false };
  const held = fillQuantities(carted, request, (id) =>
    id === 1 ? { credits: 40, reserved: true } : undefined,
  );
  expect([...held.tonnes]).toEqual([
    [2, 20],
    [1, 40],
  ]);
  const enough = fillQuantities(carted, { ...request, tonnes: 30 }, () => undefined);
  expect([...enough.tonnes]).toEqual([
    [2, 0],
    [1, 40],
  ]);
});
