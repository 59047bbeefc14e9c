import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  deleteProjectFact,
  deleteVintageFact,
  getProjectFacts,
  listVintageFacts,
  importFacts,
  setProjectFact,
  setVintageFact,
  type RecordField,
  type EnteredFact,
  type VintageField,
} from "@tonneline/contract/evidence";
import { call } from "../../../lib/api.ts";

const recordKeys = ["management", "evidence"] as const;

/** Queries the fourteen facts of a project as operators see them, including hidden projects. */
export function useRecord(projectId: number) {
  return useQuery({
    queryKey: [...recordKeys, projectId],
    queryFn: ({ signal }) =>
      call(getProjectFacts, { params: { id: String(projectId) } }, { signal }),
  });
}

/** Queries the facts of its vintages, including withdrawn ones. */
export function useVintageRecords(projectId: number) {
  return useQuery({
    queryKey: [...recordKeys, projectId, "vintages"],
    queryFn: ({ signal }) =>
      call(listVintageFacts, { params: { id: String(projectId) }, query: {} }, { signal }),
  });
}

/** A fact of a project, or of one of its vintages. */
export interface FactRef {
  projectId: number;
  vintageId?: number | undefined;
  field: RecordField | VintageField;
}

/** States a fact in the seller's name, or with `null` withdraws the statement. */
export function useSetFact({ projectId, vintageId, field }: FactRef) {
  const client = useQueryClient();
  const id = String(projectId);
  return useMutation({
    mutationFn: (body: EnteredFact | null): Promise<unknown> => {
      if (vintageId === undefined) {
        const params = { id, field: field as RecordField };
        return body ? call(setProjectFact, { params, body }) : call(deleteProjectFact, { params });
      }
      const params = { id, vintageId: String(vintageId), field: field as VintageField };
      return body ? call(setVintageFact, { params, body }) : call(deleteVintageFact, { params });
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: [...recordKeys, projectId] }),
        client.invalidateQueries({ queryKey: ["evidence", projectId] }),
        client.invalidateQueries({ queryKey: ["projects"] }),
      ]);
    },
  });
}

/** States many facts from a file. */
export function useImportFacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => call(importFacts, { file }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: recordKeys });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}
