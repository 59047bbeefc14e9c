import type {
  AvailabilityStatus,
  Category,
  ClaimType,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import { claimTypes, creditTypes, impactTypes } from "@tonneline/contract/codes";
import { categoriesOf, statusOf, type ListedFacts } from "./listing.rules.ts";
import { onSale } from "./record.rules.ts";

/** The facts of a vintage that decide what is offered. Cents and tonnes. */
export interface OfferedVintage {
  year: number;
  impactType: string;
  claimType: string;
  creditType: string;
  status: string;
  priceCents: number | null;
  expectedDelivery: string | null;
  issued: number;
  available: number;
}

type OfferedProject = Omit<ListedFacts, "years" | "available"> & {
  vintages: readonly OfferedVintage[];
};

/** What can be bought of a project, from its vintages on sale, and where it is listed. Cents and tonnes. */
export interface Offer {
  status: AvailabilityStatus;
  categories: Category[];
  available: number;
  /** The part of `available` that is not issued yet, and the quarters in which it is expected. */
  expected: number;
  deliveryFrom: string | null;
  deliveryTo: string | null;
  /** Includes withdrawn vintages: they were issued, but are not on sale. */
  issued: number;
  /** Sorted and unique. */
  years: number[];
  /** Null while prices are on request: price filters do not match it then. */
  priceFrom: number | null;
  priceTo: number | null;
  creditTypes: CreditType[];
  impactTypes: ImpactType[];
  claimTypes: ClaimType[];
}

/**
 * Computes the offer at list prices. Without a vintage on sale it has no price, year or type, and
 * nothing to buy; `issued` includes withdrawn vintages nonetheless.
 */
export function offerOf(project: OfferedProject): Offer {
  const vintages = onSale(project.vintages);
  const expected = vintages.filter(({ creditType }) => creditType === "EX_ANTE");
  const quarters = expected.flatMap(({ expectedDelivery }) => expectedDelivery ?? []).toSorted();
  const prices = pricedVintages(vintages).flatMap((vintage) => listCentsOf(project, vintage) ?? []);
  const years = [...new Set(vintages.map(({ year }) => year))].toSorted((a, b) => a - b);
  const { ownStatus, investmentAvailable, financingFrom, sponsoringFrom } = project;
  const available = sumOf(vintages, "available");
  const listed = {
    ownStatus,
    investmentAvailable,
    financingFrom,
    sponsoringFrom,
    years,
    available,
  };
  return {
    status: statusOf(listed),
    categories: categoriesOf(listed),
    available,
    expected: sumOf(expected, "available"),
    deliveryFrom: quarters[0] ?? null,
    deliveryTo: quarters.at(-1) ?? null,
    issued: sumOf(project.vintages, "issued"),
    years,
    priceFrom: prices.length === 0 ? null : Math.min(...prices),
    priceTo: prices.length === 0 ? null : Math.max(...prices),
    creditTypes: creditTypes.filter((type) => vintages.some((each) => each.creditType === type)),
    impactTypes: impactTypes.filter((type) => vintages.some((each) => each.impactType === type)),
    claimTypes: claimTypes.filter((type) => vintages.some((each) => each.claimType === type)),
  };
}

/** Returns the vintages on sale whose prices represent the project: those with stock, or all if none has any. */
export function pricedVintages<T extends { available: number }>(vintages: readonly T[]) {
  const left = vintages.filter(({ available }) => available > 0);
  return left.length > 0 ? left : vintages;
}

/**
 * The price of a vintage for buyers without a price of their own; null: on request, as for all
 * vintages of a CONTACT_REQUIRED project.
 */
export function listCentsOf(
  { ownStatus }: { ownStatus: string },
  { priceCents }: { priceCents: number | null },
): number | null {
  return ownStatus === "CONTACT_REQUIRED" ? null : priceCents;
}

function sumOf(vintages: readonly OfferedVintage[], column: "issued" | "available"): number {
  let sum = 0;
  for (const vintage of vintages) sum += vintage[column];
  return sum;
}
