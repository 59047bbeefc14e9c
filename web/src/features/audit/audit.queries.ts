import { useQuery } from "@tanstack/react-query";
import { getAuditEntry, listAudit } from "@tonneline/contract/audit";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { call } from "../../lib/api.ts";
import { latestOnly } from "../../lib/latest.ts";
import { exportList, useListPage } from "../../lib/lists.ts";
import { isoDay, pageQuery, type TableSearch, type TableSpec } from "../../ui/table/tableSearch.ts";

const key = ["management", "audit"];
// A search while somebody types: only the newest counts.
const findEntries = latestOnly();

export const auditSpec: TableSpec = {
  tabs: ["all"],
  sorts: listAudit.list.sorts,
  sort: "at",
  descending: true,
  filters: { action: /^[a-z-]+\.[a-z-]+$/, from: isoDay, to: isoDay },
};

type AuditQuery = RequestOf<typeof listAudit>["query"];

/** What the API is asked for. */
export function queryOf(search: TableSearch): AuditQuery {
  const { action, from, to } = search.filters;
  return {
    ...pageQuery(search),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

export function useAudit(query: AuditQuery) {
  return useListPage(findEntries, listAudit, { query }, key);
}

/** One entry with its place in the chain; not asked for while `id` is empty. */
export function useAuditEntry(id: string) {
  return useQuery({
    queryKey: [...key, "one", id],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

/** All entries of a filter as a file. */
export function exportAudit(query: AuditQuery): Promise<void> {
  return exportList(listAudit, { query }, "audit");
}
