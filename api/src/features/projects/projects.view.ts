import type {
  AvailabilityStatus,
  ClaimType,
  Continent,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import type { ManagedProject, ManagedProjectSummary } from "@tonneline/contract/projects";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import type { ManagedImage } from "@tonneline/contract/projectMedia";
import { euros, eurosOrNone } from "../../core/money.ts";
import { imageView } from "../../core/pictures.ts";
import {
  coded,
  deliveryView,
  documentView,
  financingView,
  sponsoringView,
} from "../catalogue/catalogue.view.ts";
import type { ImageRow } from "./images.sql.ts";
import { categoriesOf, type ManagedRow } from "./list.sql.ts";
import type { ManagedFacts } from "./one.sql.ts";
import type { VintageRow } from "./vintages.sql.ts";

/** An image as shown in the editor, from its upload on. */
export function managedImageView({ key, status, ...row }: ImageRow): ManagedImage {
  const { imageId, alt, urls } = imageView({ imageId: row.imageId, alt: row.alt, key });
  const { fileName, sizesReady } = row;
  const isReady = status === "READY";
  return {
    imageId,
    alt,
    urls: isReady ? urls : null,
    status: status as ManagedImage["status"],
    sizesReady,
    fileName,
  };
}

/**
 * A vintage as shown to operators, withdrawn or not: its net price in euros, null if on request, and
 * its stock in tonnes by state.
 */
export function managedVintageView(row: VintageRow): ManagedVintage {
  const { issued, available, reserved, committed, held, retiring, retired } = row;
  return {
    id: row.id,
    year: row.year,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    impactType: coded<ImpactType>(row.impactType),
    claimType: coded<ClaimType>(row.claimType),
    creditType: coded<CreditType>(row.creditType),
    ...deliveryView(row),
    status: coded<"ACTIVE" | "WITHDRAWN">(row.status),
    methodology: row.methodology,
    availableCredits: available,
    price: eurosOrNone(row.priceCents),
    currency: "EUR",
    stock: { issued, available, reserved, committed, held, retiring, retired },
    version: row.version,
  };
}

/** A row of the operators' list. */
export function managedSummaryView(row: ManagedRow): ManagedProjectSummary {
  const { id, name, externalId, countries, hidden, demonstration, version } = row;
  return {
    id,
    name,
    externalId,
    countries,
    hidden,
    demonstration,
    version,
    registry: { id: row.registryId, name: row.registryName },
    projectDeveloper: { id: row.developerId, name: row.developerName },
    projectType: { id: row.projectTypeId, name: row.projectTypeName },
    continent: row.continent as Continent | null,
    status: coded<AvailabilityStatus>(row.status),
    soldOut: row.status === "AVAILABLE" && row.sellable && row.available === 0,
    categories: categoriesOf(row.categories),
    availableCredits: row.available,
    totalCredits: row.issued,
    vintagesAvailable: spanOf(row.yearMin, row.yearMax),
    priceFrom: eurosOrNone(row.priceFrom),
    priceTo: eurosOrNone(row.priceTo),
    image: row.image && imageView(row.image),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function spanOf(min: number | null, max: number | null) {
  return min === null || max === null ? null : { min, max };
}

/**
 * A project as shown in the operators' editor. Withdrawn vintages are listed and count towards `totalCredits`;
 * availability, years, prices and types are those of the vintages on sale, sold-out ones included.
 */
export function managedProjectView(facts: ManagedFacts): ManagedProject {
  const { project: p, vintages, labels, inUse } = facts;
  const active = vintages.filter(({ status }) => status === "ACTIVE");
  const expected = active.filter(({ creditType }) => creditType === "EX_ANTE");
  const quarters = expected.flatMap(({ expectedDelivery }) => expectedDelivery ?? []).toSorted();
  const prices = active.flatMap(({ priceCents }) => priceCents ?? []);
  const years = active.map(({ year }) => year);
  const sum = (rows: VintageRow[], key: "available" | "issued") =>
    rows.reduce((total, row) => total + row[key], 0);
  const details = {
    sponsoringExpectedImpact: p.sponsoring_expected_impact,
    sponsoringFrom: p.sponsoring_from,
    sponsoringTo: p.sponsoring_to,
    financingExpectedCredits: p.financing_expected_credits,
    financingFrom: p.financing_from,
    financingTo: p.financing_to,
    financingPriceCents: p.financing_price_cents,
    financingCreditingPeriod: p.financing_crediting_period,
    financingMethodology: p.financing_methodology,
  };
  return {
    id: p.id,
    name: p.name,
    description: p.description,
    externalId: p.external_id,
    registry: { id: p.registry_id, name: p.registryName },
    registryUrl: p.registry_url,
    registryStatus: p.registry_status,
    projectDeveloper: { id: p.developer_id, name: p.developerName },
    auditor: p.auditor_id === null ? null : { id: p.auditor_id, name: p.auditorName! },
    projectType: { id: p.project_type_id, name: p.projectTypeName },
    methodology: p.methodology,
    countries: p.countries,
    continent: p.continent as Continent | null,
    sustainableDevelopmentGoals: p.sdgs,
    status: coded<AvailabilityStatus>(p.status),
    hidden: p.hidden,
    categories: categoriesOf(p.categories),
    investmentAvailable: p.investment_available,
    sponsoringDetails: sponsoringView(details),
    financingDetails: financingView(details),
    availableCredits: sum(active, "available"),
    expectedCredits: sum(expected, "available"),
    expectedDelivery: quarters.length > 0 ? { from: quarters[0]!, to: quarters.at(-1)! } : null,
    totalCredits: sum(vintages, "issued"),
    vintagesAvailable: years.length > 0 ? spanOf(Math.min(...years), Math.max(...years)) : null,
    priceFrom: prices.length > 0 ? euros(Math.min(...prices)) : null,
    priceTo: prices.length > 0 ? euros(Math.max(...prices)) : null,
    creditTypes: [...new Set(active.map(({ creditType }) => creditType as CreditType))],
    impactTypes: [...new Set(active.map(({ impactType }) => impactType as ImpactType))],
    claimTypes: [...new Set(active.map(({ claimType }) => claimType as ClaimType))],
    labels,
    embedUrl: p.embed_url,
    youtubeVideos: p.youtube_video_ids.map((videoId) => ({ videoId })),
    demonstration: p.demonstration,
    vintages: vintages.map(managedVintageView),
    images: facts.images.map(managedImageView),
    documents: facts.documents.map(documentView),
    reports: facts.reports.map(({ priceCents, ...report }) => ({
      ...report,
      price: euros(priceCents),
      currency: "EUR",
    })),
    changes: facts.changes.map((each) => ({ ...each, date: each.date.toISOString() })),
    inUse,
    version: p.version,
    createdAt: p.created_at.toISOString(),
    updatedAt: p.updated_at.toISOString(),
  };
}
