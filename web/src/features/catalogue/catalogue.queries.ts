import {
  getProject,
  listProjects,
  projectFacets,
  suggestProjects,
  type Category,
  type ProjectDocument,
} from "@tonneline/contract/catalogue";
import { getDocument } from "@tonneline/contract/projectMedia";
import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import { call, download } from "../../lib/api.ts";
import { clientSettings } from "../../lib/clientSettings.ts";
import { latestOnly } from "../../lib/latest.ts";
import { facetsQuery, listQuery, noSearch } from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";

/** Prices and stock move: what is older than this is asked for again in the background when it is shown. */
const freshMs = 30_000;
/** Long enough that going back from a project finds the list as it was, with all its pages. */
const keptMs = 30 * 60_000;

export const catalogueKeys = {
  lists: ["projects", "list"] as const,
  facets: ["projects", "facets"] as const,
  project: (id: number) => ["projects", "one", id] as const,
};

// Asked anew with every pause in typing.
const findProjects = latestOnly();

/** Sites whose pages may stand in a frame: those that this page's own policy was made of. */
export function useEmbedHosts(): readonly string[] {
  const { data } = useQuery({
    queryKey: ["client-settings"],
    queryFn: clientSettings,
    staleTime: Infinity,
  });
  return data?.embedHosts ?? [];
}

/** The projects of a category in pages of 24. While a changed search loads, the former answer stays. */
export function useProjects(category: Category, search: ProjectSearch) {
  const query = listQuery(category, search);
  return useInfiniteQuery({
    queryKey: [...catalogueKeys.lists, query],
    queryFn: ({ pageParam, signal }) =>
      findProjects(listProjects, { query: { ...query, page: String(pageParam) } }, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.last ? undefined : page.page + 1),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    gcTime: keptMs,
  });
}

/** The counts for a search. */
export function useFacets(category: Category, search: ProjectSearch) {
  const query = facetsQuery(category, search);
  return useQuery({
    queryKey: [...catalogueKeys.facets, query],
    queryFn: ({ signal }) => call(projectFacets, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    gcTime: keptMs,
  });
}

/** The counts of the whole category: every choice there is, in an order that filtering does not change. */
export function useAllFacets(category: Category) {
  return useFacets(category, noSearch);
}

/** How many projects each of the given searches finds, in their order; undefined while it is not known. */
export function useTotals(category: Category, searches: ProjectSearch[]) {
  return useQueries({
    queries: searches.map((search) => {
      const query = { ...facetsQuery(category, search), size: "1" };
      return {
        queryKey: [...catalogueKeys.lists, "total", query],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(listProjects, { query }, { signal }),
        staleTime: freshMs,
      };
    }),
    combine: (answers) => answers.map((answer) => answer.data?.totalElements),
  });
}

/** Filters, projects and developers for what is being typed; nothing is asked for without a word. */
export function useSuggestions(category: Category, q: string) {
  return useQuery({
    queryKey: ["projects", "suggestions", category, q],
    queryFn:
      q === ""
        ? skipToken
        : ({ signal }) => call(suggestProjects, { query: { category, q } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
}

/** One project; an address that holds no number is not asked for. */
export function useProject(id: number | undefined) {
  return useQuery({
    queryKey: catalogueKeys.project(id ?? 0),
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => call(getProject, { params: { id: String(id) } }, { signal }),
    staleTime: freshMs,
    gcTime: keptMs,
  });
}

/** Loads a document that we keep. */
export function downloadDocument({ documentId, name }: ProjectDocument): Promise<void> {
  return download(getDocument, { params: { id: String(documentId) } }, `${name}.pdf`);
}
