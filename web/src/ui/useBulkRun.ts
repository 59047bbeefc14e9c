import { useState } from "react";
import { runEach, runTogether, type RowResult } from "./table/runEach.ts";
import { showToast } from "./toast.tsx";

/** A bulk action and its rows. */
export interface BulkWork<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => number;
  /** Must be idempotent: a row whose response was lost may be retried. */
  act: (row: Row) => Promise<unknown>;
  /** Acts on several rows in one call; the map has the error of each row that failed. */
  actOnMany?: (
    rows: readonly Row[],
    onDone: (count: number) => void,
  ) => Promise<ReadonlyMap<number, unknown>>;
  /** Whether a retry of a failed row may succeed. */
  mayRetry: (error: unknown) => boolean;
  /** The message shown once all rows have succeeded. */
  successText?: (count: number) => string;
  /** Some rows have changed: lists must be refetched. */
  onActed: () => void;
  /** `acted` is set if anything was done; otherwise nothing has changed since the dialog was opened. */
  onClose: (acted?: boolean) => void;
}

/**
 * Runs the action, closes if all rows succeeded, and keeps the failed ones for a retry. `done` is the progress while
 * it runs.
 */
export function useBulkRun<Row>(work: BulkWork<Row>) {
  const { rows, idOf, act, actOnMany, mayRetry, successText, onActed, onClose } = work;
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<RowResult<Row>[]>();
  const open = results?.filter(({ error }) => error !== undefined && mayRetry(error)) ?? [];

  async function run() {
    setDone(0);
    // A retry covers only rows that failed and may succeed now; those that succeeded are left alone.
    const attempted = results ? open.map(({ row }) => row) : rows;
    const next =
      actOnMany && attempted.length > 1
        ? await runTogether(attempted, idOf, (batch) => actOnMany(batch, setDone))
        : await runEach(attempted, act, setDone);
    setDone(undefined);
    onActed();
    const again = new Map(next.map((each) => [idOf(each.row), each]));
    const all = results?.map((each) => again.get(idOf(each.row)) ?? each) ?? next;
    if (all.some(({ error }) => error !== undefined)) return setResults(all);
    if (successText) showToast({ tone: "good", text: successText(all.length) });
    onClose(true);
  }

  return { run, done, results, open, total: results ? open.length : rows.length };
}
