import { useMutation, useQuery } from "@tanstack/react-query";
import {
  getRetirement,
  listRetirements,
  readRegistryFile,
} from "@tonneline/contract/managedRetirements";
import { call } from "../../../lib/api.ts";
import { listOf, useRefreshList } from "../../../lib/lists.ts";
import { isoDay, rowId } from "../../../lib/tableSearch.ts";

const refreshEveryMs = 5000;
/** All retirements, filtered by the search parameters. */
export const managedRetirements = listOf(listRetirements, {
  key: ["management", "retirements"],
  file: "retirements",
  tabs: ["RETIREMENT_IN_PROGRESS", "RETIRED", "DECLINED", "WITHDRAWN", "all"],
  sort: "age",
  refreshEveryMs,
  descending: true,
  filters: {
    from: [isoDay, "requestedFrom"],
    to: [isoDay, "requestedTo"],
    company: [rowId, "companyId"],
    project: [rowId, "projectId"],
    registry: [rowId, "registryId"],
    entered: /^true$/,
  },
});

/** One retirement with its history; not requested while `id` is empty. */
export function useManagedRetirement(id: string) {
  return useQuery({
    queryKey: [...managedRetirements.key, "one", id],
    queryFn: ({ signal }) => call(getRetirement, { params: { id } }, { signal }),
    // The certificate follows within seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.status === "RETIRED" && !data.hasCertificate ? 2000 : refreshEveryMs,
    enabled: id !== "",
  });
}

/** Refetches all lists and retirements of the operators. */
export const useRefreshRetirements = () => useRefreshList(managedRetirements);

/** Parses a registry's file, line by line, into [retirement, first, last, record, day]. */
export function useReadRegistryFile() {
  return useMutation({
    mutationFn: async (file: File) => {
      const { rows } = await call(readRegistryFile, { file });
      return rows.map((row) => [
        row.retirement,
        row.serialNumberFrom,
        row.serialNumberTo,
        row.registryUrl,
        row.retiredAt,
      ]);
    },
  });
}
