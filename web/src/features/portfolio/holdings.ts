import type { Holding } from "@tonneline/contract/portfolio";
import type { TableSearch, TableSpec } from "../../ui/table/tableSearch.ts";

/** What the address bar says of the holdings. */
export const holdingsSpec: TableSpec = {
  tabs: ["all"],
  sorts: ["projectName", "year", "purchased", "inProgress", "retired", "available"],
  sort: "projectName",
  descending: false,
  filters: { year: /^\d{4}$/, creditType: /^EX_(POST|ANTE)$/ },
};

const folded = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The holdings that the search and filters find, sorted: all of them, since all of them are here. */
export function foundHoldings(holdings: readonly Holding[], search: TableSearch): Holding[] {
  const words = folded(search.q).split(/\s+/).filter(Boolean);
  const { year, creditType } = search.filters;
  const found = holdings.filter((holding) => {
    if (year && holding.year !== Number(year)) return false;
    if (creditType && holding.creditType !== creditType) return false;
    const { projectName, externalId, registry, projectType } = holding;
    const text = folded([projectName, externalId, registry.name, projectType.name].join(" "));
    return words.every((word) => text.includes(word));
  });
  const order = search.descending ? -1 : 1;
  return found.toSorted((a, b) => order * compare(a, b, search.sort) || b.year - a.year);
}

function compare(a: Holding, b: Holding, field: string): number {
  if (field === "projectName") return a.projectName.localeCompare(b.projectName, "en");
  const figure = field as "year" | "purchased" | "inProgress" | "retired" | "available";
  return a[figure] - b[figure];
}

/** Those of one page; the last page when there are fewer than before. */
export function pageOfHoldings(found: readonly Holding[], { page, size }: TableSearch): Holding[] {
  const last = Math.max(0, Math.ceil(found.length / size) - 1);
  const from = Math.min(page, last) * size;
  return found.slice(from, from + size);
}
