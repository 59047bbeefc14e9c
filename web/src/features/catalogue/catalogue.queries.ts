import type * as contract from "@tonneline/contract/catalogue";
import type { Category, ProjectDocument } from "@tonneline/contract/catalogue";
import type { getProjectDocument } from "@tonneline/contract/projectMedia";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { endpointRef, call, download } from "../../lib/api.ts";
import { today } from "../../lib/format.ts";
import { clientSettings } from "../../lib/clientSettings.ts";
import { latestOnly } from "../../lib/latest.ts";
import { facetsQuery, listQuery, noSearch } from "./catalogue.search.ts";
import type { ProjectSearch } from "./catalogue.search.ts";

/** Prices and stock change: older data is refetched in the background when shown. */
export const freshMs = 30_000;
/** Long enough that going back from a project restores the list as it was, with all its pages. */
const cacheMs = 30 * 60_000;

export const listProjects = endpointRef<typeof contract.listProjects>({
  method: "GET",
  path: "/projects",
});
const projectFacets = endpointRef<typeof contract.getProjectFacets>({
  method: "GET",
  path: "/projects/facets",
});
const suggestProjects = endpointRef<typeof contract.suggestProjects>({
  method: "GET",
  path: "/projects/suggest",
});
const getProject = endpointRef<typeof contract.getProject>({
  method: "GET",
  path: "/projects/:id",
});
const getDocument = endpointRef<typeof getProjectDocument>({
  method: "GET",
  path: "/documents/:id",
});

const getProjectsXlsx = endpointRef<typeof contract.getProjectsXlsx>({
  method: "GET",
  path: "/projects/list.xlsx",
});

export const catalogueKeys = {
  lists: ["projects", "list"] as const,
  facets: ["projects", "facets"] as const,
  project: (id: number) => ["projects", "one", id] as const,
  compared: ["vintages"] as const,
};

// Sent at every pause in typing.
const findProjects = latestOnly();

/** Returns the sites whose pages may be framed: those that this page's own security policy was built from. */
export function useEmbedHosts(): readonly string[] {
  const { data } = useQuery({
    queryKey: ["client-settings"],
    queryFn: clientSettings,
    staleTime: Infinity,
  });
  return data?.embedHosts ?? [];
}

/** Query options for the projects of a category, in pages of 24. */
export function projectsOptions(category: Category, search: ProjectSearch) {
  const query = listQuery(category, search);
  return infiniteQueryOptions({
    queryKey: [...catalogueKeys.lists, query],
    queryFn: ({ pageParam, signal }) =>
      findProjects(listProjects, { query: { ...query, page: String(pageParam) } }, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.last ? undefined : page.page + 1),
    staleTime: freshMs,
    gcTime: cacheMs,
  });
}

/** Queries the projects of a category. While a changed search loads, the previous result stays. */
export function useProjects(category: Category, search: ProjectSearch) {
  return useInfiniteQuery({
    ...projectsOptions(category, search),
    placeholderData: keepPreviousData,
  });
}

/** Query options for the counts of a search. */
export function facetsOptions(category: Category, search: ProjectSearch) {
  const query = facetsQuery(category, search);
  return queryOptions({
    queryKey: [...catalogueKeys.facets, query],
    queryFn: ({ signal }) => call(projectFacets, { query }, { signal }),
    staleTime: freshMs,
    gcTime: cacheMs,
  });
}

/** Queries the counts of a search. */
export function useFacets(category: Category, search: ProjectSearch) {
  return useQuery({ ...facetsOptions(category, search), placeholderData: keepPreviousData });
}

/** Queries the counts of the whole category: all its choices, in an order that filtering does not change. */
export function useAllFacets(category: Category) {
  return useFacets(category, noSearch);
}

/** Queries filters, projects and developers matching the typed text; disabled while it is empty. */
export function useSuggestions(category: Category, q: string) {
  return useQuery({
    queryKey: ["projects", "suggestions", category, q],
    queryFn: ({ signal }) => call(suggestProjects, { query: { category, q } }, { signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
}

/** Query options for one project. */
export function projectOptions(id: number) {
  return queryOptions({
    queryKey: catalogueKeys.project(id),
    queryFn: ({ signal }) => call(getProject, { params: { id: String(id) } }, { signal }),
    staleTime: freshMs,
    gcTime: cacheMs,
  });
}

/** Queries one project; disabled if the URL holds no number. */
export function useProject(id: number | undefined) {
  return useQuery({ ...projectOptions(id ?? 0), enabled: id !== undefined });
}

/** Downloads a document that we store. */
export function downloadDocument({ documentId, name }: ProjectDocument): Promise<void> {
  return download(getDocument, { params: { id: String(documentId) } }, `${name}.pdf`);
}

/** Downloads everything that a search finds as a workbook. */
export function downloadList(category: Category, search: ProjectSearch): Promise<void> {
  const query = listQuery(category, search);
  return download(getProjectsXlsx, { query }, `projects-${today()}.xlsx`);
}
