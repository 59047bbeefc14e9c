import { useQuery } from "@tanstack/react-query";
import type * as contract from "@tonneline/contract/evidence";
import { endpointRef, call } from "../../lib/api.ts";

const getEvidence = endpointRef<typeof contract.getEvidence>({
  method: "GET",
  path: "/projects/:id/evidence",
});

// The registry's figures change with an import, prices with an operator's decision.
const freshMs = 60_000;

/** Queries what is known of a project apart from its offer. */
export function useEvidence(projectId: number) {
  return useQuery({
    queryKey: ["evidence", projectId],
    queryFn: ({ signal }) => call(getEvidence, { params: { id: String(projectId) } }, { signal }),
    staleTime: freshMs,
  });
}
