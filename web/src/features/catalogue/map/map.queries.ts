import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  Category,
  listProjectCountries as countriesCall,
} from "@tonneline/contract/catalogue";
import { endpointRef, call } from "../../../lib/api.ts";
import { catalogueKeys, freshMs } from "../catalogue.queries.ts";
import { facetsQuery, type ProjectSearch } from "../catalogue.search.ts";
import { loadShapes } from "./world.ts";

const projectCountries = endpointRef<typeof countriesCall>({
  method: "GET",
  path: "/projects/countries",
});

/** Queries the totals of the search in each country. */
export function useCountryTotals(category: Category, search: ProjectSearch) {
  const query = facetsQuery(category, search);
  return useQuery({
    queryKey: [...catalogueKeys.facets, "countries", query],
    queryFn: ({ signal }) => call(projectCountries, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
}

/** Loads the map's shapes, once. */
export function useShapes() {
  return useQuery({ queryKey: ["map", "shapes"], queryFn: loadShapes, staleTime: Infinity });
}
