/** The outcome of a bulk action for one row. */
export interface RowResult<Row> {
  row: Row;
  /** Undefined on success. */
  error: unknown;
}

/** Makes the browser ask before it leaves the page. */
const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Runs an action row by row, in order, and continues after failures. `onDone` receives the number of finished rows.
 * Rows run one at a time, so that the user sees them finish in the order they were selected. The remaining rows
 * depend on this tab, so until then the browser asks before it is closed or reloaded.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<RowResult<Row>[]> {
  const results: RowResult<Row>[] = [];
  window.addEventListener("beforeunload", preventLeaving);
  for (const row of rows) {
    try {
      await act(row);
      results.push({ row, error: undefined });
    } catch (error) {
      results.push({ row, error });
    }
    onDone(results.length);
  }
  window.removeEventListener("beforeunload", preventLeaving);
  return results;
}

/** Runs an action on all rows in one call. Rows missing from the result were not reached, and may be retried. */
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
