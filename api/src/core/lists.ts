import { sql, type AliasedRawBuilder, type RawBuilder } from "kysely";
import type { ResponseOf, Endpoint } from "@tonneline/contract/endpoint";
import type { z } from "zod";
import type { Executor } from "./db.ts";
import { reading } from "./replica.ts";
import { hasWords, searchText } from "./search.ts";

/** Returns the envelope of a list's page. `totalElements` counts the rows of all pages. */
export function pageOf<T>(
  content: T[],
  totalElements: number,
  query: { page: number; size: number },
) {
  const { page, size } = query;
  return { content, totalElements, page, size, last: (page + 1) * size >= totalElements };
}

/** Like `pageOf`, of a list that is short enough to be read whole. */
export function pageWithin<T>(rows: readonly T[], query: { page: number; size: number }) {
  const start = query.page * query.size;
  return pageOf(rows.slice(start, start + query.size), rows.length, query);
}

/** A column's name, qualified by its table's, or any SQL expression with a value for each row. */
type Expression = string | RawBuilder<unknown>;

/** A list's sort key. `mayBeEmpty`: rows without a value come last both ways. `join`: the table with the value. */
export type SortColumn = Expression | SortFacts;
interface SortFacts {
  by: Expression;
  mayBeEmpty?: true;
  join?: RawBuilder<unknown>;
}

/** A condition on the rows; any value that is not SQL is ignored, such as that of a filter that is not set. */
type Condition = RawBuilder<unknown> | string | number | boolean | null | undefined;
type Conditions = readonly Condition[];

/** The ids of the page's rows, each with its `position`. */
export type Page = AliasedRawBuilder<{ id: number; position: number }, "page">;

/** An endpoint with the query parameters and response of `listOf`. */
type Listing = Endpoint & { query: z.ZodObject; response: z.ZodType; list: object };

interface ListQuery {
  page: number;
  size: number;
  /** By priority, highest first. */
  sort: { field: string; direction: "asc" | "desc" }[];
  q?: string | undefined;
}

type QueryOf<E extends Listing> = z.output<E["query"]> & ListQuery;
type FieldOf<E extends Listing> = QueryOf<E>["sort"][number]["field"];
type CountsOf<E extends Listing> =
  ResponseOf<E> extends { counts: infer Counts extends object } ? Counts : object;

interface Declaration<E extends Listing, Row, Sum extends string> {
  /** The table whose rows are listed, with its alias if the columns use one. */
  from: RawBuilder<unknown>;
  /** The column of the row's id. Breaks ties in the direction of the last sort field: one index serves both directions. */
  id: string;
  columns: Record<FieldOf<E>, SortColumn>;
  /** The default order. */
  defaultOrder: { field: FieldOf<E>; direction: "asc" | "desc" };
  /** What the search matches: a column, or conditions; for both, the words are those that `searchText` returns. */
  words?:
    | string
    | ((q: string, query: QueryOf<E>, executor: Executor) => Conditions | Promise<Conditions>);
  where?: (query: QueryOf<E>) => Conditions;
  /** The tabs, whose rows are counted whichever tab is selected, and the sums over the selected ones. */
  tabs?: {
    by: Expression;
    /** The table's columns that `by` is computed from, if rows are first grouped by these, as an index has them. */
    of?: readonly string[];
    /** Where the contract does not declare them: all tabs, and those that a query selects. */
    names?: readonly string[];
    chosen?: (query: QueryOf<E>) => readonly string[] | undefined;
    /** Conditions for the rows of the selected tabs, where these are faster than `by`. */
    where?: (query: QueryOf<E>) => Conditions;
    sums?: Record<Sum, Expression>;
  };
  /** Reads the columns to show, only for the rows of `page` and in its order. */
  rows: (
    executor: Executor,
    page: Page,
  ) => { execute(): Promise<Row[]>; stream(chunk: number): AsyncIterable<Row> };
}

const expressionOf = (column: Expression) =>
  typeof column === "string" ? sql.ref(column) : column;

/**
 * Defines a list: `page` returns one page in the endpoint's format, with the counts of its tabs and the `sums` of the selected
 * ones; `stream` yields every row that a query matches, for its export.
 */
