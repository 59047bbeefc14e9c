import { sql, type RawBuilder, type SqlBool } from "kysely";
import { directory, type DirectoryList } from "@tonneline/contract/directory";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import { namedUses, type UseRow } from "../../core/uses.ts";

/** The column of `projects` that references each list. */
const projectColumn = {
  auditors: sql.ref("projects.auditor_id"),
  developers: sql.ref("projects.developer_id"),
  registries: sql.ref("projects.registry_id"),
  projectTypes: sql.ref("projects.project_type_id"),
} as const satisfies Record<DirectoryList, RawBuilder<unknown>>;

const tables = {
  auditors: "auditors",
  developers: "developers",
  registries: "registries",
  projectTypes: "project_types",
} as const satisfies Record<DirectoryList, string>;

/** The criterion by which price list rules reference each list; auditors are not among them. */
export const narrowingOf = {
  auditors: undefined,
  developers: "developer",
  registries: "registry",
  projectTypes: "projectType",
} as const;

export interface DirectoryRow {
  id: number;
  name: string;
  scope: string | null;
  version: number;
  projects: number;
}

function entries(executor: Executor, list: DirectoryList) {
  const table = sql<Omit<DirectoryRow, "projects" | "scope">>`${sql.table(tables[list])}`;
  return executor.selectFrom(table.as("entries"));
}

const scopeOf = (list: DirectoryList) =>
  sql<string | null>`${list === "projectTypes" ? sql.ref("scope") : sql`null::text`}`.as("scope");

// Counts projects per entry, using the index on that column: a page has at most a hundred entries.
function rows(executor: Executor, list: DirectoryList) {
  return entries(executor, list).select([
    "entries.id",
    "entries.name",
    "entries.version",
    scopeOf(list),
    sql<number>`(select count(*) from projects where ${projectColumn[list]} = entries.id)`.as(
      "projects",
    ),
  ]);
}

/** One of the lists: the projects of all entries are only counted when sorting by that count. */
export const entriesOf = (name: DirectoryList) =>
  list(directory[name].list, {
    from: sql`${sql.table(tables[name])} entries`,
    id: "entries.id",
    columns: {
      name: byName("entries.name"),
      projects: {
        by: sql`coalesce(named.count, 0)`,
        join: sql`left join (
          select ${projectColumn[name]} as id, count(*) as count from projects
          where ${projectColumn[name]} is not null group by 1) named on named.id = entries.id`,
      },
      // Only project types have a scope, and only their list sorts by it.
      scope: sql`entries.scope`,
    },
    defaultOrder: { field: "name", direction: "asc" },
    words: "entries.words",
    rows: (executor, page) =>
      rows(executor, name).innerJoin(page, "page.id", "entries.id").orderBy("page.position"),
  });

/**
 * Returns one entry as shown in its list, with the number of projects that reference it, hidden ones
 * included; undefined if there is none.
 */
export function entryRow(executor: Executor, list: DirectoryList, id: number) {
  return rows(executor, list).where("entries.id", "=", id).executeTakeFirst();
}

/** Locks entries in id order; missing ones are absent from the result. */
export async function lockEntries(tx: Tx, list: DirectoryList, ids: readonly number[]) {
  const rows = await tx
    .selectFrom(tables[list])
    .select(["id", "name", "version", scopeOf(list)])
    .where("id", "=", sql<number>`any(${[...ids]}::integer[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A name, and the scope of a project type. */
interface EntryChange {
  name: string;
  scope?: string | undefined;
}

/**
 * Inserts an entry. A project type without a scope gets the table's default, "Other"; the other lists
 * have none. A duplicate name, ignoring case, violates the unique index: wrap the call in `guardName`.
 */
export function insertEntry(tx: Tx, list: DirectoryList, { name, scope }: EntryChange) {
  return tx
    .insertInto(tables[list])
    .values({ name, ...(scope !== undefined && { scope }) })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/**
 * Changes an entry and increments its version; an omitted scope is kept. The caller holds the lock
 * from `lockEntries` and wraps the call in `guardName`.
 */
export async function changeEntry(
  tx: Tx,
  list: DirectoryList,
  id: number,
  { name, scope }: EntryChange,
) {
  await tx
    .updateTable(tables[list])
    .set({ name, ...(scope !== undefined && { scope }), version: sql<number>`version + 1` })
    .where("id", "=", id)
    .execute();
}

/**
 * Deletes an entry. Violates a foreign key while a project, or a registry's retirement, references
 * it; price list rules do not prevent it.
 */
export async function removeEntry(tx: Tx, list: DirectoryList, id: number): Promise<void> {
  await tx.deleteFrom(tables[list]).where("id", "=", id).execute();
}

/** Returns some of what prevents an entry from being deleted, projects first, and the total count. */
export async function usesOf(
  executor: Executor,
  list: DirectoryList,
  id: number,
): Promise<UseRow[]> {
  // Serial numbers belong to their registry, which has to stay as long as its retirements do.
  const retirements = sql`
    union all select 2, 'retirement', id, 'Retirement ' || id from retirements where registry_id = ${id}`;
  const narrowing = narrowingOf[list];
  const rules = JSON.stringify(narrowing ? [{ [narrowing]: [id] }] : null);
  const { rows } = await sql<UseRow>`
    select type, id, name, (count(*) over ())::integer as count from (
      select 1 as place, 'project' as type, id, name from projects where ${projectColumn[list]} = ${id}
      ${list === "registries" ? retirements : sql``}
      union all select 3, 'price-list', id, name from price_lists where rules @> ${rules}::jsonb
    ) uses order by place, id limit ${namedUses}`.execute(executor);
  return rows;
}

/** Moves all projects of an entry to another; returns their ids. */
export async function moveProjects(
  tx: Tx,
  list: DirectoryList,
  fromId: number,
  toId: number,
): Promise<number[]> {
  const column = {
    auditors: "auditor_id",
    developers: "developer_id",
    registries: "registry_id",
    projectTypes: "project_type_id",
  }[list];
  const { rows } = await sql<{ id: number }>`
    update projects set ${sql.ref(column)} = ${toId}, version = version + 1, updated_at = now()
    where ${sql.ref(column)} = ${fromId} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the ids of all projects that reference an entry. */
export async function projectIdsOf(executor: Executor, list: DirectoryList, id: number) {
  const rows = await executor
    .selectFrom("projects")
    .select("id")
    .where(sql<SqlBool>`${projectColumn[list]} = ${id}`)
    .execute();
  return rows.map((row) => row.id);
}
