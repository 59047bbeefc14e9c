import { listPartners } from "@tonneline/contract/partners";
import { latestOnly } from "../../lib/latest.ts";
import { exportList, useListPage } from "../../lib/lists.ts";
import { pageQuery, type TableSpec } from "../../ui/table/tableSearch.ts";

// A search while somebody types: only the newest counts.
const findPartners = latestOnly();

export const partnersSpec: TableSpec = {
  tabs: ["all"],
  sorts: listPartners.list.sorts,
  sort: "name",
  descending: false,
  filters: {},
};

type Query = ReturnType<typeof pageQuery>;

/** A page of partners; the page before stays on screen while the next one loads. */
export function usePartners(query: Query) {
  return useListPage(findPartners, listPartners, { query }, ["management", "partners"]);
}

/** All partners of a search as a file. */
export function exportPartners(query: Query): Promise<void> {
  return exportList(listPartners, { query }, "partners");
}
