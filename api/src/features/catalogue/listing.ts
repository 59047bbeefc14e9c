import { hash } from "node:crypto";
import type { CreditType, ProjectSummary } from "@tonneline/contract/catalogue";
import { creditTypes } from "@tonneline/contract/codes";
import { summaryView } from "./catalogue.view.ts";
import { fold, idKey } from "./fold.rules.ts";
import { statusOrder } from "./listing.rules.ts";
import { listCentsOf, offerOf, pricedVintages, type Offer } from "./offer.rules.ts";
import { nameAtRegistry, onSale } from "./record.rules.ts";
import type { CatalogueRow } from "./rows.sql.ts";
import type { SearchTexts } from "./search.ts";
import { placeWords } from "./placeWords.rules.ts";
import { kindWords } from "./words.rules.ts";

/** Query filters that have few choices and can be combined by a buyer. */
export const queryFilters = [
  "continent",
  "country",
  "projectType",
  "registry",
  "sdg",
  "creditType",
  "impactType",
  "claimType",
  "status",
  "label",
] as const;
/** All filters with few choices: each choice is a set of slots. */
export const choiceFilters = ["category", ...queryFilters, "year"] as const;
export type ChoiceFilter = (typeof choiceFilters)[number];
export type Choices = Record<ChoiceFilter, readonly (string | number)[]>;

/** What the index holds of a project: the values to sort, mix and count by, and its card as sent. */
export interface Listing {
  id: number;
  nameKey: string;
  externalKey: string;
  registryId: number;
  developerId: number;
  typeId: number;
  countries: readonly string[];
  /** Index in `statusOrder`. */
  state: number;
  /** How much evidence supports it, 0 to 4. */
  evidence: number;
  available: number;
  /** Number of known facts in its record. */
  known: number;
  newest: number | null;
  /** The vintages whose prices it is shown at, with the facts that company prices depend on. */
  vintages: { id: number; year: number; creditType: CreditType; listCents: number | null }[];
  /** Cents. */
  price: number | null;
  financingPrice: number | null;
  /** JSON; to be read by `cardOf`. */
  card: string;
  /** A company's own prices, as long as its card is still that with the list prices. */
  ownSpan?: Partial<ProjectSummary> | undefined;
  /** Changes only with its words: 48 bits of their hash. */
  textHash: number;
  /** Changes whenever the project is read again. */
  stamp: number;
}

export interface Listed {
  listing: Omit<Listing, "stamp">;
  choices: Choices;
  texts: SearchTexts;
}

/** Returns a project's card as JSON. One with own prices is made on first use: most are never displayed. */
export function cardOf(listing: Listing): string {
  const { card, ownSpan } = listing;
  if (ownSpan === undefined) return card;
  listing.ownSpan = undefined;
  return (listing.card = JSON.stringify({ ...(JSON.parse(card) as ProjectSummary), ...ownSpan }));
}

/** Converts a project's row for the index. `countryNames` has each country's names, comma-separated. */
export function listed(row: CatalogueRow, countryNames: ReadonlyMap<string, string>): Listed {
  const offer = offerOf(row);
  const { status, years } = offer;
  const texts = textsOf(row, offer, countryNames);
  const card = summaryView(row, offer);
  return {
    listing: {
      id: row.id,
      nameKey: fold(row.name),
      externalKey: idKey(row.externalId ?? ""),
      registryId: row.registryId,
      developerId: row.developerId,
      typeId: row.projectTypeId,
      countries: row.countries,
      state: statusOrder.indexOf(status),
      evidence: evidenceOf(row),
      available: offer.available,
      known: card.facts.known,
      newest: years.at(-1) ?? null,
      vintages: vintagesOf(row),
      price: offer.priceFrom,
      financingPrice: row.financingPriceCents,
      card: JSON.stringify(card),
      textHash: Number.parseInt(
        hash("sha1", Object.values(texts).flat().join("\n")).slice(0, 12),
        16,
      ),
    },
    choices: {
      category: offer.categories,
      continent: row.continent === null ? [] : [row.continent],
      country: row.countries,
      projectType: [row.projectTypeId],
      registry: [row.registryId],
      sdg: row.sdgs,
      creditType: offer.creditTypes,
      impactType: offer.impactTypes,
      claimType: offer.claimTypes,
      status: [status],
      label: row.labels.length > 0 ? row.labels.map(({ kind }) => kind) : ["NONE"],
      year: years,
    },
    texts,
  };
}

/** While prices are on request, no company has a price of its own either. */
function vintagesOf(row: CatalogueRow): Listing["vintages"] {
  if (row.ownStatus === "CONTACT_REQUIRED") return [];
  return pricedVintages(onSale(row.vintages)).map((vintage) => {
    const { id, year } = vintage;
    // One shared string: each row has a copy of its own per vintage.
    const creditType = creditTypes.find((each) => each === vintage.creditType)!;
    return { id, year, creditType, listCents: listCentsOf(row, vintage) };
  });
}

/** What a buyer's auditor would ask for first; labels show that a third party has already asked. */
function evidenceOf({ labels, auditorId, registryUrl }: CatalogueRow): number {
  return (labels.length > 0 ? 2 : 0) + Number(auditorId !== null) + Number(registryUrl !== null);
}

function textsOf(
  row: CatalogueRow,
  offer: Offer,
  countryNames: ReadonlyMap<string, string>,
): SearchTexts {
  const { projectTypeName, scope, labels, sdgs } = row;
  const { externalId, continent, countries, registryCode, registryName } = row;
  // VCS1764 is also found by its bare number.
  const number = externalId?.replaceAll(/\D/g, "") ?? "";
  return {
    id: [externalId ?? "", idKey(externalId ?? ""), number],
    name: [row.name, nameAtRegistry(row) ?? ""],
    kind: kindWords({ ...offer, projectTypeName, scope, labels, sdgs }),
    // Also as one word, as in web addresses.
    maker: [row.developerName, idKey(row.developerName)],
    place: [...placeWords(continent, countries, countryNames), registryName, registryCode ?? ""],
    body: [row.description, row.methodology],
  };
}
