import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { auditSorts, getAuditEntry, listAudit } from "@tonneline/contract/audit";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { call, downloadCsv } from "../../lib/api.ts";
import { today } from "../../lib/format.ts";
import { latestOnly } from "../../lib/latest.ts";
import { sortOf, type TableSearch, type TableSpec } from "../../ui/table/tableSearch.ts";

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

// A search while somebody types: only the newest counts.
const findEntries = latestOnly();

export const auditSpec: TableSpec = {
  tabs: ["all"],
  sorts: auditSorts,
  sort: "at",
  descending: true,
  filters: { action: /^[a-z-]+\.[a-z-]+$/, from: isoDay, to: isoDay },
};

type AuditQuery = RequestOf<typeof listAudit>["query"];

/** What the API is asked for. */
export function queryOf(search: TableSearch): AuditQuery {
  const { action, from, to } = search.filters;
  return {
    page: String(search.page),
    size: String(search.size),
    sort: sortOf(search),
    ...(search.q.trim() && { q: search.q.trim() }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

export function useAudit(query: AuditQuery) {
  return useQuery({
    queryKey: ["management", "audit", query],
    queryFn: ({ signal }) => findEntries(listAudit, { query }, signal),
    placeholderData: keepPreviousData,
  });
}

/** One entry with its place in the chain; not asked for while `id` is empty. */
export function useAuditEntry(id: string) {
  return useQuery({
    queryKey: ["management", "audit", "one", id],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** All entries of a filter as a file. */
export function exportAudit({ page: _, size: __, ...query }: AuditQuery): Promise<void> {
  return downloadCsv(listAudit, { query }, `audit-${today()}.csv`);
}
