import type { CartChange } from "@tonneline/contract/cart";
import { vintagesOf, type CartModel, type CartVintage } from "./cart.model.ts";

/**
 * A difference between two states of a cart. For added and removed items, `after` and `before` are tonnes; null for a
 * report.
 */
export interface Difference extends Omit<CartChange, "fact"> {
  fact: CartChange["fact"] | "added" | "takenOut";
}

type Line = Pick<Difference, "productType" | "productId" | "name" | "year"> & {
  tonnes: number | null;
  facts: Partial<Record<CartChange["fact"], CartChange["before"]>>;
};

/**
 * Returns what changed in a cart since the buyer saw it: the changes that the cart itself lists, and those that the
 * buyer made in another window or on another device, which it does not list.
 */
export function differencesOf(before: CartModel, now: CartModel): Difference[] {
  const listed = new Set(now.changes.map(keyOf));
  const linesBefore = new Map(linesOf(before).map((line) => [idOf(line), line]));
  const linesNow = new Map(linesOf(now).map((line) => [idOf(line), line]));
  const missing = [...linesBefore.values()].filter((line) => !linesNow.has(idOf(line)));
  const changes = [...linesNow.values()].flatMap((line) =>
    factChanges(linesBefore.get(idOf(line)), line),
  );
  const removals = missing
    .filter((line) => !listed.has(`${idOf(line)} removed`))
    .map((line) => differenceOf(line, "takenOut", line.tonnes, null));
  return [...now.changes, ...changes.filter((each) => !listed.has(keyOf(each))), ...removals];
}

const idOf = ({ productType, productId }: Pick<Line, "productType" | "productId">) =>
  `${productType} ${productId}`;
/** Identifies a difference within a list. */
export const keyOf = (each: Difference): string => `${idOf(each)} ${each.fact}`;

const differenceOf = (
  { productType, productId, name, year }: Line,
  fact: Difference["fact"],
  before: Difference["before"],
  after: Difference["after"],
): Difference => ({ productType, productId, name, year, fact, before, after });

function factChanges(previous: Line | undefined, line: Line): Difference[] {
  if (!previous) return [differenceOf(line, "added", null, line.tonnes)];
  const facts = Object.keys(line.facts) as CartChange["fact"][];
  return facts
    .filter((fact) => previous.facts[fact] !== line.facts[fact])
    .map((fact) => differenceOf(previous, fact, previous.facts[fact]!, line.facts[fact]!));
}

function linesOf(cart: CartModel): Line[] {
  const reports = cart.reports.map(({ reportId, name, price }): Line => ({
    productType: "DUE_DILIGENCE_REPORT",
    productId: reportId,
    name,
    year: null,
    tonnes: null,
    facts: { price },
  }));
  return [...vintagesOf(cart).map(vintageLine), ...reports];
}

const vintageLine = (row: CartVintage): Line => ({
  productType: "VINTAGE_CREDITS",
  productId: row.vintageId,
  name: row.projectName,
  year: row.year,
  tonnes: row.quantity,
  facts: {
    price: row.price,
    quantity: row.quantity,
    year: row.year,
    claimType: row.claimType.id,
    impactType: row.impactType.id,
    creditType: row.creditType,
    purchasable: row.purchasable,
  },
});
