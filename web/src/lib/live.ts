interface Page<Row> {
  content: readonly Row[];
}
interface Identified {
  id: number;
}

/** What has changed since a page was shown. */
export interface PageChanges<Row> {
  /** The shown rows with their current values, in the same positions: none moves under the pointer. */
  rows: readonly Row[];
  /** Ids of shown rows that have changed. */
  changed: ReadonlySet<number>;
  /** Ids of shown rows that no longer match. */
  gone: ReadonlySet<number>;
  /** How many matching rows are not shown. */
  fresh: number;
}

/** Compares a page as shown with the same page as fetched since. An empty page has no positions to keep. */
export function comparePages<Row extends Identified>(
  shown: Page<Row>,
  latest: Page<Row>,
): PageChanges<Row> {
  if (shown.content.length === 0) return unchanged(latest.content);
  const known = new Set(shown.content.map(({ id }) => id));
  const found = new Map(latest.content.map((row) => [row.id, row]));
  const fresh = latest.content.filter(({ id }) => !known.has(id)).length;
  const changed = shown.content.filter((row) => {
    const now = found.get(row.id);
    return now !== undefined && JSON.stringify(now) !== JSON.stringify(row);
  });
  return {
    rows: shown.content.map((row) => found.get(row.id) ?? row),
    changed: new Set(changed.map(({ id }) => id)),
    gone: goneOf(shown.content, found, fresh),
    fresh,
  };
}

/** New rows push as many off the end of the page: those are on the next page, not gone. */
function goneOf(shown: readonly Identified[], found: ReadonlyMap<number, unknown>, fresh: number) {
  const last = shown.findLastIndex(({ id }) => found.has(id)) + 1;
  const pushed = Math.min(fresh, shown.length - last);
  return new Set(
    shown.flatMap(({ id }, at) => (found.has(id) || at >= shown.length - pushed ? [] : [id])),
  );
}

const noIds: ReadonlySet<number> = new Set();

function unchanged<Row>(rows: readonly Row[]): PageChanges<Row> {
  return { rows, changed: noIds, gone: noIds, fresh: 0 };
}
