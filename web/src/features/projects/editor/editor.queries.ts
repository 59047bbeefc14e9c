import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { directory } from "@tonneline/contract/directory";
import {
  getManagedProject,
  listChoices,
  type ManagedProject,
  type choiceLists,
} from "@tonneline/contract/projects";
import { listImages } from "@tonneline/contract/projectMedia";
import { call } from "../../../lib/api.ts";

export type ChoiceList = (typeof choiceLists)[number];

export const keys = {
  all: ["management", "projects"] as const,
  one: (id: number) => ["management", "projects", "one", id] as const,
  images: (id: number) => ["management", "projects", "images", id] as const,
};

/** One project with all that the editor shows; not asked for while it is new. */
export function useManagedProject(id: number | undefined) {
  return useQuery({
    queryKey: keys.one(id ?? 0),
    queryFn: id === undefined ? skipToken : ({ signal }) => loadProject(id, signal),
    // The form keeps what is typed; what stands beside it may be fresh.
    staleTime: 0,
  });
}

/** The project as it is saved now. */
export function loadProject(id: number, signal?: AbortSignal): Promise<ManagedProject> {
  return call(getManagedProject, { params: { id: String(id) } }, signal ? { signal } : {});
}

/** What of the product's memory a change of a project makes old: the operators' lists and the buyers' pages. */
export function useProjectChanged() {
  const client = useQueryClient();
  return {
    /** Shows an answer of the server at once. */
    show: (project: ManagedProject) => client.setQueryData(keys.one(project.id), project),
    /** Asks again for the project, its lists and the marketplace. */
    refresh: async () => {
      await client.invalidateQueries({ queryKey: keys.all });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
  };
}

const searchSize = 50;

/** The first rows of a list that a project chooses from, narrowed by what is typed. */
export function useChoices(list: ChoiceList, q: string, enabled: boolean) {
  const query = { list, size: String(searchSize), sort: "name,asc", ...(q && { q }) };
  return useQuery({
    queryKey: ["management", "choices", query],
    queryFn: ({ signal }) => call(listChoices, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Adds a row to a list that projects choose from. */
export function useCreateChoice(list: ChoiceList) {
  const client = useQueryClient();
  return async (name: string) => {
    const created = await call(directory[list].create, { body: { name } });
    await client.invalidateQueries({ queryKey: ["management"] });
    return { id: created.id, name: created.name };
  };
}

const pollEveryMs = 1000;

/** The images of a saved project; asked for again and again while the sizes of one are being made. */
export function useImages(projectId: number) {
  return useQuery({
    queryKey: keys.images(projectId),
    queryFn: ({ signal }) => call(listImages, { params: { id: String(projectId) } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.content.some(({ status }) => status === "PENDING") ? pollEveryMs : false,
  });
}
