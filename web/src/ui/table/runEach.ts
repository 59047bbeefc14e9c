/** What became of one row of a bulk action. */
export interface RowResult<Row> {
  row: Row;
  /** Undefined: it worked. */
  error: unknown;
}

/** The browser asks before it leaves. */
const stay = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Runs an action row by row, in order, going on after a failure. `onDone` is told how many rows are through.
 * One at a time: whoever watches sees the rows finish in the order they were chosen. The rest is done by this tab alone, so
 * until then the browser asks before the tab is closed or loaded again.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onDone: (count: number) => void = () => {},
): Promise<RowResult<Row>[]> {
  const results: RowResult<Row>[] = [];
  window.addEventListener("beforeunload", stay);
  for (const row of rows) {
    try {
      await act(row);
      results.push({ row, error: undefined });
    } catch (error) {
      results.push({ row, error });
    }
    onDone(results.length);
  }
  window.removeEventListener("beforeunload", stay);
  return results;
}

/** Does all rows in one go: what is not among its answers was not reached, and may be tried again. */
export async function runTogether<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  act: (rows: readonly Row[]) => Promise<ReadonlyMap<number, unknown>>,
): Promise<RowResult<Row>[]> {
  try {
    const errors = await act(rows);
    return rows.map((row) => ({ row, error: errors.get(idOf(row)) }));
  } catch (error) {
    return rows.map((row) => ({ row, error }));
  }
}
