import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  applyImport,
  checkImport,
  createImport,
  deleteImport,
  getImport,
  importRowStates,
  importStatuses,
  listImportRows,
  listImports,
  mapImport,
  removeImportFile,
  setImportFile,
  stopImport,
  type CatalogueImport,
  type ImportFileKind,
  type ImportMapping,
} from "@tonneline/contract/imports";
import { paths } from "../../lib/paths.ts";
import { call } from "../../lib/api.ts";
import { latestOnly } from "../../lib/latest.ts";
import { reasonOf } from "../../lib/failure.ts";
import { exportList, useListPage } from "../../lib/lists.ts";
import { pageQuery, type TableSearch, type TableSpec } from "../../ui/table/tableSearch.ts";
import { showToast } from "../../ui/toast.tsx";

const keys = {
  all: ["management", "imports"] as const,
  one: (id: number) => ["management", "imports", "one", id] as const,
};

export const importTabs = ["all", ...importStatuses] as const;

export const importsSpec: TableSpec = {
  tabs: importTabs,
  sorts: listImports.list.sorts,
  sort: "createdAt",
  descending: true,
  filters: {},
};

// Asked anew with every pause in typing.
const findImports = latestOnly();

/** A page of the imports; the page before stays on screen while the next one loads. */
export function useImports(search: TableSearch) {
  const query = { ...pageQuery(search), ...(search.tab !== "all" && { status: search.tab }) };
  return useListPage(findImports, listImports, { query }, keys.all);
}

const pollEveryMs = 700;

export function isAtWork({ status }: CatalogueImport): boolean {
  return status === "CHECKING" || status === "IMPORTING";
}

/** One import, asked for again and again while a job is at work on it. */
export function useImport(id: number) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call(getImport, { params: { id: String(id) } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? pollEveryMs : false),
    staleTime: 0,
  });
}

/** Begins an import and goes there. */
export function useBeginImport() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(createImport, {}),
    onSuccess: ({ id }) =>
      void navigate({ to: paths.managementImport, params: { id: String(id) } as never }),
    onError: (error) => showToast({ tone: "bad", text: reasonOf(error) }),
  });
}

/** What can be done to one import; each shows the answer at once. */
export function useImportActions(id: number) {
  const client = useQueryClient();
  const params = { id: String(id) };
  const show = (answer: CatalogueImport) => client.setQueryData(keys.one(id), answer);
  const refresh = () => client.invalidateQueries({ queryKey: keys.all });
  return {
    refresh,
    /** The catalogue is another than before. */
    refreshCatalogue: async () => {
      await client.invalidateQueries({ queryKey: ["management", "projects"] });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
    upload: async (kind: ImportFileKind, file: File, onProgress: (share: number) => void) =>
      show(await call(setImportFile, { params: { ...params, kind }, file }, { onProgress })),
    removeFile: async (kind: ImportFileKind) =>
      show(await call(removeImportFile, { params: { ...params, kind } })),
    /** Saves the choice of columns, then has the files checked. */
    check: async (version: number, mapping: ImportMapping) => {
      const mapped = await call(mapImport, { params, body: { version, mapping } });
      show(mapped);
      show(await call(checkImport, { params, body: { version: mapped.version } }));
    },
    apply: async (version: number) => show(await call(applyImport, { params, body: { version } })),
    stop: async (version: number) => show(await call(stopImport, { params, body: { version } })),
    remove: async () => {
      await call(deleteImport, { params });
      client.removeQueries({ queryKey: keys.one(id) });
      await refresh();
    },
  };
}

export const reportTabs = ["all", ...importRowStates] as const;

export const reportSpec: TableSpec = {
  tabs: reportTabs,
  sorts: ["line"],
  sort: "line",
  descending: false,
  filters: { file: /^(projects|vintages)$/, noted: /^true$/ },
};

const reportQuery = (search: TableSearch) => ({
  ...pageQuery(search),
  ...(search.tab !== "all" && { state: search.tab }),
  ...(search.filters as { file?: ImportFileKind; noted?: "true" }),
});

// Asked anew with every pause in typing.
const findRows = latestOnly();

/** A page of the report; `at` says of which check or import, so that an old one is not shown for a new one. */
export function useReport(id: number, at: string, search: TableSearch) {
  const request = { params: { id: String(id) }, query: reportQuery(search) };
  return useListPage(findRows, listImportRows, request, [...keys.one(id), "rows", at]);
}

export function exportReport(id: number, search: TableSearch): Promise<void> {
  const request = { params: { id: String(id) }, query: reportQuery(search) };
  return exportList(listImportRows, request, `import-${id}`);
}
