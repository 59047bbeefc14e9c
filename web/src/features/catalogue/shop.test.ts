import type { Vintage } from "@tonneline/contract/catalogue";
import { expect, test } from "vitest";
import { vintage } from "../../test/vintage.ts";
import { shopLines, shopSum, windowAt, yearRanges } from "./shop.ts";
import type { InCart } from "./shop.ts";

const vintageOf = (id: number, year: number, availableCredits: number, price: number | null) =>
  ({ ...vintage, id, year, availableCredits, price }) satisfies Vintage;
const older = vintageOf(1, 2022, 18_500, 28.4);
const newer = vintageOf(2, 2023, 14_250, 29.9);
const nothing = new Map<number, never>();

test("The sum adds the typed quantities to those in the cart", () => {
  const inCart = new Map<number, InCart>([[1, { credits: 400, reserved: true }]]);
  const lines = shopLines([older, newer], inCart, new Map([[2, "250"]]), nothing);
  expect(lines.map((line) => [line.vintage.year, line.tonnes, line.changed])).toEqual([
    [2023, 250, true],
    [2022, 400, false],
  ]);
  expect(shopSum(lines)).toEqual({ tonnes: 650, netCents: 1_883_500 });
});

test("Own reserved credits count as available, those of an expired hold do not", () => {
  const typed = new Map([[1, "18,700"]]);
  const held = new Map<number, InCart>([[1, { credits: 400, reserved: true }]]);
  const ended = new Map<number, InCart>([[1, { credits: 400, reserved: false }]]);
  expect(shopLines([older], held, typed, nothing)[0]?.problem).toBeUndefined();
  expect(shopLines([older], ended, typed, nothing)[0]?.problem).toEqual({
    kind: "tooMany",
    available: 18_500,
  });
});

test("A refusal applies to the refused quantity only, not to the next one", () => {
  const refused = new Map([[1, { credits: 9000, available: 1120 }]]);
  const refusedLine = shopLines([older], nothing, new Map([[1, "9000"]]), refused)[0];
  expect(refusedLine?.problem).toEqual({ kind: "tooMany", available: 1120 });
  const next = shopLines([older], nothing, new Map([[1, "1120"]]), refused)[0];
  expect(next?.problem).toBeUndefined();
});

test("A line with an invalid quantity is not in the sum", () => {
  const typed = new Map([
    [1, "abc"],
    [2, "10"],
  ]);
  expect(shopSum(shopLines([older, newer], nothing, typed, nothing))).toEqual({
    tonnes: 10,
    netCents: 29_900,
  });
});

test("Emptying the field of a vintage in the cart is a change to 0", () => {
  const inCart = new Map<number, InCart>([[1, { credits: 400, reserved: true }]]);
  const line = shopLines([older], inCart, new Map([[1, ""]]), nothing)[0];
  expect(line).toMatchObject({ tonnes: 0, changed: true });
});

test("Consecutive years form one range", () => {
  expect(yearRanges([2024, 2021, 2022, 2023, 2026])).toBe("2021–2024, 2026");
  expect(yearRanges([2019])).toBe("2019");
  expect(yearRanges([])).toBe("");
});

test("A window locates today in it", () => {
  const window = { from: "2026-01-01", to: "2026-01-10" };
  expect(windowAt(window, "2025-12-31")).toEqual({ state: "coming", share: 0 });
  expect(windowAt(window, "2026-01-06")).toEqual({ state: "open", share: 0.5 });
  expect(windowAt(window, "2026-01-10").state).toBe("open");
  expect(windowAt(window, "2026-01-11")).toEqual({ state: "closed", share: 1 });
});
