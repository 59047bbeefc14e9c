import { maxTonnes, sellable, type InCart, type ShopLine } from "./shop.ts";

interface FillRequest {
  tonnes: number;
  /** Euros per tonne, net; undefined: no limit. */
  maxPrice: number | undefined;
  withExpected: boolean;
}

/** The distribution of a need over vintages. */
export interface FillResult {
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
  { tonnes: need, maxPrice, withExpected }: FillRequest,
  inCartOf: (vintageId: number) => InCart | undefined,
): FillResult {
  const offered = lines
    .filter(
      ({ vintage }) =>
        sellable(vintage) &&
        (withExpected || vintage.creditType.id === "EX_POST") &&
        (maxPrice === undefined || vintage.price! <= maxPrice),
    )
    .toSorted((a, b) => a.vintage.price! - b.vintage.price! || b.vintage.year - a.vintage.year);
  const inCart = offered.reduce((sum, line) => sum + line.inCart, 0);
  let remaining = Math.max(0, need - inCart);
  const tonnes = new Map<number, number>();
  for (const line of offered) {
    const available = Math.max(0, maxTonnes(line.vintage, inCartOf(line.vintage.id)) - line.inCart);
    const filled = Math.min(remaining, available);
    remaining -= filled;
    tonnes.set(line.vintage.id, line.inCart + filled);
  }
  return { tonnes, found: [...tonnes.values()].reduce((sum, each) => sum + each, 0) };
}
