import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { directory } from "@tonneline/contract/directory";
import {
  getManagedProject,
  listProjectChoices,
  type ManagedProject,
  type choiceLists,
} from "@tonneline/contract/projects";
import { listProjectImages } from "@tonneline/contract/projectMedia";
import { call } from "../../../lib/api.ts";
import { callOnce } from "../../../lib/callOnce.ts";

export type ChoiceList = (typeof choiceLists)[number];

export const keys = {
  all: ["management", "projects"] as const,
  one: (id: number) => ["management", "projects", "one", id] as const,
  images: (id: number) => ["management", "projects", "images", id] as const,
};

/** Queries one project with everything the editor shows; disabled while it is new. */
export function useManagedProject(id: number | undefined) {
  return useQuery({
    queryKey: keys.one(id ?? 0),
    queryFn: id === undefined ? skipToken : ({ signal }) => loadProject(id, signal),
    // The form keeps its input; everything around it may be refreshed.
    staleTime: 0,
  });
}

/** Loads the project as currently saved. */
export function loadProject(id: number, signal?: AbortSignal): Promise<ManagedProject> {
  return call(getManagedProject, { params: { id: String(id) } }, signal ? { signal } : {});
}

/** Updates the cached data affected by a change to a project: the operators' lists and the buyers' pages. */
export function useProjectCache() {
  const client = useQueryClient();
  return {
    /** Shows a server response at once. */
    show: (project: ManagedProject) => client.setQueryData(keys.one(project.id), project),
    /** Invalidates the project, its lists and the marketplace. */
    refresh: async () => {
      await client.invalidateQueries({ queryKey: keys.all });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
  };
}

const searchSize = 50;

/** Queries the first entries of a list that a project chooses from, narrowed by the typed text. */
export function useChoices(list: ChoiceList, q: string, enabled: boolean) {
  const query = { list, size: String(searchSize), sort: "name,asc", ...(q && { q }) };
  return useQuery({
    queryKey: ["management", "choices", query],
    queryFn: ({ signal }) => call(listProjectChoices, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Returns a function that adds an entry to a list that projects choose from. */
export function useCreateChoice(list: ChoiceList) {
  const client = useQueryClient();
  return async (name: string) => {
    const created = await callOnce(directory[list].create, { body: { name } });
    await client.invalidateQueries({ queryKey: ["management"] });
    return { id: created.id, name: created.name };
  };
}

const pollEveryMs = 1000;

/** Queries the images of a saved project, polling while sizes of one are being generated. */
export function useImages(projectId: number) {
  return useQuery({
    queryKey: keys.images(projectId),
    queryFn: ({ signal }) =>
      call(listProjectImages, { params: { id: String(projectId) }, query: {} }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.content.some(({ status }) => status === "PENDING") ? pollEveryMs : false,
  });
}
