import type * as contract from "@tonneline/contract/legacyCart";
import { endpointRef, call } from "../../lib/api.ts";
import { rowTotal, sumsOf, type CartModel, type VatQuery } from "./cart.model.ts";

// The cart's calls while the flag new_cart_api is off; to be removed together with it.

const path = "/me/cart/deprecated";
const getLegacyCart = endpointRef<typeof contract.getLegacyCart>({ method: "GET", path });
const setVintage = endpointRef<typeof contract.setLegacyCartVintage>({ method: "POST", path });
const removeVintage = endpointRef<typeof contract.removeLegacyCartVintage>({
  method: "DELETE",
  path,
});

/** Fetches the cart from the legacy API, which lacks the pages and projects of reports. */
export async function readLegacyCart(query: VatQuery, signal: AbortSignal): Promise<CartModel> {
  return fromLegacyCart(await call(getLegacyCart, { query }, { signal }));
}

/** Sets the tonnes of a vintage and holds them; 0 removes it. */
export async function writeLegacyVintage(
  query: VatQuery,
  body: { vintageId: number; credits: number },
): Promise<CartModel> {
  const { vintageId } = body;
  return fromLegacyCart(
    body.credits > 0
      ? await call(setVintage, { query, body }, { keepalive: true })
      : await call(removeVintage, { query, body: { vintageId } }, { keepalive: true }),
  );
}

function fromLegacyCart(cart: contract.LegacyCart): CartModel {
  return {
    projects: cart.projects.map((project) => ({
      id: project.id,
      name: project.name,
      externalId: project.externalId,
      countries: project.countries,
      registry: project.registry,
      projectType: project.projectType,
      images: project.images,
      vintages: project.vintages.map((vintage) => ({
        vintageId: vintage.id,
        projectId: project.id,
        projectName: project.name,
        year: vintage.year,
        creditType: vintage.creditType.id,
        expectedDelivery: vintage.expectedDelivery,
        claimType: vintage.claimType,
        impactType: vintage.impactType,
        quantity: vintage.credits,
        price: vintage.price,
        listPrice: vintage.listPrice,
        totalPrice: rowTotal(vintage.price, vintage.credits),
        reservedTo: vintage.reservedTo,
        available: vintage.availableCredits,
        purchasable: vintage.purchasable,
      })),
    })),
    reports: cart.reports.map(({ reportId, reportName, price }) => ({
      reportId,
      name: reportName,
      pages: null,
      projectNames: [],
      price,
    })),
    ...sumsOf(cart),
  };
}
