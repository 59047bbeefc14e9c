import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { Executor } from "./db.ts";
import { byIndex, type Look } from "./search.ts";

/** By what rows are put in order, the first before the second. */
export type Sort<Field extends string> = readonly {
  field: Field;
  direction: "asc" | "desc";
}[];

/** The orders that a list may have. */
export interface ListOrder<Field extends string> {
  /** What each field sorts by. */
  columns: Record<Field, string | RawBuilder<unknown>>;
  /**
   * Fields that have no value in some rows, which come last both ways: these need an index for either direction. For all
   * others `nulls last` must not be said, or no index fits.
   */
  mayBeEmpty?: readonly Field[];
  /** The row's id, which settles ties in the direction of the last field: one index serves both directions. */
  id: string;
  /** Where nobody asks for another. */
  usual: Sort<Field>;
}

/** Which rows of a list are wanted, and in which order. */
export interface Wanted<Field extends string> {
  sort: Sort<Field>;
  page: number;
  size: number;
}

const expressionOf = (column: string | RawBuilder<unknown>) =>
  typeof column === "string" ? sql.ref(column) : column;

function inOrder<Tables, From extends keyof Tables, Field extends string>(
  rows: SelectQueryBuilder<Tables, From, { id: number }>,
  order: ListOrder<Field>,
  sort: Sort<Field>,
  fromEnd: boolean,
) {
  const wanted = sort.length > 0 ? sort : order.usual;
  let sorted = rows;
  for (const { field, direction } of wanted) {
    sorted = sorted.orderBy(expressionOf(order.columns[field]), (by) => {
      const directed = (direction === "desc") === fromEnd ? by.asc() : by.desc();
      if (!order.mayBeEmpty?.includes(field)) return directed;
      return fromEnd ? directed.nullsFirst() : directed.nullsLast();
    });
  }
  const down = wanted.at(-1)!.direction === "desc";
  return sorted.orderBy(sql.ref(order.id), down === fromEnd ? "asc" : "desc");
}

function placed<Tables, From extends keyof Tables>(
  executor: Executor,
  ids: SelectQueryBuilder<Tables, From, { id: number }>,
  place: RawBuilder<number>,
) {
  return executor.selectFrom(ids.as("ids")).select("id").select(place.as("place")).as("page");
}

/**
 * The ids of all rows in their order, each with its `place`, as `page`: joined with it, the rows keep their order.
 */
export function allInOrder<Tables, From extends keyof Tables, Field extends string>(
  executor: Executor,
  rows: SelectQueryBuilder<Tables, From, { id: number }>,
  order: ListOrder<Field>,
  sort: Sort<Field>,
) {
  return placed(executor, inOrder(rows, order, sort, false), sql<number>`row_number() over ()`);
}

/**
 * The same of one page, so that what a row shows is read for the rows of the page alone. `total` is how many rows there
 * are: a page behind the middle is looked for from the end, and the last one is as quick as the first.
 */
export function pageInOrder<Tables, From extends keyof Tables, Field extends string>(
  executor: Executor,
  rows: SelectQueryBuilder<Tables, From, { id: number }>,
  order: ListOrder<Field>,
  { sort, page, size }: Wanted<Field>,
  total: number,
) {
  const before = page * size;
  const behind = Math.max(total - before - size, 0);
  const fromEnd = behind < before;
  const ids = inOrder(rows, order, sort, fromEnd)
    .limit(Math.min(Math.max(total - before, 0), size))
    .offset(fromEnd ? behind : before);
  const place = fromEnd ? sql<number>`-row_number() over ()` : sql<number>`row_number() over ()`;
  return placed(executor, ids, place);
}

const few = 1000;

/**
 * Beside a count: the ids of what a search that reads every text has found, if they are few; else null. To read them costs
 * more than anything else, so that the page of a search that finds little is made of these.
 */
export function idsIfFew(look: Look, id: string) {
  return look !== byIndex
    ? sql<
        unknown[] | null
      >`case when count(*) <= ${sql.lit(few)} then array_agg(${sql.ref(id)}) end`
    : sql<null>`null`;
}

export interface Count {
  count: number;
  ids: unknown[] | null;
}

/** How many rows these are, and their ids where they are known. */
export function together(counts: readonly Count[]): Count {
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    ids: counts.every(({ ids }) => ids) ? counts.flatMap(({ ids }) => ids!) : null,
  };
}

/** The counts of the chosen statuses; without a choice, of all. */
export function chosenOf<C extends { status: string }>(
  counts: readonly C[],
  statuses: readonly string[] | undefined,
): C[] {
  return counts.filter(({ status }) => !statuses || statuses.includes(status));
}

/** Whether a row is one of these. */
export function isOneOf(id: string, ids: readonly unknown[]) {
  return sql<SqlBool>`${sql.ref(id)} = any(${ids}::bigint[])`;
}
