import { useQuery } from "@tanstack/react-query";
import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import { categories } from "@tonneline/contract/codes";
import { countryCodes } from "@tonneline/contract/countries";
import {
  updateProject,
  deleteProject,
  getManagedProject,
  listProjectChoices,
  listManagedProjects,
  type ManagedProjectSummary,
} from "@tonneline/contract/projects";
import { call } from "../../../lib/api.ts";
import { createVersionedChanges } from "../../../lib/bulk.ts";
import { listOf } from "../../../lib/lists.ts";
import { codeListPattern } from "../../../lib/codeListPattern.ts";
import { keys, type ChoiceList } from "../editor/editor.queries.ts";

const ids = /^\d{1,9}(,\d{1,9}){0,49}$/;

/** The operators' list of all projects. */
export const managedProjects = listOf(listManagedProjects, {
  key: keys.all,
  file: "projects",
  sort: "updatedAt",
  descending: true,
  filters: {
    category: codeListPattern(categories),
    type: [ids, "projectType"],
    registry: ids,
    developer: ids,
    country: codeListPattern(countryCodes),
    hidden: /^(true|false)$/,
    overdue: /^(true|false)$/,
  },
});

/** Queries the names of entries of a list that a project chooses from. */
export function useChoiceNames(list: ChoiceList, ids: readonly string[]) {
  const query = { list, id: ids.join(",") };
  return useQuery({
    queryKey: ["management", "choices", query],
    queryFn: ({ signal }) => call(listProjectChoices, { query }, { signal }),
    select: ({ content }) => content,
    enabled: ids.length > 0,
  });
}

/** The changes that can be applied to many projects at once. */
export interface BulkChange {
  hidden?: boolean;
  status?: AvailabilityStatus;
}

/** Changes a project, if it is still at our version. */
export function changeOne(
  { id, version }: Pick<ManagedProjectSummary, "id" | "version">,
  change: BulkChange,
) {
  return call(updateProject, { params: { id: String(id) }, body: { ...change, version } });
}

/** Creates the helper that changes many projects. */
export const projectChanges = () =>
  createVersionedChanges((id) => call(getManagedProject, { params: { id } }));

/**
 * Deletes a project permanently, with its files. IN_USE while orders, carts, reports or vintages that had credits refer to
 * it.
 */
export function removeProject({ id }: ManagedProjectSummary): Promise<undefined> {
  return call(deleteProject, { params: { id: String(id) } });
}