export function list<const E extends Listing, Row, Sum extends string = never>(
  endpoint: E,
  declared: Declaration<E, Row, Sum>,
) {
  type Query = QueryOf<E>;
  const { from, words, tabs } = declared;
  const field = endpoint.list?.tabs;
  const names = tabs?.names ?? field?.names ?? [];
  const sums = Object.keys(tabs?.sums ?? {}) as Sum[];

  function chosen(query: Query): readonly string[] | undefined {
    if (tabs?.chosen) return tabs.chosen(query);
    return field && ((query as Record<string, unknown>)[field.field] as string[] | undefined);
  }

  /** The conditions of the search and the filters, without the tabs. */
  async function searched(executor: Executor, query: Query): Promise<RawBuilder<unknown>[]> {
    const found: Condition[] = [];
    if (query.q && words) {
      const q = await searchText(executor, query.q);
      if (typeof words === "string") found.push(hasWords(words, q));
      else found.push(...(await words(q, query, executor)));
    }
    return presentOnly([...found, ...(declared.where?.(query) ?? [])]);
  }

  /** The condition of the selected tabs. */
  function tabbed(query: Query): RawBuilder<unknown>[] {
    if (tabs?.where) return presentOnly(tabs.where(query));
    const only = chosen(query);
    return only && tabs ? [sql`${expressionOf(tabs.by)} = any(${only}::text[])`] : [];
  }

  function idsOf(
    query: Query,
    conditions: readonly RawBuilder<unknown>[],
    limit: RawBuilder<unknown>,
  ): Page {
    const { joins, order } = inOrder(declared, query.sort);
    const all = [...conditions, ...tabbed(query)];
    return sql<{ id: number; position: number }>`(select id, row_number() over () as position from (
      select ${sql.ref(declared.id)} as id from ${from} ${joins} ${where(all)} order by ${order} ${limit}) ids)`.as(
      "page",
    );
  }

  return {
    /** The endpoint's response, and the `sums`, which it does not have. */
    async page<T>(executor: Executor, query: Query, view: (row: Row) => T) {
      const { page, size } = query;
      const limit = sql`limit ${size} offset ${page * size}`;
      const [rows, counts] = await reading(executor, async (reads) => {
        const conditions = await searched(reads, query);
        return Promise.all([
          declared.rows(reads, idsOf(query, conditions, limit)).execute(),
          counted(reads, declared, conditions),
        ]);
      });
      const only = chosen(query);
      const wanted = counts.filter((each) => !only || only.includes(each.tab));
      const totalOf = (name: "count" | Sum) => wanted.reduce((sum, each) => sum + each[name], 0);
      return {
        ...pageOf(rows.map(view), totalOf("count"), query),
        counts: Object.fromEntries(
          names.map((name) => [name, counts.find((each) => each.tab === name)?.count ?? 0]),
        ) as CountsOf<E>,
        sums: Object.fromEntries(sums.map((name) => [name, totalOf(name)])) as Record<Sum, number>,
      };
    },

    async *stream(executor: Executor, query: Query): AsyncGenerator<Row> {
      const ids = idsOf(query, await searched(executor, query), sql``);
      yield* declared.rows(executor, ids).stream(500);
    },
  };
}

/**
 * Collates names as readers expect: upper case among lower case, and Å with A. Unicode's own order is the same on every
 * machine, and PostgreSQL compares by it three times faster than by `lower(unaccent(…))`. No index uses it.
 */
export const byName = (name: Expression) => sql`(${expressionOf(name)}) collate "und-x-icu"`;

/** Counts the rows of each tab, and sums their columns. */
async function counted<E extends Listing, Sum extends string>(
  executor: Executor,
  { from, id, tabs }: Pick<Declaration<E, never, Sum>, "from" | "id" | "tabs">,
  conditions: readonly RawBuilder<unknown>[],
) {
  type Counted = { tab: string; count: number } & Record<Sum, number>;
  const sums = Object.entries<Expression>(tabs?.sums ?? {});
  const by = tabs ? expressionOf(tabs.by) : sql`null`;
  const summed = sums.map(
    ([name, column]) => sql`, sum(${expressionOf(column)}) as ${sql.ref(name)}`,
  );
  const counting = sql`count(*) as count${sql.join(summed, sql``)} from ${from} ${where(conditions)}`;
  const { rows } = await (
    tabs?.of
      ? sql<Counted>`select ${by} as tab, ${sumsOf(["count", ...sums.map(([name]) => name)])} from (
          select ${sql.join(tabs.of.map((column) => sql.ref(column)))}, ${counting}
          group by ${sql.join(tabs.of.map((column) => sql.ref(column)))}) ${sql.ref(tableOf(id))} group by 1`
      : sql<Counted>`select ${by} as tab, ${counting} group by 1`
  ).execute(executor);
  return rows;
}

const sumsOf = (names: readonly string[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));

/** The alias that the columns use. */
const tableOf = (id: string) => id.split(".")[0]!;

function presentOnly(conditions: Conditions): RawBuilder<unknown>[] {
  return conditions.filter((each) => typeof each === "object" && each !== null);
}

/** The list's ORDER BY and the joins that it needs. */
function inOrder<E extends Listing>(
  {
    id,
    defaultOrder,
    columns: known,
  }: Pick<Declaration<E, never, never>, "id" | "defaultOrder" | "columns">,
  sort: ListQuery["sort"],
) {
  const wanted = sort.length > 0 ? sort : [defaultOrder];
  const columns = wanted.map(({ field, direction }) => {
    const given: SortColumn = known[field as FieldOf<E>];
    const column: SortFacts = typeof given === "object" && "by" in given ? given : { by: given };
    return { ...column, direction };
  });
  const order = columns.map(
    ({ by, direction, mayBeEmpty }) =>
      sql`${expressionOf(by)} ${sql.raw(direction)}${mayBeEmpty ? sql` nulls last` : sql``}`,
  );
  const joins = new Set(columns.flatMap(({ join }) => join ?? []));
  const last = sql`${sql.ref(id)} ${sql.raw(wanted.at(-1)!.direction)}`;
  return { order: sql.join([...order, last]), joins: sql.join([...joins], sql` `) };
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

/** A row of a list's export. */
export type RowOf<L extends { stream(...given: never[]): AsyncGenerator<unknown> }> =
  ReturnType<L["stream"]> extends AsyncGenerator<infer Row> ? Row : never;
