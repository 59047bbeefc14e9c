import { describe, expect, test } from "vitest";
import {
  changesBetween,
  mergeChanges,
  seenAfterSetting,
  vintageRow,
  type SeenCart,
  type SeenRow,
} from "./cart.changes.ts";

const biochar: SeenRow = {
  name: "Lindenau Biochar",
  price: 158,
  vintage: {
    year: 2024,
    creditType: "EX_POST",
    claimType: { id: "CONTRIBUTION", name: "Contribution claim" },
    impactType: { id: "REMOVAL_SHORT", name: "Short-lived removal" },
    quantity: 40,
    purchasable: true,
  },
};
const row = vintageRow(7);
const seen: SeenCart = { [row]: biochar };
const withVintage = (changed: Partial<NonNullable<SeenRow["vintage"]>>): SeenCart => ({
  [row]: { ...biochar, vintage: { ...biochar.vintage!, ...changed } },
});

describe("what changed since the last visit", () => {
  test("a new price names the project, its year, the old and the new price", () => {
    expect(changesBetween(seen, { [row]: { ...biochar, price: 164 } })).toEqual([
      { row, name: "Lindenau Biochar", year: 2024, fact: "price", before: 158, after: 164 },
    ]);
  });

  test("claim, impact, year, credit type, a cut quantity and the end of sale each count", () => {
    const now = withVintage({
      claimType: { id: "COMPENSATION", name: "Compensation claim" },
      impactType: { id: "REDUCTION", name: "Reduction" },
      year: 2023,
      creditType: "EX_ANTE",
      quantity: 12,
      purchasable: false,
    });
    const facts = changesBetween(seen, now).map(({ fact, before, after }) => [fact, before, after]);
    expect(facts).toEqual([
      ["quantity", 40, 12],
      ["year", 2024, 2023],
      ["claimType", "Contribution claim", "Compensation claim"],
      ["impactType", "Short-lived removal", "Reduction"],
      ["creditType", "EX_POST", "EX_ANTE"],
      ["purchasable", 1, 0],
    ]);
  });

  test("a row that is gone is told once; a row that is new is the buyer's own", () => {
    const other = vintageRow(8);
    expect(changesBetween(seen, { [other]: biochar })).toEqual([
      { row, name: "Lindenau Biochar", year: 2024, fact: "removed" },
    ]);
  });

  test("nothing changed, nothing told", () => {
    expect(changesBetween(seen, withVintage({}))).toEqual([]);
  });
});

describe("changes that are not yet acknowledged", () => {
  const price = (before: number, after: number) =>
    changesBetween(
      { [row]: { ...biochar, price: before } },
      { [row]: { ...biochar, price: after } },
    );

  test("two changes of one price become one, from the first to the last", () => {
    expect(mergeChanges(price(158, 164), price(164, 170))).toMatchObject([
      { fact: "price", before: 158, after: 170 },
    ]);
  });

  test("a price that is back where it was is no change", () => {
    expect(mergeChanges(price(158, 164), price(164, 158))).toEqual([]);
  });

  test("a row that left makes its earlier changes pointless", () => {
    const gone = changesBetween(seen, {});
    expect(mergeChanges(price(158, 164), gone)).toEqual(gone);
  });
});

describe("what the buyer does himself", () => {
  test("his own quantity is no change, but a price that changed meanwhile still is", () => {
    const now = {
      [row]: { ...biochar, price: 164, vintage: { ...biochar.vintage!, quantity: 50 } },
    };
    const changes = changesBetween(seenAfterSetting(seen, row, 50), now);
    expect(changes.map(({ fact }) => fact)).toEqual(["price"]);
  });

  test("his own removal is no change", () => {
    expect(changesBetween(seenAfterSetting(seen, row, 0), {})).toEqual([]);
  });
});
