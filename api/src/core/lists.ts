import { sql, type AliasedRawBuilder, type RawBuilder } from "kysely";
import type { ResponseOf, Endpoint } from "@tonneline/contract/endpoint";
import type { z } from "zod";
import type { Executor } from "./db.ts";
import { reading } from "./replica.ts";
import { hasWords, searchText } from "./search.ts";

/** The envelope of a list's page. `totalElements` counts all pages. */
export function pageOf<T>(
  content: T[],
  totalElements: number,
  query: { page: number; size: number },
) {
  const { page, size } = query;
  return { content, totalElements, page, size, last: (page + 1) * size >= totalElements };
}

/** A column by its name, with its table's, or anything else that has a value for each row. */
type Expression = string | RawBuilder<unknown>;

/** By what a list is sorted. `mayBeEmpty`: rows without it come last both ways. `join`: where the value stands. */
export type SortColumn = Expression | SortFacts;
interface SortFacts {
  by: Expression;
  mayBeEmpty?: true;
  join?: RawBuilder<unknown>;
}

/** A condition on the rows; anything else than one is left out, such as a filter that nobody chose. */
type Condition = RawBuilder<unknown> | string | number | boolean | null | undefined;
type Conditions = readonly Condition[];

/** The ids of wanted rows, each with its `place` among them. */
export type Page = AliasedRawBuilder<{ id: number; place: number }, "page">;

/** An endpoint whose query and answer are those of `listOf`. */
type Listing = Endpoint & { query: z.ZodObject; response: z.ZodType; list: object };

interface ListQuery {
  page: number;
  size: number;
  /** The first before the second. */
  sort: { field: string; direction: "asc" | "desc" }[];
  q?: string | undefined;
}

type QueryOf<E extends Listing> = z.output<E["query"]> & ListQuery;
type FieldOf<E extends Listing> = QueryOf<E>["sort"][number]["field"];
type CountsOf<E extends Listing> =
  ResponseOf<E> extends { counts: infer Counts extends object } ? Counts : object;

interface Declaration<E extends Listing, Row, Sum extends string> {
  /** Whose rows are listed: a table, under an alias where the columns have one. */
  from: RawBuilder<unknown>;
  /** The row's id, which settles ties in the direction of the last field: one index serves both directions. */
  id: string;
  columns: Record<FieldOf<E>, SortColumn>;
  /** The order in which it opens. */
  usual: { field: FieldOf<E>; direction: "asc" | "desc" };
  /** What a search looks through: a column, or conditions; both have words as `searchText` has them. */
  words?:
    | string
    | ((q: string, query: QueryOf<E>, executor: Executor) => Conditions | Promise<Conditions>);
  where?: (query: QueryOf<E>) => Conditions;
  /** How rows are counted whatever tab is chosen, and what else is summed of the chosen one. */
  tabs?: {
    by: Expression;
    /** The columns of the table that `by` is made of, where rows are counted by them first, as an index has them. */
    of?: readonly string[];
    /** Where the contract does not say them: all tabs, and which of them a query has chosen. */
    names?: readonly string[];
    chosen?: (query: QueryOf<E>) => readonly string[] | undefined;
    /** Which rows the chosen ones have, where that is found faster by other conditions than `by`. */
    where?: (query: QueryOf<E>) => Conditions;
    sums?: Record<Sum, Expression>;
  };
  /** What rows show, read for those of `page` alone, and in its order. */
  rows: (
    executor: Executor,
    page: Page,
  ) => { execute(): Promise<Row[]>; stream(chunk: number): AsyncIterable<Row> };
}

const expressionOf = (column: Expression) =>
  typeof column === "string" ? sql.ref(column) : column;

/**
 * A list, said once: `page` is a page of it as its endpoint returns it, with the numbers of its tabs and the `sums` of the
 * chosen ones; `stream` is every row that a query finds, as it comes, for its export.
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

  /** What its search and its filters say, apart from its tabs. */
  async function searched(executor: Executor, query: Query): Promise<RawBuilder<unknown>[]> {
    const found: Condition[] = [];
    if (query.q && words) {
      const q = await searchText(executor, query.q);
      if (typeof words === "string") found.push(hasWords(words, q));
      else found.push(...(await words(q, query, executor)));
    }
    return presentOnly([...found, ...(declared.where?.(query) ?? [])]);
  }

  /** What the chosen tabs say. */
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
    return sql<{ id: number; place: number }>`(select id, row_number() over () as place from (
      select ${sql.ref(declared.id)} as id from ${from} ${joins} ${where(all)} order by ${order} ${limit}) ids)`.as(
      "page",
    );
  }

  return {
    /** As the endpoint returns it; `sums` apart. */
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
 * How names are sorted, as their readers do: capitals among small letters, and Å with A. By Unicode's own order, which is
 * the same on every machine; PostgreSQL compares by it three times faster than by `lower(unaccent(…))`. No index has it.
 */
export const byName = (name: Expression) => sql`(${expressionOf(name)}) collate "und-x-icu"`;

/** The rows of each tab, and their sums. */
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

/** As the columns of its rows name it. */
const tableOf = (id: string) => id.split(".")[0]!;

function presentOnly(conditions: Conditions): RawBuilder<unknown>[] {
  return conditions.filter((each) => typeof each === "object" && each !== null);
}

/** The order of a list as SQL says it, and what has to be joined for it. */
function inOrder<E extends Listing>(
  { id, usual, columns: known }: Pick<Declaration<E, never, never>, "id" | "usual" | "columns">,
  sort: ListQuery["sort"],
) {
  const wanted = sort.length > 0 ? sort : [usual];
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

/** What a list's export has of each row. */
export type RowOf<L extends { stream(...given: never[]): AsyncGenerator<unknown> }> =
  ReturnType<L["stream"]> extends AsyncGenerator<infer Row> ? Row : never;
