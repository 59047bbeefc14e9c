import { vintagesOf, type CartModel, type CartVintage } from "./cart.model.ts";

/** What the buyer last saw of a row, kept between visits. Reports have no year, types or tonnes. */
export interface SeenRow {
  name: string;
  price: number;
  vintage?: Pick<
    CartVintage,
    "year" | "creditType" | "claimType" | "impactType" | "quantity" | "purchasable"
  >;
}
export type SeenCart = Record<string, SeenRow>;

export type ChangedFact =
  | "price"
  | "quantity"
  | "year"
  | "claimType"
  | "impactType"
  | "creditType"
  | "purchasable"
  | "removed";

/** One change of a row that somebody else made. `year` is the vintage's year as the buyer knows it. */
export interface CartChange {
  row: string;
  name: string;
  year: number | null;
  fact: ChangedFact;
  before?: string | number;
  after?: string | number;
}

export const vintageRow = (vintageId: number) => `vintage:${vintageId}`;
export const reportRow = (reportId: number) => `report:${reportId}`;

/** The cart as something to compare with later. */
export function seenOf(cart: CartModel): SeenCart {
  const vintages = vintagesOf(cart).map(
    ({ vintageId, projectName, price, ...vintage }): [string, SeenRow] => {
      const { year, creditType, claimType, impactType, quantity, purchasable } = vintage;
      return [
        vintageRow(vintageId),
        {
          name: projectName,
          price,
          vintage: { year, creditType, claimType, impactType, quantity, purchasable },
        },
      ];
    },
  );
  const reports = cart.reports.map(({ reportId, name, price }): [string, SeenRow] => [
    reportRow(reportId),
    { name, price },
  ]);
  return Object.fromEntries([...vintages, ...reports]);
}

/**
 * What changed between what was seen and the cart now, in the order of the rows seen. Rows that were not there before
 * are the buyer's own doing and no change.
 */
export function changesBetween(seen: SeenCart, now: SeenCart): CartChange[] {
  return Object.entries(seen).flatMap(([row, before]) => {
    const after = now[row];
    const common = { row, name: before.name, year: before.vintage?.year ?? null };
    if (!after) return [{ ...common, fact: "removed" as const }];
    const changes: CartChange[] = [];
    const compare = (fact: ChangedFact, was: string | number, is: string | number) => {
      if (was !== is) changes.push({ ...common, fact, before: was, after: is });
    };
    compare("price", before.price, after.price);
    if (before.vintage && after.vintage) {
      compare("quantity", before.vintage.quantity, after.vintage.quantity);
      compare("year", before.vintage.year, after.vintage.year);
      compare("claimType", before.vintage.claimType.name, after.vintage.claimType.name);
      compare("impactType", before.vintage.impactType.name, after.vintage.impactType.name);
      compare("creditType", before.vintage.creditType, after.vintage.creditType);
      compare("purchasable", Number(before.vintage.purchasable), Number(after.vintage.purchasable));
    }
    return changes;
  });
}

/**
 * Adds newer changes to those that the buyer has not yet acknowledged: the same fact of the same row keeps its first
 * value before and takes the last one after; when it is back where it was, it is no change any more.
 */
export function mergeChanges(known: CartChange[], newer: CartChange[]): CartChange[] {
  const same = (one: CartChange, other: CartChange) =>
    one.row === other.row && one.fact === other.fact;
  const removed = new Set(newer.filter(({ fact }) => fact === "removed").map(({ row }) => row));
  const kept = known
    .filter(({ row }) => !removed.has(row))
    .map((change) => {
      const later = newer.find((other) => same(change, other));
      return later ? { ...change, after: later.after } : change;
    })
    .filter(({ fact, before, after }) => fact === "removed" || before !== after);
  const added = newer.filter((change) => !known.some((other) => same(change, other)));
  return [...kept, ...added];
}

/** What was seen, after the buyer set a row to a quantity: his own doing is no change. 0 forgets the row. */
export function seenAfterSetting(seen: SeenCart, row: string, quantity: number): SeenCart {
  const { [row]: found, ...others } = seen;
  if (quantity === 0) return others;
  if (!found?.vintage) return seen;
  return { ...seen, [row]: { ...found, vintage: { ...found.vintage, quantity } } };
}
