import type { ProjectSearch } from "./catalogue.search.ts";
import { activeFilters, withoutAll, type ActiveFilter } from "./filters.ts";

/** A search with one criterion less, and which one. */
export interface NearMiss {
  search: ProjectSearch;
  /** A whole filter, with all its chosen values, or one word of several. */
  without: { kind: "filter"; filter: ActiveFilter } | { kind: "word"; word: string };
}

const mostWords = 6;

/** Returns the search without each of its filters, and without each of its words if there are several. */
export function nearMisses(search: ProjectSearch): NearMiss[] {
  const active = activeFilters(search);
  const filters = active.filter(
    (filter, index) => active.findIndex((other) => fieldOf(other) === fieldOf(filter)) === index,
  );
  const words = search.q.split(/\s+/).filter(Boolean);
  const misses = filters.map((filter): NearMiss => ({
    search: withoutAll(search, filter),
    without: { kind: "filter", filter },
  }));
  if (words.length < 2) return misses;
  return [
    ...words.slice(0, mostWords).map((word, at): NearMiss => ({
      search: { ...search, q: words.toSpliced(at, 1).join(" "), pages: 1 },
      without: { kind: "word", word },
    })),
    ...misses,
  ];
}

const fieldOf = (filter: ActiveFilter) => (filter.kind === "list" ? filter.filter : filter.kind);
