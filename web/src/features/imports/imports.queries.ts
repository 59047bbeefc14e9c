import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  applyImport,
  checkImport,
  createImport,
  deleteImport,
  getImport,
  isAtWork,
  listImportRows,
  listImports,
  setImportMapping,
  removeImportFile,
  setImportFile,
  stopImport,
  type CatalogueImport,
  type ImportFileKind,
  type ImportMapping,
  type ErrorChoice,
} from "@tonneline/contract/imports";
import { paths } from "../../lib/paths.ts";
import { call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";
import { reasonOf } from "../../lib/failure.ts";
import { listOf, useList } from "../../lib/lists.ts";
import { showToast } from "../../ui/toast.tsx";

const keys = {
  all: ["management", "imports"] as const,
  one: (id: number) => ["management", "imports", "one", id] as const,
};

/** The list of imports. */
export const imports = listOf(listImports, {
  key: keys.all,
  file: "imports",
  sort: "createdAt",
  descending: true,
});

const pollEveryMs = 700;

/** Queries one import, polling while a job is running on it. */
export function useImport(id: number) {
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => call(getImport, { params: { id: String(id) } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && isAtWork(state.data.status) ? pollEveryMs : false,
    staleTime: 0,
  });
}

/** Creates an import and opens its page. */
export function useBeginImport() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callOnce(createImport, {}),
    onSuccess: ({ id }) =>
      void navigate({ to: paths.managementImport, params: { id: String(id) } }),
    onError: async (error) => {
      showToast({ tone: "bad", text: reasonOf(error) });
      // It may have been created: then the list leads to it.
      await client.invalidateQueries({ queryKey: keys.all });
    },
  });
}

/** The actions on one import; each shows the server's response at once. */
export function useImportActions(id: number) {
  const client = useQueryClient();
  const params = { id: String(id) };
  const show = (answer: CatalogueImport) => client.setQueryData(keys.one(id), answer);
  const refresh = () => client.invalidateQueries({ queryKey: keys.all });
  return {
    refresh,
    /** Call this after the catalogue has changed. */
    refreshCatalogue: async () => {
      await client.invalidateQueries({ queryKey: ["management", "projects"] });
      await client.invalidateQueries({ queryKey: ["projects"] });
    },
    upload: async (kind: ImportFileKind, file: File, onProgress: (share: number) => void) =>
      show(await call(setImportFile, { params: { ...params, kind }, file }, { onProgress })),
    removeFile: async (kind: ImportFileKind) =>
      show(await call(removeImportFile, { params: { ...params, kind } })),
    /** Saves the column mapping, then has the files checked. */
    check: async (version: number, mapping: ImportMapping) => {
      const mapped = await call(setImportMapping, { params, body: { version, mapping } });
      show(mapped);
      show(await call(checkImport, { params, body: { version: mapped.version } }));
    },
    apply: async (version: number, errors: ErrorChoice) =>
      show(await call(applyImport, { params, body: { version, errors } })),
    stop: async (version: number) => show(await call(stopImport, { params, body: { version } })),
    remove: async () => {
      await call(deleteImport, { params });
      client.removeQueries({ queryKey: keys.one(id) });
      await refresh();
    },
  };
}

/** The list of an import's rows with their results. */
export const importRows = listOf(listImportRows, {
  key: keys.all,
  sort: "line",
  filters: { file: /^(projects|vintages)$/, noted: /^true$/ },
});

/** The same list for an import with errors, which come first. */
const wrongRows = listOf(listImportRows, {
  key: keys.all,
  sort: "line",
  tabs: ["REFUSED", "all", "NEW", "CHANGED", "UNCHANGED"],
  filters: { file: /^(projects|vintages)$/, noted: /^true$/ },
});

/** The report of one import; `at` identifies the check or import, so that an old report is not shown for a new one. */
export const useReport = (id: number, at: string, hasErrors: boolean) =>
  useList(hasErrors ? wrongRows : importRows, {
    params: { id: String(id) },
    key: [...keys.one(id), "rows", at],
    file: `import-${id}`,
  });
