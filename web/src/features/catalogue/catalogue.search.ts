import { maxInt } from "@tonneline/contract/ceilings";
import {
  availabilityStatuses,
  claimTypes,
  continents,
  creditTypes,
  impactTypes,
  labelFilters,
} from "@tonneline/contract/codes";
import type { AvailabilityStatus, Category, ClaimType } from "@tonneline/contract/catalogue";
import type { CreditType, ImpactType } from "@tonneline/contract/catalogue";
import { countryNames } from "@tonneline/contract/countries";
import { searchWords } from "../../lib/searchWords.ts";

export const pageSize = 24;
/** More pages than anybody scrolls through; a URL with more is capped, so that it cannot cause a flood of requests. */
const maxPages = 100;

export const sortChoices = [
  "relevance",
  "price,asc",
  "price,desc",
  "availableCredits,desc",
  "newest,desc",
  "name,asc",
] as const;
/** Orders that table headers offer in addition to the menu's. */
const headSorts = ["price,asc", "availableCredits,asc", "newest,asc", "name,desc"] as const;
export type SortChoice = (typeof sortChoices)[number] | (typeof headSorts)[number];

/** How the list is shown. */
export const viewModes = ["cards", "table", "map"] as const;
export type ViewMode = (typeof viewModes)[number];

/** The state of the list, as held by the URL. Empty lists and absent numbers mean "no filter". */
export interface ProjectSearch {
  q: string;
  availableOnly: boolean;
  /** Euros per tonne. */
  priceFrom?: number;
  priceTo?: number;
  projectType: number[];
  registry: number[];
  country: string[];
  continent: (typeof continents)[number][];
  /** The minimum number of known facts in the record. */
  knownFrom?: number;
  vintageFrom?: number;
  vintageTo?: number;
  sdg: number[];
  creditType: CreditType[];
  claimType: ClaimType[];
  impactType: ImpactType[];
  label: (typeof labelFilters)[number][];
  status: AvailabilityStatus[];
  developer: number[];
  sort: SortChoice;
  /** Absent: the view last used in this browser. */
  view?: ViewMode;
  /** How many pages of 24 are shown. */
  pages: number;
}

export const noSearch: ProjectSearch = {
  q: "",
  availableOnly: false,
  projectType: [],
  registry: [],
  country: [],
  continent: [],
  sdg: [],
  creditType: [],
  claimType: [],
  impactType: [],
  label: [],
  status: [],
  developer: [],
  sort: "relevance",
  pages: 1,
};

/** The filters with a list of choices, in the order of the filter rail. */
export const listFilters = [
  "projectType",
  "registry",
  "country",
  "continent",
  "sdg",
  "creditType",
  "claimType",
  "impactType",
  "label",
  "status",
  "developer",
] as const;
export type ListFilter = (typeof listFilters)[number];

const integer = (min: number, max: number) => (text: string) => {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
};
const oneOf =
  <T extends string>(choices: readonly T[]) =>
  (text: string) =>
    choices.find((choice) => choice === text);
const id = integer(1, maxInt);
const year = integer(1990, 2100);
const countryCodes = Object.keys(countryNames);

const readers: { [F in ListFilter]: (text: string) => ProjectSearch[F][number] | undefined } = {
  projectType: id,
  registry: id,
  country: oneOf(countryCodes),
  continent: oneOf(continents),
  sdg: integer(1, 17),
  creditType: oneOf(creditTypes),
  claimType: oneOf(claimTypes),
  impactType: oneOf(impactTypes),
  label: oneOf(labelFilters),
  status: oneOf(availabilityStatuses),
  developer: id,
};

