import type { AvailabilityStatus, ClaimType } from "@tonneline/contract/catalogue";
import type { ProjectType } from "../src/features/directory/projectTypes.rules.ts";
import { seeded, seededInt } from "../src/features/imports/seeded.rules.ts";

/**
 * COMPENSATION for tonnes that no host country counts towards its Paris pledge (vintages up to 2020) and
 * for those with a letter of authorisation, CORSIA eligibility or the CCP label; CONTRIBUTION for the rest.
 */
export function claimType(year: number, labelKinds: readonly string[]): ClaimType {
  const cleared = labelKinds.some((kind) => ["ARTICLE_6", "CORSIA", "CCP"].includes(kind));
  return year <= 2020 || cleared ? "COMPENSATION" : "CONTRIBUTION";
}

/** Makes nearly all projects available, and a few of every other status so that each is represented. */
export function availability(externalId: string): AvailabilityStatus {
  const roll = seeded(externalId, "availability");
  if (roll < 0.02) return "TEMPORARILY_UNAVAILABLE";
  if (roll < 0.04) return "CONTACT_REQUIRED";
  if (roll < 0.055) return "COMING_SOON";
  if (roll < 0.075) return "SOLD_OUT";
  return "AVAILABLE";
}

/**
 * Tonnes on offer here: 10 to 60% of what remains at the registry, at least 50 (or all that remains)
 * and at most about 200,000. Nothing while a project is coming soon or sold out.
 */
export function stock(
  externalId: string,
  year: number,
  remaining: number,
  status: AvailabilityStatus,
): number {
  if (status === "COMING_SOON" || status === "SOLD_OUT") return 0;
  const key = `${externalId}/${year}`;
  const part = Math.floor(remaining * (0.1 + 0.5 * seeded(key, "stock")));
  const cap = 200_000 - seededInt(key, "stock cap", 0, 60_000);
  return Math.min(remaining, Math.max(50, Math.min(part, cap)));
}

const forward: Partial<Record<ProjectType, number>> = {
  "Afforestation/Reforestation": 0.5,
  Biochar: 1,
  "Carbon-Absorbing Concrete": 0.5,
  "Improved Forest Management": 0.06,
  "Wetland Restoration": 0.7,
};

/** Future vintages sold before issuance: for some removal projects, one to three years starting in 2026. */
export function exAnteVintages(
  externalId: string,
  type: ProjectType,
  annualTonnes: number,
): { year: number; tonnes: number }[] {
  if (seeded(externalId, "ex-ante") >= (forward[type] ?? 0) || annualTonnes < 200) return [];
  const years = seededInt(externalId, "ex-ante years", 1, 3);
  return Array.from({ length: years }, (_, i) => ({
    year: 2026 + i,
    tonnes: Math.min(
      60_000,
      Math.round((annualTonnes * (0.2 + 0.3 * seeded(`${externalId}/${i}`, "ex-ante part"))) / 10) *
        10,
    ),
  })).filter(({ tonnes }) => tonnes >= 50);
}

/** When a future vintage's credits are expected: monitored, verified and issued in the following year; a few are late. */
export function delivery(
  externalId: string,
  year: number,
): { expectedDelivery: string; deliveryState: "ON_SCHEDULE" | "LATE"; deliveryNote: string } {
  const key = `${externalId}/${year}`;
  const quarter = seededInt(key, "delivery", 2, 4);
  if (seeded(key, "late") >= 0.1)
    return {
      expectedDelivery: `${year + 1}-Q${quarter}`,
      deliveryState: "ON_SCHEDULE",
      deliveryNote: "",
    };
  return {
    expectedDelivery: `${year + 2}-Q1`,
    deliveryState: "LATE",
    deliveryNote: "The verification of the monitoring report is not finished",
  };
}

/**
 * Monitoring periods are seldom calendar years: for two in five projects the first vintage starts and the last
 * one ends within its year, and those between run from January to December. Null if only the year is known.
 */
export function period(
  externalId: string,
  year: number,
  first: number,
  last: number,
): { start: string; end: string } | null {
  if (seeded(externalId, "periods") >= 0.4) return null;
  const startMonth = year === first ? seededInt(externalId, "first month", 1, 7) : 1;
  const endMonth = year === last ? seededInt(externalId, "last month", 8, 12) : 12;
  const endDay = new Date(Date.UTC(year, endMonth, 0)).getUTCDate();
  const two = (n: number) => String(n).padStart(2, "0");
  return { start: `${year}-${two(startMonth)}-01`, end: `${year}-${two(endMonth)}-${endDay}` };
}
