import {
  importFileKinds,
  isAtWork,
  type CatalogueImport,
  type ImportMapping,
} from "@tonneline/contract/imports";
import { useEffect, useRef, useState } from "react";
import { isRefusal } from "../../lib/api.ts";
import { isLost } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { useImportActions } from "./imports.queries.ts";

/** The state and actions that the parts of an import's page share. */
export type ImportRun = ReturnType<typeof useImportRun>;

/** The state of an import's page: the column mapping, what is in progress, and the last failure. */
export function useImportRun(run: CatalogueImport) {
  const canWrite = useUser()?.permissions.has("projects:write") ?? false;
  const actions = useImportActions(run.id);
  const { refreshCatalogue, refresh } = actions;
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; version: number }>();
  const kinds = importFileKinds.filter((kind) => run.files[kind]);
  const clearFailure = () => setFailed(undefined);
  // A refusal of the previous files does not apply to others; one that a colleague's change caused explains them.
  const [mapping, setMapping] = useMapping(run, kinds, () =>
    setFailed((now) => (now && isOutdated(now.error) ? now : undefined)),
  );

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
      // The action whose response was lost may be in progress.
      if (isOutdated(error) || isLost(error)) void refresh();
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
    clearFailure,
    failure: failed && tookEffect(run, failed) ? undefined : failed?.error,
    locked,
    working,
    ...rowsOf(run),
  };
}

/** Whether a call was refused because of a change that the page does not show yet. */
const isOutdated = (error: unknown) =>
  isRefusal(error, "VERSION_CONFLICT") || isRefusal(error, "INVALID_TRANSITION");

/** Whether an action whose response was lost took effect: if no check has started since, it did not. */
function tookEffect(
  { status, version }: CatalogueImport,
  failed: { error: unknown; version: number },
): boolean {
  const hasStarted = isAtWork(status) || status === "CHECKED" || status === "IMPORTED";
  return hasStarted && version !== failed.version && isLost(failed.error);
}

/** The column mapping as edited; other files have other columns, and start with the server's first guess for them. */
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

/** Counts the rows: `rows` would be saved, or were; `refused` are left out. */
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
