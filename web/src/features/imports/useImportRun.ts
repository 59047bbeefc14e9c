import {
  importFileKinds,
  isAtWork,
  type CatalogueImport,
  type ImportMapping,
} from "@tonneline/contract/imports";
import { useEffect, useRef, useState } from "react";
import { isRefusal } from "../../lib/api.ts";
import { isDefinite } from "../../lib/attempts.ts";
import { useUser } from "../../lib/session.ts";
import { useImportActions } from "./imports.queries.ts";

/** What the pieces of an import's page know of it, and what they can have done. */
export type ImportRun = ReturnType<typeof useImportRun>;

/** One import as its page shows it: the chosen columns, what is under way, and what was refused last. */
export function useImportRun(run: CatalogueImport) {
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const actions = useImportActions(run.id);
  const { refreshCatalogue, refresh } = actions;
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; version: number }>();
  const kinds = importFileKinds.filter((kind) => run.files[kind]);
  // What was refused of the files before is not said of others.
  const [mapping, setMapping] = useMapping(run, kinds, () => setFailed(undefined));

  const before = useRef(run.status);
  useEffect(() => {
    const finished = before.current === "IMPORTING" && run.status === "IMPORTED";
    before.current = run.status;
    if (finished) void refreshCatalogue();
  }, [run.status, refreshCatalogue]);

  async function act(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setFailed(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setFailed({ error, version: run.version });
      const isBehind =
        isRefusal(error, "VERSION_CONFLICT") || isRefusal(error, "INVALID_TRANSITION");
      // What a lost answer was about may be under way.
      if (isBehind || !isDefinite(error)) void refresh();
      return false;
    } finally {
      setBusy(false);
    }
  }

  const working = isAtWork(run.status);
  const done = run.status === "IMPORTED";
  const locked = !canWrite || working || done || busy;
  return {
    run,
    actions,
    act,
    kinds,
    mapping,
    setMapping,
    busy,
    canWrite,
    done,
    failure: failed && wasDone(run, failed) ? undefined : failed?.error,
    locked,
    working,
    ...rowsOf(run),
  };
}

/** Whether what no answer came to was done all the same: a file with no check behind it has had none. */
function wasDone(
  { status, version }: CatalogueImport,
  failed: { error: unknown; version: number },
): boolean {
  const isBegun = isAtWork(status) || status === "CHECKED" || status === "IMPORTED";
  return isBegun && version !== failed.version && !isDefinite(failed.error);
}

/** The columns as chosen; other files have other columns, and begin with the server's first guess at them. */
function useMapping(
  run: CatalogueImport,
  kinds: readonly (keyof CatalogueImport["files"])[],
  onOtherFiles: () => void,
) {
  const [mapping, setMapping] = useState<ImportMapping>(run.mapping);
  const fileKey = JSON.stringify(
    kinds.map((kind) => {
      const { name, bytes, columns } = run.files[kind]!;
      return [kind, name, bytes, columns];
    }),
  );
  const [guessedFor, setGuessedFor] = useState(fileKey);
  if (guessedFor !== fileKey) {
    setGuessedFor(fileKey);
    setMapping(run.mapping);
    onOtherFiles();
  }
  return [mapping, setMapping] as const;
}

/** `rows` would be saved, or were; `refused` are left out. */
function rowsOf(run: CatalogueImport) {
  const counts = run.imported ?? run.checked;
  if (!counts) return { counts, rows: 0, refused: 0 };
  const files = [counts.projects, counts.vintages];
  return {
    counts,
    rows: files.reduce((sum, each) => sum + each.new + each.changed, 0),
    refused: files.reduce((sum, each) => sum + each.refused, 0),
  };
}
