import { useQuery } from "@tanstack/react-query";
import { getEvidence } from "@tonneline/contract/evidence";
import { call } from "../../lib/api.ts";

// The registry's figures change with an import, prices with a decision.
const freshMs = 60_000;

/** What is known of a project beside what is sold of it. */
export function useEvidence(projectId: number) {
  return useQuery({
    queryKey: ["evidence", projectId],
    queryFn: ({ signal }) => call(getEvidence, { params: { id: String(projectId) } }, { signal }),
    staleTime: freshMs,
  });
}
