import type * as contract from "@tonneline/contract/cart";
import { endpointRef, call } from "../../lib/api.ts";
import { readLegacyCart, writeLegacyVintage } from "./cart.legacy.ts";
import { fromCart, type CartModel, type VatQuery } from "./cart.model.ts";

const getCart = endpointRef<typeof contract.getCart>({ method: "GET", path: "/me/cart" });
const vintages = "/me/cart/vintages";
const setVintage = endpointRef<typeof contract.setCartVintage>({ method: "POST", path: vintages });
const removeVintage = endpointRef<typeof contract.removeCartVintage>({
  method: "DELETE",
  path: vintages,
});
const reports = "/me/cart/reports";
const addReport = endpointRef<typeof contract.addCartReport>({ method: "POST", path: reports });
const removeReport = endpointRef<typeof contract.removeCartReport>({
  method: "DELETE",
  path: reports,
});
const acknowledgeCartChanges = endpointRef<typeof contract.acknowledgeCartChanges>({
  method: "POST",
  path: "/me/cart/changes/noted",
});

/** Which of the two APIs to call; both operate on the same cart. */
export type CartSource = "new" | "legacy";

/** Fetches the cart from one of the two APIs. */
export async function readCart(source: CartSource, query: VatQuery, signal: AbortSignal) {
  return source === "new"
    ? fromCart(await call(getCart, { query }, { signal }))
    : readLegacyCart(query, signal);
}

/** Sets the tonnes of a vintage and holds them; 0 removes it. */
export async function writeVintage(
  source: CartSource,
  query: VatQuery,
  body: { vintageId: number; credits: number },
): Promise<CartModel> {
  if (source === "legacy") return writeLegacyVintage(query, body);
  const { vintageId } = body;
  return fromCart(
    body.credits > 0
      ? await call(setVintage, { query, body }, { keepalive: true })
      : await call(removeVintage, { query, body: { vintageId } }, { keepalive: true }),
  );
}

/** Adds or removes a report. Only the new cart API has calls for it; both share the same cart. */
export async function writeReport(
  query: VatQuery,
  body: { reportId: number },
  wanted: boolean,
): Promise<CartModel> {
  return fromCart(await call(wanted ? addReport : removeReport, { query, body }));
}

/** Records that the buyer has seen the changes up to a version of the cart. */
export async function acknowledgeChanges(version: number): Promise<void> {
  await call(acknowledgeCartChanges, { body: { version } });
}
