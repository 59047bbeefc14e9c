import { useState } from "react";
import { runEach, runTogether, type RowResult } from "./table/runEach.ts";
import { showToast } from "./toast.tsx";

/** What is done to rows, and how. */
export interface BulkWork<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => number;
  /** Must be safe to do twice: a row whose answer was lost may be tried again. */
  act: (row: Row) => Promise<unknown>;
  /** Does several rows in one call; the map has the error of each that was not done. */
  actOnMany?: (
    rows: readonly Row[],
    onDone: (count: number) => void,
  ) => Promise<ReadonlyMap<number, unknown>>;
  /** Whether a row that was not done could be done by another try. */
  mayRetry?: (error: unknown) => boolean;
  /** What is said at the end when all of it is done. */
  told?: (count: number) => string;
  /** Some rows are done: lists have to be asked for again. */
  onActed: () => void;
  /** Unless something was `acted` on, all is as it was before it was opened. */
  onClose: (acted?: boolean) => void;
}

/** Does it, closes when all of it worked, and keeps what failed for another try. `done` counts while it is under way. */
export function useBulkRun<Row>(work: BulkWork<Row>) {
  const { rows, idOf, act, actOnMany, mayRetry = () => true, told, onActed, onClose } = work;
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<RowResult<Row>[]>();
  const open = results?.filter(({ error }) => error !== undefined && mayRetry(error)) ?? [];

  async function run() {
    setDone(0);
    // A second try goes to those that failed and might work now; what worked stays done.
    const before = results ?? [];
    const tried = results ? open.map(({ row }) => row) : rows;
    const next =
      actOnMany && tried.length > 1
        ? await runTogether(tried, idOf, (given) => actOnMany(given, setDone))
        : await runEach(tried, act, setDone);
    setDone(undefined);
    onActed();
    const again = new Map(next.map((each) => [idOf(each.row), each]));
    const all = results ? before.map((each) => again.get(idOf(each.row)) ?? each) : next;
    if (all.some(({ error }) => error !== undefined)) return setResults(all);
    if (told) showToast({ tone: "good", text: told(all.length) });
    onClose(true);
  }

  return { run, done, results, open, total: results ? open.length : rows.length };
}
