import type * as contract from "@tonneline/contract/compare";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { endpointRef, call, download } from "../../lib/api.ts";
import { catalogueKeys, freshMs } from "../catalogue/catalogue.queries.ts";

const listVintages = endpointRef<typeof contract.compareVintages>({
  method: "GET",
  path: "/vintages",
});
const pdf = endpointRef<typeof contract.getComparisonPdf>({
  method: "GET",
  path: "/vintages/comparison.pdf",
});
const xlsx = endpointRef<typeof contract.getComparisonXlsx>({
  method: "GET",
  path: "/vintages/comparison.xlsx",
});

/** Queries two to six vintages with everything a comparison shows; disabled for fewer. */
export function useCompared(ids: readonly number[]) {
  return useQuery({
    queryKey: [...catalogueKeys.compared, ...ids],
    queryFn: ({ signal }) => call(listVintages, { query: { ids: ids.map(String) } }, { signal }),
    enabled: ids.length > 1,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
}

/** Downloads the same comparison as a file. NOT_FOUND if none of the vintages is shown any more. */
export function downloadComparison(kind: "pdf" | "xlsx", ids: readonly number[]): Promise<void> {
  return download(
    kind === "pdf" ? pdf : xlsx,
    { query: { ids: ids.join() } },
    `comparison.${kind}`,
  );
}
