import { limit, sellable, type InCart, type ShopLine } from "./shop.ts";

interface Wish {
  tonnes: number;
  /** Euros per tonne, net; undefined: no limit. */
  atMost: number | undefined;
  withExpected: boolean;
}

/** The distribution of a need over vintages. */
export interface Filled {
  /** Tonnes by vintage; what the cart already has of a vintage stays in it. */
  tonnes: ReadonlyMap<number, number>;
  found: number;
}

/**
 * Spreads a need over the available tonnes, cheapest first and newest first at the same price; only issued credits unless
 * expected ones are wanted. What is in the cart counts towards it. May find less than needed.
 */
export function fillQuantities(
  lines: readonly ShopLine[],
  { tonnes: need, atMost, withExpected }: Wish,
  inCartOf: (vintageId: number) => InCart | undefined,
): Filled {
  const offered = lines
    .filter(
      ({ vintage }) =>
        sellable(vintage) &&
        (withExpected || vintage.creditType.id === "EX_POST") &&
        (atMost === undefined || vintage.price! <= atMost),
    )
    .toSorted((a, b) => a.vintage.price! - b.vintage.price! || b.vintage.year - a.vintage.year);
  const inCart = offered.reduce((sum, line) => sum + line.inCart, 0);
  let left = Math.max(0, need - inCart);
  const tonnes = new Map<number, number>();
  for (const line of offered) {
    const free = Math.max(0, limit(line.vintage, inCartOf(line.vintage.id)) - line.inCart);
    const taken = Math.min(left, free);
    left -= taken;
    tonnes.set(line.vintage.id, line.inCart + taken);
  }
  return { tonnes, found: [...tonnes.values()].reduce((sum, each) => sum + each, 0) };
}
