import type {
  AvailabilityStatus,
  ClaimType,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import type { ComparedVintage } from "@tonneline/contract/compare";
import { euros } from "../../core/money.ts";
import { imageView } from "../../core/pictures.ts";
import { coded, deliveryView } from "../catalogue/catalogue.view.ts";
import { ownPrice, shownPrice } from "../catalogue/ownPrices.rules.ts";
import type { ComparedRow } from "./compare.sql.ts";

/** A vintage as shown in a comparison. */
export function comparedView(row: ComparedRow, record: ComparedVintage["record"]): ComparedVintage {
  const { id, year, periodStart, periodEnd, methodology } = row;
  const isWithdrawn = row.status === "WITHDRAWN";
  return {
    id,
    year,
    periodStart,
    periodEnd,
    impactType: coded<ImpactType>(row.impactType),
    claimType: coded<ClaimType>(row.claimType),
    creditType: coded<CreditType>(row.creditType),
    ...deliveryView(row),
    status: coded<"ACTIVE" | "WITHDRAWN">(row.status),
    methodology,
    availableCredits: isWithdrawn ? 0 : row.available,
    ...(isWithdrawn ? { price: null } : shownPrice(ownPrice(row, row.terms), row.listCents)),
    currency: "EUR",
    registryIssued: row.registryIssued,
    registryRetired: row.registryRetired,
    registryRemaining: row.registryRemaining,
    record,
    project: projectOf(row),
  };
}

function projectOf(row: ComparedRow): ComparedVintage["project"] {
  return {
    id: row.projectId,
    name: row.projectName,
    externalId: row.externalId,
    registry: { id: row.registryId, name: row.registryName },
    registryUrl: row.registryUrl,
    registryStatus: row.registryStatus,
    projectDeveloper: { id: row.developerId, name: row.developerName },
    projectType: { id: row.projectTypeId, name: row.projectTypeName },
    auditor: row.auditorId === null ? null : { id: row.auditorId, name: row.auditorName! },
    countries: row.countries,
    continent: row.continent as ComparedVintage["project"]["continent"],
    sustainableDevelopmentGoals: row.sdgs,
    status: coded<AvailabilityStatus>(row.projectStatus),
    labels: row.labels as ComparedVintage["project"]["labels"],
    images: row.images.map(imageView),
    reports: row.reports.map(({ priceCents, ...report }) => ({
      ...report,
      price: euros(priceCents),
    })),
    demonstration: row.demonstration,
  };
}
