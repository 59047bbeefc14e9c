import type { Facets, Category } from "@tonneline/contract/catalogue";
import { noSearch } from "./catalogue.search.ts";
import type { ListFilter, ProjectSearch } from "./catalogue.search.ts";

export interface Choice<Id extends string | number = string | number> {
  id: Id;
  /** Absent if the id is a code that the page names itself. */
  name?: string;
  count: number;
}

const listOf = {
  projectType: "projectTypes",
  registry: "registries",
  country: "countries",
  continent: "continents",
  sdg: "sdgs",
  creditType: "creditTypes",
  claimType: "claimTypes",
  impactType: "impactTypes",
  label: "labels",
  status: "statuses",
  developer: "developers",
} as const satisfies Record<ListFilter, keyof Facets>;

/**
 * Returns the choices of a filter: first those in the search results, then the others with 0, each in the category's own
 * order. Chosen values that the category lacks (an old URL) come last, since they must be removable.
 */
export function choicesOf<F extends ListFilter>(
  filter: F,
  all: Facets,
  now: Facets,
  chosen: ProjectSearch[F],
): Choice<ProjectSearch[F][number]>[] {
  type Id = ProjectSearch[F][number];
  const list = listOf[filter];
  const counts = new Map(now[list].map((choice) => [choice.id as Id, choice.count]));
  const known = new Set<Id>();
  const choices: Choice<Id>[] = [];
  for (const choice of [...all[list], ...now[list]]) {
    const id = choice.id as Id;
    if (known.has(id)) continue;
    known.add(id);
    const name = "name" in choice ? { name: choice.name } : {};
    choices.push({ id, ...name, count: counts.get(id) ?? 0 });
  }
  for (const id of chosen as Id[]) if (!known.has(id)) choices.push({ id, count: 0 });
  return [...choices.filter((one) => one.count > 0), ...choices.filter((one) => one.count === 0)];
}

/** Returns the name of a project type, registry or developer, if the category has it. */
export function nameOf(
  filter: "projectType" | "registry" | "developer",
  id: number,
  all: Facets | undefined,
): string | undefined {
  return all?.[listOf[filter]].find((choice) => choice.id === id)?.name;
}

/** Returns the facets' project count for a category, 0 if they omit it; undefined until they are known. */
export function categoryCount(all: Facets | undefined, category: Category): number | undefined {
  if (!all) return undefined;
  return all.categories.find((one) => one.id === category)?.count ?? 0;
}

/** One active filter: a value of a list filter, or one of the other fields. */
export type ActiveFilter =
  | { kind: "list"; filter: ListFilter; value: string | number }
  | { kind: "q" | "availableOnly" | "price" | "vintage" | "known" };

/** Returns the active filters, in the order of the rail. */
export function activeFilters(search: ProjectSearch): ActiveFilter[] {
  const lists = (...filters: ListFilter[]) =>
    filters.flatMap((filter) =>
      search[filter].map((value) => ({ kind: "list" as const, filter, value })),
    );
  const active: ActiveFilter[] = [];
  if (search.q) active.push({ kind: "q" });
  if (search.availableOnly) active.push({ kind: "availableOnly" });
  active.push(...lists("creditType", "label"));
  if (search.priceFrom !== undefined || search.priceTo !== undefined)
    active.push({ kind: "price" });
  active.push(...lists("projectType", "impactType", "continent", "country"));
  if (search.vintageFrom !== undefined || search.vintageTo !== undefined)
    active.push({ kind: "vintage" });
  if (search.knownFrom !== undefined) active.push({ kind: "known" });
  active.push(...lists("sdg", "registry", "claimType", "status", "developer"));
  return active;
}

/** Removes that one filter from the search, back to the first page. */
export function without(search: ProjectSearch, filter: ActiveFilter): ProjectSearch {
  const first = { ...search, pages: 1 };
  switch (filter.kind) {
    case "list": {
      const values: (string | number)[] = search[filter.filter];
      return { ...first, [filter.filter]: values.filter((value) => value !== filter.value) };
    }
    case "q":
      return { ...first, q: "" };
    case "availableOnly":
      return { ...first, availableOnly: false };
    case "price":
      return { ...first, priceFrom: undefined, priceTo: undefined };
    case "vintage":
      return { ...first, vintageFrom: undefined, vintageTo: undefined };
    case "known":
      return { ...first, knownFrom: undefined };
  }
}

/** Removes a whole filter from the search, with all its chosen values. */
export function withoutAll(search: ProjectSearch, filter: ActiveFilter): ProjectSearch {
  if (filter.kind !== "list") return without(search, filter);
  return { ...search, [filter.filter]: noSearch[filter.filter], pages: 1 };
}

/** Returns the position of a price between `min` and `max` on a log scale, 0 to 1: prices span orders of magnitude. */
export function priceShare(price: number, min: number, max: number): number {
  const low = Math.max(min, 0.01);
  if (max <= low) return 0;
  const share = Math.log(Math.max(price, low) / low) / Math.log(max / low);
  return Math.min(1, Math.max(0, share));
}

/** Returns the price at a position on that scale, rounded to a natural value: 3 figures at most, whole cents. */
export function priceAt(share: number, min: number, max: number): number {
  if (share <= 0) return min;
  if (share >= 1) return max;
  const low = Math.max(min, 0.01);
  const exact = low * (max / low) ** share;
  const step = 10 ** Math.max(-2, Math.floor(Math.log10(exact)) - 1);
  const rounded = Math.round(exact / step) * step;
  return Math.min(max, Math.max(min, Math.round(rounded * 100) / 100));
}

/**
 * Maps the counts of one histogram to the bars of another, so that the picture keeps its scale while filters change: each
 * count goes to the bar that contains its middle (the geometric mean, as the steps are logarithmic).
 */
export function onBarsOf(
  bars: readonly { from: number; to: number }[],
  counts: readonly { from: number; to: number; count: number }[],
): { from: number; to: number; count: number }[] {
  const sums = bars.map(({ from, to }) => ({ from, to, count: 0 }));
  for (const { from, to, count } of counts) {
    const middle = Math.sqrt(from * to);
    const bar = sums.find((one) => middle < one.to) ?? sums.at(-1);
    if (bar) bar.count += count;
  }
  return sums;
}
