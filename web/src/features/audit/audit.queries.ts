import { useQuery } from "@tanstack/react-query";
import { auditAction, getAuditEntry, listAudit } from "@tonneline/contract/audit";
import { call } from "../../lib/api.ts";
import { listOf } from "../../lib/lists.ts";
import { isoDay } from "../../lib/tableSearch.ts";

/** The audit log: who did what. */
export const auditLog = listOf(listAudit, {
  key: ["management", "audit"],
  file: "audit",
  sort: "at",
  descending: true,
  filters: { action: auditAction, from: isoDay, to: isoDay },
});

/** Queries one entry with its position in the chain; disabled while `id` is empty. */
export function useAuditEntry(id: string) {
  return useQuery({
    queryKey: [...auditLog.key, "one", id],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}
