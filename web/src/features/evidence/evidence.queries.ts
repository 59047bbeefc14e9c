import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  forgetFact,
  getEvidence,
  getRecord,
  importFacts,
  tellFact,
  type RecordField,
  type ToldFact,
} from "@tonneline/contract/evidence";
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

const recordKey = (projectId: number) => ["management", "evidence", projectId];

/** The fourteen facts of a project as operators see them, hidden ones too. */
export function useRecord(projectId: number) {
  return useQuery({
    queryKey: recordKey(projectId),
    queryFn: ({ signal }) => call(getRecord, { params: { id: String(projectId) } }, { signal }),
  });
}

/** Says a fact in the seller's name, or with `null` takes it back. */
export function useTellFact(projectId: number, field: RecordField) {
  const client = useQueryClient();
  const params = { id: String(projectId), field };
  return useMutation({
    mutationFn: (fact: ToldFact | null) =>
      fact ? call(tellFact, { params, body: fact }) : call(forgetFact, { params }),
    onSuccess: async (record) => {
      client.setQueryData(recordKey(projectId), record);
      await client.invalidateQueries({ queryKey: ["evidence", projectId] });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}

/** Says many facts by a file. */
export function useImportFacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => call(importFacts, { file }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["management", "evidence"] });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}
