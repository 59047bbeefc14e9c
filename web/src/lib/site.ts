import type { ClientSettings } from "@tonneline/contract/client";
import { create } from "zustand";

type Site = Pick<
  ClientSettings,
  "brand" | "links" | "demonstration" | "paymentDays" | "sharesByLink"
>;

const storageKey = "site";

/** The product's defaults, until the server has sent the settings of this marketplace. */
const defaults: Site = {
  brand: { name: "Tonneline", logoUrl: null },
  demonstration: false,
  paymentDays: 14,
  sharesByLink: false,
  links: {
    companySite: null,
    privacy: "/legal/privacy-policy.pdf",
    terms: "/legal/terms-of-service.pdf",
    salesTerms: "/legal/sales-terms.pdf",
  },
};

/** Name, logo and links of this marketplace; remembered, so that a page does not start under another name. */
export const useSite = create<Site>()(loadStoredSite);

/** Stores the settings that the server has sent. */
export function storeSite({ brand, links, demonstration, paymentDays, sharesByLink }: Site): void {
  const site = { brand, links, demonstration, paymentDays, sharesByLink };
  localStorage.setItem(storageKey, JSON.stringify(site));
  useSite.setState(site);
}

function loadStoredSite(): Site {
  try {
    return {
      ...defaults,
      ...(JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<Site>),
    };
  } catch {
    return defaults;
  }
}
