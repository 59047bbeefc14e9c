import type { Vintage } from "@tonneline/contract/catalogue";

/** An issued vintage on sale. */
export const vintage = {
  id: 4,
  year: 2023,
  availableCredits: 9000,
  price: 20,
  currency: "EUR",
  methodology: "VM0033",
  periodStart: null,
  periodEnd: null,
  status: { id: "ACTIVE", name: "On sale" },
  creditType: { id: "EX_POST", name: "Issued" },
  expectedDelivery: null,
  deliveryState: null,
  deliveryNote: "",
  claimType: { id: "CONTRIBUTION", name: "Contribution claim" },
  impactType: { id: "REMOVAL_SHORT", name: "Short-lived removal" },
} as const satisfies Vintage;
