import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { Executor } from "./db.ts";

/** By what rows are put in order, the first before the second. */
export type Sort<Field extends string> = readonly {
  field: Field;
  direction: "asc" | "desc";
}[];

/** The orders that a list may have. */
export interface ListOrder<Field extends string> {
  /** What each field sorts by. */
  columns: Record<Field, string | RawBuilder<unknown>>;
  /** Fields that have no value in some rows, which come last both ways; for others `nulls last` would fit no index. */
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
) {
  const wanted = sort.length > 0 ? sort : order.usual;
  let sorted = rows;
  for (const { field, direction } of wanted) {
    sorted = sorted.orderBy(expressionOf(order.columns[field]), (by) => {
      const directed = direction === "desc" ? by.desc() : by.asc();
      return order.mayBeEmpty?.includes(field) ? directed.nullsLast() : directed;
    });
  }
  return sorted.orderBy(sql.ref(order.id), wanted.at(-1)!.direction);
}

function placed<Tables, From extends keyof Tables>(
  executor: Executor,
  ids: SelectQueryBuilder<Tables, From, { id: number }>,
) {
  return executor
    .selectFrom(ids.as("ids"))
    .select("id")
    .select(sql<number>`row_number() over ()`.as("place"))
    .as("page");
}

/** The ids of all rows in their order, each with its `place`, as `page`: joined with it, the rows keep their order. */
export function allInOrder<Tables, From extends keyof Tables, Field extends string>(
  executor: Executor,
  rows: SelectQueryBuilder<Tables, From, { id: number }>,
  order: ListOrder<Field>,
  sort: Sort<Field>,
) {
  return placed(executor, inOrder(rows, order, sort));
}

/** The same of one page, so that what a row shows is read for the rows of the page alone. */
export function pageInOrder<Tables, From extends keyof Tables, Field extends string>(
  executor: Executor,
  rows: SelectQueryBuilder<Tables, From, { id: number }>,
  order: ListOrder<Field>,
  { sort, page, size }: Wanted<Field>,
) {
  return placed(
    executor,
    inOrder(rows, order, sort)
      .limit(size)
      .offset(page * size),
  );
}

/** The counts of the chosen statuses; without a choice, of all. */
export function chosenOf<C extends { status: string }>(
  counts: readonly C[],
  statuses: readonly string[] | undefined,
): C[] {
  return counts.filter(({ status }) => !statuses || statuses.includes(status));
}

/** How many rows these are together. */
export function totalOf(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Whether a row is one of these. */
export function isOneOf(id: string, ids: readonly unknown[]) {
  return sql<SqlBool>`${sql.ref(id)} = any(${ids}::bigint[])`;
}
