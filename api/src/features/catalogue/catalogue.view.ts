import { claimTypes, codeNames, creditTypes, impactTypes } from "@tonneline/contract/codes";
import {
  type AvailabilityStatus,
  type ClaimType,
  type CreditType,
  type ImpactType,
  type Project,
  type ProjectDocument,
  type ProjectSummary,
} from "@tonneline/contract/catalogue";
import { imageView } from "../../core/pictures.ts";
import { deliveryStateOf } from "@tonneline/contract/delivery";
import { euros } from "../../core/money.ts";
import { categoriesOf, statusOf } from "./listing.rules.ts";
import { ownPrice, shownPrice, termsOf, type CompanyTerms } from "./ownPrices.rules.ts";
import { bestKnown } from "./record.rules.ts";
import type { ProjectRow } from "./project.sql.ts";
import type { SummaryRow } from "./rows.sql.ts";

export function coded<C extends keyof typeof codeNames>(code: string) {
  return { id: code as C, name: codeNames[code as C] };
}

/** When credits of a vintage are expected, how that stands, and why. */
export function deliveryView(
  row: Parameters<typeof deliveryStateOf>[0] & { deliveryNote: string },
) {
  const state = deliveryStateOf(row);
  const { expectedDelivery, deliveryNote } = row;
  return {
    expectedDelivery,
    deliveryState: state && coded<typeof state>(state),
    deliveryNote: state === "DELIVERED" ? "" : deliveryNote,
  };
}

export function eurosOrNone(cents: number | null): number | null {
  return cents === null ? null : euros(cents);
}

/** A project as cards and tables show it. */
export function summaryView(row: SummaryRow): ProjectSummary {
  const { years } = row;
  return {
    id: row.id,
    name: row.name,
    externalId: row.externalId,
    registry: { id: row.registryId, name: row.registryName },
    registryUrl: row.registryUrl,
    projectDeveloper: { id: row.developerId, name: row.developerName },
    projectType: { id: row.projectTypeId, name: row.projectTypeName },
    countries: row.countries,
    continent: row.continent as ProjectSummary["continent"],
    sustainableDevelopmentGoals: row.sdgs,
    status: coded<AvailabilityStatus>(statusOf(row)),
    categories: categoriesOf(row),
    investmentAvailable: row.investmentAvailable,
    availableCredits: row.available,
    expectedCredits: row.expected,
    expectedDelivery:
      row.deliveryFrom === null ? null : { from: row.deliveryFrom, to: row.deliveryTo! },
    totalCredits: row.issued,
    vintagesAvailable:
      years.length === 0 ? null : { min: Math.min(...years), max: Math.max(...years) },
    priceFrom: eurosOrNone(row.priceFrom),
    priceTo: eurosOrNone(row.priceTo),
    creditTypes: creditTypes.filter((type) => row.creditTypes.includes(type)),
    impactTypes: impactTypes.filter((type) => row.impactTypes.includes(type)),
    claimTypes: claimTypes.filter((type) => row.claimTypes.includes(type)),
    images: row.images.map(imageView),
    labels: row.labels as ProjectSummary["labels"],
    facts: bestKnown(row.record),
    sponsoringDetails: sponsoringView(row),
    financingDetails: financingView(row),
    demonstration: row.demonstration,
  };
}

/** The columns of a project that say what financing and sponsoring are offered. */
export type DetailsRow = Pick<
  SummaryRow,
  Extract<keyof SummaryRow, `${"sponsoring" | "financing"}${string}`>
>;

// The database has all of the details or none of them.
export function sponsoringView(row: DetailsRow): ProjectSummary["sponsoringDetails"] {
  if (row.sponsoringExpectedImpact === null) return null;
  return {
    expectedImpact: row.sponsoringExpectedImpact,
    sponsoringOpportunity: { from: row.sponsoringFrom!, to: row.sponsoringTo! },
  };
}

export function financingView(row: DetailsRow): ProjectSummary["financingDetails"] {
  if (row.financingExpectedCredits === null) return null;
  return {
    expectedCredits: row.financingExpectedCredits,
    financingOpportunity: { from: row.financingFrom!, to: row.financingTo! },
    averagePricePerCredit: euros(row.financingPriceCents!),
    creditingPeriod: row.financingCreditingPeriod!,
    methodology: row.financingMethodology!,
  };
}

/** A document of a project: elsewhere, or a file that `getDocument` answers. */
export function documentView(row: {
  id: number;
  name: string;
  url: string | null;
  bytes: number | null;
}): ProjectDocument {
  const { id, name, url, bytes } = row;
  return { documentId: id, name, url: url ?? `/api/v1/documents/${id}`, bytes };
}

/** What the vintages of a project cost the company that looks at it, and from which price on. */
function pricedView(row: ProjectRow, own: CompanyTerms | undefined) {
  // Where one is to ask, price lists say nothing either.
  const company = row.ownStatus === "CONTACT_REQUIRED" ? undefined : own;
  const priced = row.vintages.map(({ listCents, ...vintage }) => {
    const facts = { ...row, ...vintage, projectId: row.id, listCents };
    const cents = ownPrice(facts, company && termsOf(company, vintage.id));
    return { vintage, listCents, cents };
  });
  return {
    ...ownSpan(row.priceFrom, priced),
    vintages: priced.map(({ vintage, cents, listCents }) => ({
      ...vintage,
      ...shownPrice(cents, listCents),
    })),
  };
}

/** The lowest and highest price of vintages for a company; nothing where they are those of the catalogue. */
export function ownSpan(
  listFrom: number | null,
  vintages: readonly { listCents: number | null; cents: number | null }[],
): Partial<Pick<ProjectSummary, "priceFrom" | "priceTo" | "listPriceFrom">> {
  if (vintages.every(({ listCents, cents }) => listCents === cents)) return {};
  const all = vintages.flatMap(({ cents }) => cents ?? []);
  return {
    priceFrom: euros(Math.min(...all)),
    priceTo: euros(Math.max(...all)),
    listPriceFrom: eurosOrNone(listFrom),
  };
}

/** A project as its own page shows it, at the prices of a company or of everybody. */
export function projectView(row: ProjectRow, own?: CompanyTerms): Project {
  const { vintages, ...prices } = pricedView(row, own);
  return {
    ...summaryView(row),
    ...prices,
    nameAtRegistry: row.nameAtRegistry,
    description: row.description,
    auditor: row.auditorId === null ? null : { id: row.auditorId, name: row.auditorName! },
    vintages: vintages.map(({ available, impactType, claimType, ...vintage }) => ({
      ...vintage,
      ...deliveryView(vintage),
      impactType: coded<ImpactType>(impactType),
      claimType: coded<ClaimType>(claimType),
      status: coded<"ACTIVE" | "WITHDRAWN">(vintage.status),
      creditType: coded<CreditType>(vintage.creditType),
      availableCredits: available,
      currency: "EUR",
    })),
    documents: row.documents.map(documentView),
    changes: row.changes.map(({ id, change, changedAt }) => ({
      id,
      change,
      date: new Date(changedAt).toISOString(),
    })),
    embedUrl: row.embedUrl,
    youtubeVideos: row.youtubeVideoIds.map((videoId) => ({ videoId })),
    reports: row.reports.map(({ priceCents, ...report }) => ({
      ...report,
      price: euros(priceCents),
      currency: "EUR",
    })),
    registryStatus: row.registryStatus,
    hidden: false,
    version: row.version,
  };
}
