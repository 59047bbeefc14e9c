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

/** What of a vintage decides what is offered. Cents and tonnes. */
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

/** What of a project can be bought, by its vintages on sale, and where it is listed for that. Cents and tonnes. */
export interface Offer {
  status: AvailabilityStatus;
  categories: Category[];
  available: number;
  /** Of these, not issued yet; and the quarters in which they are expected. */
  expected: number;
  deliveryFrom: string | null;
  deliveryTo: string | null;
  /** Those of withdrawn vintages too: they were issued, but are not on sale. */
  issued: number;
  /** In their order, each once. */
  years: number[];
  /** Null while they are on request: nobody's to filter by. */
  priceFrom: number | null;
  priceTo: number | null;
  creditTypes: CreditType[];
  impactTypes: ImpactType[];
  claimTypes: ClaimType[];
}

/**
 * At the prices of the catalogue, not of a company. Without a vintage on sale it has no price, year or type, and
 * nothing to buy; `issued` counts withdrawn ones all the same.
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

/** Of vintages on sale those whose prices a project is shown at: nobody can pay for one with nothing left, unless none has. */
export function pricedVintages<T extends { available: number }>(vintages: readonly T[]) {
  const left = vintages.filter(({ available }) => available > 0);
  return left.length > 0 ? left : vintages;
}

/** What a vintage costs whoever has no price of their own; null: on request, as all are where one is to ask. */
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
