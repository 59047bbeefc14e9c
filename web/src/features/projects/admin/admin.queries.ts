import { useQuery } from "@tanstack/react-query";
import type { AvailabilityStatus } from "@tonneline/contract/catalogue";
import {
  changeProject,
  deleteProject,
  getManagedProject,
  listChoices,
  listManagedProjects,
  type ManagedProjectSummary,
} from "@tonneline/contract/projects";
import { call, isRefusal } from "../../../lib/api.ts";
import { listOf } from "../../../lib/lists.ts";
import { keys, type ChoiceList } from "../editor/editor.queries.ts";

const ids = /^\d{1,9}(,\d{1,9}){0,49}$/;

/** Every project, as the address has them. */
export const managedProjects = listOf(listManagedProjects, {
  key: keys.all,
  file: "projects",
  sort: "updatedAt",
  descending: true,
  filters: {
    category: /^[A-Z_]{1,20}(,[A-Z_]{1,20}){0,2}$/,
    type: [ids, "projectType"],
    registry: ids,
    developer: ids,
    country: /^[A-Z]{2}(,[A-Z]{2})*$/,
    hidden: /^(true|false)$/,
  },
});

/** The names of rows of a list that a project chooses from. */
export function useChoiceNames(list: ChoiceList, ids: readonly string[]) {
  const query = { list, id: ids.join(",") };
  return useQuery({
    queryKey: ["management", "choices", query],
    queryFn: ({ signal }) => call(listChoices, { query }, { signal }),
    select: ({ content }) => content,
    enabled: ids.length > 0,
  });
}

/** What can be done to many projects at once. */
export interface BulkChange {
  hidden?: boolean;
  status?: AvailabilityStatus;
}

/**
 * Changes one project after the other, from the versions of the list. One that somebody has changed meanwhile is refused
 * once, so that the operator hears of it; a second try takes it as it is now.
 */
export function projectChanger() {
  const versions = new Map<number, number>();
  return async ({ id, version }: ManagedProjectSummary, change: BulkChange): Promise<void> => {
    const params = { id: String(id) };
    try {
      const body = { ...change, version: versions.get(id) ?? version };
      await call(changeProject, { params, body });
    } catch (error) {
      if (isRefusal(error, "VERSION_CONFLICT")) {
        versions.set(id, (await call(getManagedProject, { params })).version);
      }
      throw error;
    }
  };
}

export function removeProject({ id }: ManagedProjectSummary): Promise<undefined> {
  return call(deleteProject, { params: { id: String(id) } });
}
