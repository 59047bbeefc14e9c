import type { AvailabilityStatus, Category } from "@tonneline/contract/catalogue";

/** The statuses in the order in which lists show projects: those available for purchase first. */
export const statusOrder = [
  "AVAILABLE",
  "CONTACT_REQUIRED",
  "COMING_SOON",
  "TEMPORARILY_UNAVAILABLE",
  "SOLD_OUT",
] as const satisfies readonly AvailabilityStatus[];

/** The facts that decide where a project is listed; years and tonnes are those of its vintages on sale. */
export interface ListedFacts {
  ownStatus: string;
  years: readonly number[];
  available: number;
  investmentAvailable: boolean;
  financingFrom: string | null;
  sponsoringFrom: string | null;
}

/** An available project with vintages on sale but no stock is sold out, whatever status the operator set. */
export function statusOf({ ownStatus, years, available }: ListedFacts): AvailabilityStatus {
  if (ownStatus === "AVAILABLE" && years.length > 0 && available === 0) return "SOLD_OUT";
  return ownStatus as AvailabilityStatus;
}

/** A project without vintages is listed under credit sales if buyers may enquire about it, unless it is open for funding. */
export function categoriesOf(facts: ListedFacts): Category[] {
  const isFunded = facts.financingFrom !== null || facts.sponsoringFrom !== null;
  const isAnnounced = ["COMING_SOON", "CONTACT_REQUIRED"].includes(facts.ownStatus) && !isFunded;
  const categories: Category[] = [];
  if (facts.years.length > 0 || isAnnounced) categories.push("CREDIT_SALE");
  if (facts.investmentAvailable && facts.financingFrom !== null) categories.push("FINANCING");
  if (facts.investmentAvailable && facts.sponsoringFrom !== null) categories.push("SPONSORING");
  return categories;
}
