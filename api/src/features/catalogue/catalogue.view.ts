import { codeNames } from "@tonneline/contract/codes";
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
import { euros, eurosOrNone } from "../../core/money.ts";
import { ownPrice, shownPrice, termsOf, type CompanyTerms } from "./ownPrices.rules.ts";
import { bestKnown, nameAtRegistry, onSale } from "./record.rules.ts";
import type { ProjectRow } from "./project.sql.ts";
import { listCentsOf, offerOf, pricedVintages, type Offer } from "./offer.rules.ts";
import type { CatalogueRow, VintageRow } from "./rows.sql.ts";

/** Casts a code to the requested type, unchecked, and adds its display name. */
export function coded<C extends keyof typeof codeNames>(code: string) {
  return { id: code as C, name: codeNames[code as C] };
}

/** When a vintage's credits are expected, the state of that delivery, and the reason. */
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

/** A project as shown on cards and in tables. */
export function summaryView(row: CatalogueRow, offer: Offer): ProjectSummary {
  const { years } = offer;
  return {
    id: row.id,
    name: row.name,
    externalId: row.externalId,
    registry: { id: row.registryId, name: row.registryName },
    registryUrl: row.registryUrl,
    projectDeveloper: { id: row.developerId, name: row.developerName },
    projectType: { id: row.projectTypeId, name: row.projectTypeName },
    countries: [...row.countries],
    continent: row.continent as ProjectSummary["continent"],
    sustainableDevelopmentGoals: row.sdgs,
    status: coded<AvailabilityStatus>(offer.status),
    categories: offer.categories,
    investmentAvailable: row.investmentAvailable,
    availableCredits: offer.available,
    expectedCredits: offer.expected,
    expectedDelivery:
      offer.deliveryFrom === null ? null : { from: offer.deliveryFrom, to: offer.deliveryTo! },
    totalCredits: offer.issued,
    vintagesAvailable:
      years.length === 0 ? null : { min: Math.min(...years), max: Math.max(...years) },
    priceFrom: eurosOrNone(offer.priceFrom),
    priceTo: eurosOrNone(offer.priceTo),
    creditTypes: offer.creditTypes,
    impactTypes: offer.impactTypes,
    claimTypes: offer.claimTypes,
    images: row.images.map(imageView),
    labels: row.labels as ProjectSummary["labels"],
    facts: bestKnown(row),
    sponsoringDetails: sponsoringView(row),
    financingDetails: financingView(row),
    demonstration: row.demonstration,
  };
}

/** The columns that describe a project's financing and sponsoring offers. */
export type DetailsRow = Pick<
  CatalogueRow,
  Extract<keyof CatalogueRow, `${"sponsoring" | "financing"}${string}`>
>;

/** The sponsoring that a project offers; null if none: the database has either all of the details or none. */
export function sponsoringView(row: DetailsRow): ProjectSummary["sponsoringDetails"] {
  if (row.sponsoringExpectedImpact === null) return null;
  return {
    expectedImpact: row.sponsoringExpectedImpact,
    sponsoringOpportunity: { from: row.sponsoringFrom!, to: row.sponsoringTo! },
  };
}

/** The financing that a project offers, with its average price in euros; null if none. */
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

/** A document of a project: an external link, or a file that `getProjectDocument` returns. */
export function documentView(row: {
  id: number;
  name: string;
  url: string | null;
  bytes: number | null;
}): ProjectDocument {
  const { id, name, url, bytes } = row;
  return { documentId: id, name, url: url ?? `/api/v1/documents/${id}`, bytes };
}

/** The prices of a project's vintages for the viewing company, and the lowest of them. */
function pricedView(row: ProjectRow, offer: Offer, own: CompanyTerms | undefined) {
  // While prices are on request, price lists do not apply either.
  const company = row.ownStatus === "CONTACT_REQUIRED" ? undefined : own;
  const priced = onSale(row.vintages).map((vintage) => {
    const listCents = listCentsOf(row, vintage);
    const facts = { ...row, ...vintage, projectId: row.id, listCents };
    const cents = ownPrice(facts, company && termsOf(company, vintage.id));
    return { vintage, available: vintage.available, listCents, cents };
  });
  return {
    ...ownSpan(offer.priceFrom, pricedVintages(priced)),
    vintages: priced.map(({ vintage, cents, listCents }) => ({
      ...vintageView(vintage),
      ...shownPrice(cents, listCents),
    })),
  };
}

/** A vintage on sale without its price. */
function vintageView(vintage: VintageRow) {
  const { id, year, periodStart, periodEnd, methodology } = vintage;
  return {
    id,
    year,
    periodStart,
    periodEnd,
    methodology,
    ...deliveryView(vintage),
    impactType: coded<ImpactType>(vintage.impactType),
    claimType: coded<ClaimType>(vintage.claimType),
    status: coded<"ACTIVE" | "WITHDRAWN">(vintage.status),
    creditType: coded<CreditType>(vintage.creditType),
    availableCredits: vintage.available,
    currency: "EUR" as const,
  };
}

/** The lowest and highest vintage price for a company; empty if they equal the catalogue's. */
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

/** A project as shown on its own page, at a company's prices or at the list prices. */
export function projectView(row: ProjectRow, own?: CompanyTerms): Project {
  const offer = offerOf(row);
  return {
    ...summaryView(row, offer),
    ...pricedView(row, offer, own),
    nameAtRegistry: nameAtRegistry(row),
    description: row.description,
    auditor: row.auditorId === null ? null : { id: row.auditorId, name: row.auditorName! },
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
