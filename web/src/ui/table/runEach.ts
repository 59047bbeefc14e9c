/** What became of one row of a bulk action. */
export interface RowResult<Row> {
  row: Row;
  /** Undefined: it worked. */
  error: unknown;
}

/**
 * Runs an action row by row, in order, going on after a failure. `onDone` is told how many rows are through.
 * One at a time: whoever watches sees the rows finish in the order they were chosen.
 */
export async function runEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  onDone: (count: number) => void = () => {},
): Promise<RowResult<Row>[]> {
  const results: RowResult<Row>[] = [];
  for (const row of rows) {
    try {
      await act(row);
      results.push({ row, error: undefined });
    } catch (error) {
      results.push({ row, error });
    }
    onDone(results.length);
  }
  return results;
}
