import type { ComparedFact, ComparedGroup } from "@tonneline/contract/compare";
import { namesOfCountries } from "@tonneline/contract/countries";

/** Display names of the groups and facts of a comparison in files. */
export const groupNames: Record<ComparedGroup, string> = {
  price: "Price and amount",
  credit: "Credit",
  labels: "Labels",
  record: "Record",
};

const factNames: Record<string, string> = {
  price: "Price per tonne, net (EUR)",
  available: "For sale (t)",
  status: "Availability",
  report: "Due-diligence report, net (EUR)",
  creditType: "Credit type",
  claimType: "Claim",
  impactType: "Impact",
  period: "Monitoring period",
  CCP: "CCP",
  CORSIA: "CORSIA",
  CCB: "CCB",
  ARTICLE_6: "Article 6",
  SOCIAL_CARBON: "Social Carbon",
  projectType: "Project type",
  countries: "Country",
  registry: "Registry and ID",
  registryStatus: "Registry status",
  developer: "Developer",
  known: "Facts known",
  methodology: "Methodology",
  methodologyVersion: "Methodology version",
  reversalCover: "Reversal cover",
  article6: "Article 6 state",
  verifier: "Auditor",
  issued: "Issued, this vintage (t)",
  retired: "Retired, this vintage (t)",
  remaining: "Not retired, this vintage (t)",
};

/** Returns a fact's name in files, with its unit if it has one; its key if it has no name. */
export function factName({ key }: ComparedFact): string {
  return factNames[key] ?? key;
}

/** Returns the text for a code or a missing value; figures remain numbers. */
export function factValue({ key, group }: ComparedFact, value: string | number | null) {
  if (value === null)
    return group === "labels" ? "Not shown" : (missing[key] ?? "Not in the record");
  if (key !== "countries") return value;
  return namesOfCountries(String(value).split(", ")).join(", ");
}

const missing: Record<string, string> = { price: "On request", report: "None" };
