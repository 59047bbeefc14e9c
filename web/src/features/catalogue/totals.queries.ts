import { useQueries } from "@tanstack/react-query";
import type { Category } from "@tonneline/contract/catalogue";
import { call } from "../../lib/api.ts";
import { catalogueKeys, freshMs, listProjects } from "./catalogue.queries.ts";
import { facetsQuery, type ProjectSearch } from "./catalogue.search.ts";

/** Queries the totals that each search finds, in the same order; undefined while unknown. */
export function useTotals(category: Category, searches: ProjectSearch[]) {
  return useQueries({
    queries: searches.map((search) => {
      const query = { ...facetsQuery(category, search), sort: "price,asc", size: "1" };
      return {
        queryKey: [...catalogueKeys.lists, "total", query],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(listProjects, { query }, { signal }),
        staleTime: freshMs,
      };
    }),
    combine: (answers) =>
      answers.map(
        ({ data }) =>
          data && {
            projects: data.totalElements,
            tonnes: data.availableCredits,
            priceFrom: data.content[0]?.priceFrom ?? null,
          },
      ),
  });
}
