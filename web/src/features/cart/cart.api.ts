import * as contract from "@tonneline/contract/cart";
import type { CountryCode } from "@tonneline/contract/countries";
import { call } from "../../lib/api.ts";
import { readLegacyCart, writeLegacyVintage } from "./cart.legacy.ts";
import { fromCart, type CartModel } from "./cart.model.ts";

/** Which of the two APIs is asked; both see the same cart. */
export type CartSource = "new" | "legacy";

interface VatOf {
  countryCode?: CountryCode | undefined;
}

export async function readCart(source: CartSource, query: VatOf, signal?: AbortSignal) {
  return source === "new"
    ? fromCart(await call(contract.getCart, { query }, { signal }))
    : readLegacyCart(query, signal);
}

/** Sets the tonnes of a vintage and holds them; 0 takes it out. */
export async function writeVintage(
  source: CartSource,
  query: VatOf,
  body: { vintageId: number; credits: number },
): Promise<CartModel> {
  if (source === "legacy") return writeLegacyVintage(query, body);
  const { vintageId } = body;
  return fromCart(
    body.credits > 0
      ? await call(contract.setCartVintage, { query, body })
      : await call(contract.removeCartVintage, { query, body: { vintageId } }),
  );
}

/** Reports have calls of the new cart only; they reach the same cart. */
export async function writeReport(
  query: VatOf,
  body: { reportId: number },
  wanted: boolean,
): Promise<CartModel> {
  const endpoint = wanted ? contract.addCartReport : contract.removeCartReport;
  return fromCart(await call(endpoint, { query, body }));
}
