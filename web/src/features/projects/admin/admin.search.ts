import { availabilityStatuses } from "@tonneline/contract/catalogue";
import { listManagedProjects } from "@tonneline/contract/projects";
import { pageQuery, type TableSearch, type TableSpec } from "../../../ui/table/tableSearch.ts";
import type { ManagedQuery } from "./admin.queries.ts";

const ids = /^\d{1,9}(,\d{1,9}){0,49}$/;

export const projectTabs = ["all", ...availabilityStatuses] as const;

export const projectsSpec: TableSpec = {
  tabs: projectTabs,
  sorts: listManagedProjects.list.sorts,
  sort: "updatedAt",
  descending: true,
  filters: {
    category: /^[A-Z_]{1,20}(,[A-Z_]{1,20}){0,2}$/,
    type: ids,
    registry: ids,
    developer: ids,
    country: /^[A-Z]{2}(,[A-Z]{2})*$/,
    hidden: /^(true|false)$/,
  },
};

/** What the API is asked for. */
export function queryOf(search: TableSearch): ManagedQuery {
  const { type, ...filters } = search.filters;
  return {
    ...pageQuery(search),
    ...(search.tab !== "all" && { status: search.tab }),
    ...filters,
    ...(type && { projectType: type }),
  } as ManagedQuery;
}