function euros(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

/** Returns both ends of a range, or only the lower one if they are reversed. */
function ordered(from: number | undefined, to: number | undefined) {
  return { from, to: from !== undefined && to !== undefined && to < from ? undefined : to };
}

/**
 * Parses the URL. Never fails: unknown, malformed or duplicate values are dropped, since URLs are typed, truncated by mail
 * programs and kept for years.
 */
export function parseSearch(params: URLSearchParams): ProjectSearch {
  const search: ProjectSearch = { ...noSearch };
  const readList = <F extends ListFilter>(field: F) => {
    const read = readers[field] as (text: string) => ProjectSearch[F][number] | undefined;
    const texts = params.getAll(field).flatMap((text) => text.split(","));
    const values = texts.map(read).filter((value) => value !== undefined);
    search[field] = [...new Set(values)].slice(0, 300) as ProjectSearch[F];
  };
  for (const field of listFilters) readList(field);
  search.q = searchWords(params);
  search.availableOnly = params.get("availableOnly") === "true";
  const price = ordered(euros(params.get("priceFrom")), euros(params.get("priceTo")));
  search.priceFrom = price.from;
  search.priceTo = price.to;
  const vintage = ordered(
    year(params.get("vintageFrom") ?? ""),
    year(params.get("vintageTo") ?? ""),
  );
  search.vintageFrom = vintage.from;
  search.vintageTo = vintage.to;
  search.knownFrom = integer(1, 14)(params.get("knownFrom") ?? "");
  search.sort = oneOf([...sortChoices, ...headSorts])(params.get("sort") ?? "") ?? "relevance";
  search.view = oneOf(viewModes)(params.get("view") ?? "");
  search.pages = Math.min(integer(1, maxInt)(params.get("pages") ?? "") ?? 1, maxPages);
  return search;
}

/** Formats the filters for the URL and the API; defaults are omitted. */
function filterParams(search: ProjectSearch): Record<string, string> {
  const params: Record<string, string> = {};
  if (search.q) params.q = search.q;
  if (search.availableOnly) params.availableOnly = "true";
  for (const field of ["priceFrom", "priceTo", "knownFrom", "vintageFrom", "vintageTo"] as const)
    if (search[field] !== undefined) params[field] = String(search[field]);
  for (const field of listFilters)
    if (search[field].length > 0) params[field] = search[field].join(",");
  return params;
}

/** Formats the URL: only what differs from the default list, always in the same order. */
export function formatSearch(search: ProjectSearch): Record<string, string> {
  const params = filterParams(search);
  if (search.sort !== "relevance") params.sort = search.sort;
  if (search.view) params.view = search.view;
  if (search.pages > 1) params.pages = String(search.pages);
  return params;
}

/** Returns the query of `GET /projects/facets`: the filters alone, so that sorting and paging share one response. */
export function facetsQuery(category: Category, search: ProjectSearch) {
  return { category, ...filterParams(search) };
}

/** Returns the query of `GET /projects` without its page. */
export function listQuery(category: Category, search: ProjectSearch) {
  return { ...facetsQuery(category, search), sort: search.sort, size: String(pageSize) };
}

/** Adds a choice of a list filter, or removes it if present; back to the first page. */
export function toggled<F extends ListFilter>(
  search: ProjectSearch,
  field: F,
  value: ProjectSearch[F][number],
): ProjectSearch {
  const chosen = search[field] as ProjectSearch[F][number][];
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return { ...search, [field]: next, pages: 1 };
}

/** Replaces the typed words by the filters of a suggested query; back to the first page. */
export function withSuggested(search: ProjectSearch, query: string): ProjectSearch {
  const set = new URLSearchParams(query);
  const suggested = parseSearch(set);
  const fields = Object.keys(suggested).filter((field) => set.has(field));
  const chosen = Object.fromEntries(
    fields.map((field) => [field, suggested[field as keyof ProjectSearch]]),
  );
  return { ...search, ...chosen, q: "", pages: 1 };
}

/** Removes all filters; the order and the view stay. */
export function cleared({ sort, view }: ProjectSearch): ProjectSearch {
  return { ...noSearch, sort, view };
}

/** Returns the search alone, for saving it or applying it to another list: without its page and view. */
export function searchParams(search: ProjectSearch): Record<string, string> {
  const { view: _view, ...rest } = search;
  return formatSearch({ ...rest, pages: 1 });
}
