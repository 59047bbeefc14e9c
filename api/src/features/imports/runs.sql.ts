import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  listImports,
  type ImportCounts,
  type ImportFileKind,
  type ImportMapping,
  type ImportRow,
  type ImportRowState,
  type ImportStatus,
} from "@tonneline/contract/imports";
import type { Executor, Tx } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import type { CsvFacts } from "./csv.ts";
import type { ImportStep } from "./import.service.ts";

/* Operators' imports of uploaded files, and the report of each. */

/** What was read from a file when it was uploaded, and whether its column assignment was a remembered one. */
export type FileFacts = CsvFacts & { remembered?: boolean };

export interface StoredFile {
  id: number;
  name: string;
  bytes: number;
  storageKey: string;
}

const fileOf = (kind: ImportFileKind) => sql<StoredFile | null>`(
  select json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes, 'storageKey', f.storage_key)
  from files f where f.id = ${sql.ref(`i.${kind}_file_id`)})`;

function runs(executor: Executor) {
  return executor
    .selectFrom("catalogue_imports as i")
    .innerJoin("users as c", "c.id", "i.created_by")
    .leftJoin("users as a", "a.id", "i.asked_by")
    .select([
      "i.id",
      sql<ImportStatus>`i.status`.as("status"),
      "i.created_at as createdAt",
      "c.username as createdBy",
      fileOf("projects").as("projects"),
      fileOf("vintages").as("vintages"),
      sql<FileFacts | null>`i.projects_facts`.as("projectsFacts"),
      sql<FileFacts | null>`i.vintages_facts`.as("vintagesFacts"),
      sql<ImportMapping>`i.mapping`.as("mapping"),
      sql<{ step: ImportStep; rows: number } | null>`i.progress`.as("progress"),
      sql<ImportCounts | null>`i.checked`.as("checked"),
      "i.checked_at as checkedAt",
      sql<ImportCounts | null>`i.imported`.as("imported"),
      "i.imported_at as importedAt",
      "a.username as askedBy",
      "i.begun_at as begunAt",
      "i.failure",
      "i.version",
    ]);
}
export type RunRow = NonNullable<Awaited<ReturnType<typeof runById>>>;

/** Returns the run without a lock, with its files and who requested its current job; undefined if there is none. */
export async function runById(executor: Executor, runId: number) {
  return await runs(executor).where("i.id", "=", runId).executeTakeFirst();
}

/** Locks the run until the transaction ends. */
export async function lockRun(tx: Tx, runId: number) {
  // Lock first: a statement that waits for the row lock would read other rows, such as a file added
  // meanwhile, as they were before.
  await sql`select from catalogue_imports where id = ${runId} for update`.execute(tx);
  return await runById(tx, runId);
}

const rowCount = (state: "new" | "changed" | "refused") =>
  sql.raw<number>(`(coalesce(i.imported, i.checked) #>> '{projects,${state}}')::integer
    + (coalesce(i.imported, i.checked) #>> '{vintages,${state}}')::integer`);

/** The list of file imports. */
export const imports = list(listImports, {
  from: sql`catalogue_imports i`,
  id: "i.id",
  columns: {
    // Ids are assigned in the order of creation.
    createdAt: "i.id",
    status: "i.status",
    createdBy: { by: "c.username", join: sql`join users c on c.id = i.created_by` },
    // As displayed in the list.
    files: {
      by: byName(sql`nullif(concat_ws(', ', p.name, v.name), '')`),
      join: sql`left join files p on p.id = i.projects_file_id left join files v on v.id = i.vintages_file_id`,
      mayBeEmpty: true,
    },
    new: { by: rowCount("new"), mayBeEmpty: true },
    changed: { by: rowCount("changed"), mayBeEmpty: true },
    refused: { by: rowCount("refused"), mayBeEmpty: true },
  },
  defaultOrder: { field: "createdAt", direction: "desc" },
  words: "i.words",
  tabs: { by: "i.status" },
  rows: (executor, page) =>
    runs(executor).innerJoin(page, "page.id", "i.id").orderBy("page.position"),
});

/** The search text of an import with these files: its creator's username and the names of the files. */
const wordsWith = (files: { projects?: RawBuilder<unknown>; vintages?: RawBuilder<unknown> }) =>
  sql<string>`(select search_text(concat_ws(E'\\n', u.username, p.name, v.name)) from users u
    left join files p on p.id = ${files.projects ?? sql.ref("catalogue_imports.projects_file_id")}
    left join files v on v.id = ${files.vintages ?? sql.ref("catalogue_imports.vintages_file_id")}
    where u.id = catalogue_imports.created_by)`;

/** Updates the username by which imports are found, after their creator's account was erased. */
export async function refreshImportUsernames(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable("catalogue_imports")
    .set({ words: wordsWith({}) })
    .where("created_by", "=", userId)
    .execute();
}

/** Inserts a draft without files; returns its id. The username is copied into the search text: see `refreshImportUsernames`. */
export async function insertRun(tx: Tx, userId: number): Promise<number> {
  const row = await tx
    .insertInto("catalogue_imports")
    .values({
      created_by: userId,
      words: sql<string>`(select username from users where id = ${userId})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface RunChange {
  status?: ImportStatus;
  mapping?: ImportMapping;
  file?: { kind: ImportFileKind; id: number | null; facts: FileFacts | null };
  progress?: { step: ImportStep; rows: number } | null;
  checked?: ImportCounts | null;
  imported?: ImportCounts;
  failure?: string | null;
  askedBy?: number;
}

/** Updates the given fields and increments the version. Returns false if the row no longer matches `guard`. */
export async function updateRun(
  executor: Executor,
  runId: number,
  change: RunChange,
  guard: { version?: number; status?: string } = {},
): Promise<boolean> {
  const { status, mapping, file, progress, checked, imported, failure, askedBy } = change;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const { numUpdatedRows } = await executor
    .updateTable("catalogue_imports")
    .set({
      version: sql<number>`version + 1`,
      ...(status && { status }),
      ...(mapping && { mapping: json(mapping) }),
      ...(file && {
        [`${file.kind}_file_id`]: file.id,
        [`${file.kind}_facts`]: json(file.facts),
        words: wordsWith({ [file.kind]: sql`${file.id}::integer` }),
      }),
      ...(progress !== undefined && { progress: json(progress) }),
      ...(checked !== undefined && { checked: json(checked), checked_at: checked && sql`now()` }),
      ...(imported && {
        imported: json(imported),
        imported_at: sql`now()`,
      }),
      ...(failure !== undefined && { failure }),
      ...(askedBy !== undefined && { asked_by: askedBy, begun_at: null }),
    })
    .where("id", "=", runId)
    .where((eb) => eb.and(guard))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks the run as begun; false if it already was, or if its version has changed. */
export async function beginRun(executor: Executor, runId: number, version: number) {
  const { numUpdatedRows } = await executor
    .updateTable("catalogue_imports")
    .set({ begun_at: sql`now()` })
    .where("id", "=", runId)
    .where("version", "=", version)
    .where("begun_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns false once the run has been stopped or deleted: the working job polls it. */
export async function isAtVersion(executor: Executor, runId: number, version: number) {
  const row = await executor
    .selectFrom("catalogue_imports")
    .select("version")
    .where("id", "=", runId)
    .executeTakeFirst();
  return row?.version === version;
}

/** Returns the run being worked on. */
export async function activeRun(executor: Executor) {
  return await runs(executor)
    .where("i.status", "in", ["CHECKING", "IMPORTING"])
    .where("i.begun_at", "is not", null)
    .orderBy("i.begun_at")
    .limit(1)
    .executeTakeFirst();
}

/** Records the run's progress unless its version has changed. */
export async function setProgress(
  executor: Executor,
  runId: number,
  version: number,
  progress: { step: ImportStep; rows: number },
): Promise<void> {
  await executor
    .updateTable("catalogue_imports")
    .set({ progress: JSON.stringify(progress) })
    .where("id", "=", runId)
    .where("version", "=", version)
    .execute();
}

/** Deletes the run and its report. Deleting its files is up to the caller; imported data is kept. */
export async function deleteRun(tx: Tx, runId: number): Promise<void> {
  await tx.deleteFrom("catalogue_imports").where("id", "=", runId).execute();
}

/** Deletes the report of the last check or import; changing the status is up to the caller. */
export async function clearReport(tx: Tx, runId: number): Promise<void> {
  await tx.deleteFrom("catalogue_import_rows").where("import_id", "=", runId).execute();
}

/** Appends rows to the report; each row must be new to it. */
export async function addToReport(tx: Tx, runId: number, rows: readonly ImportRow[]) {
  if (rows.length === 0) return;
  await sql`insert into catalogue_import_rows (import_id, file, line, key, name, state, notes)
    select ${runId}, file, line, key, name, state, notes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (file text, line integer, key text, name text, state text, notes jsonb)`.execute(tx);
}

export interface ReportFilter {
  q?: string | undefined;
  file?: ImportFileKind[] | undefined;
  state?: ImportRowState[] | undefined;
  noted?: boolean | undefined;
  sort: { direction: "asc" | "desc" }[];
}

function report(executor: Executor, runId: number, filter: ReportFilter) {
  let query = executor.selectFrom("catalogue_import_rows").where("import_id", "=", runId);
  if (filter.file) query = query.where(sql<SqlBool>`file = any(${filter.file}::text[])`);
  if (filter.noted !== undefined) {
    query = query.where(sql<SqlBool>`(notes <> '[]') = ${filter.noted}`);
  }
  if (filter.q) {
    const pattern = `%${filter.q.replaceAll(/[\\%_]/g, "\\$&")}%`;
    // Not the notes' JSON, which escapes quotation marks and contains the names of its keys.
    const isNoted = sql`exists (select from jsonb_array_elements(notes) n
      where concat_ws(' ', n ->> 'column', n ->> 'reason') ilike ${pattern})`;
    query = query.where(
      sql<SqlBool>`(key ilike ${pattern} or name ilike ${pattern} or ${isNoted})`,
    );
  }
  return query;
}

function rowsOf(executor: Executor, runId: number, filter: ReportFilter) {
  let query = report(executor, runId, filter).select([
    sql<ImportFileKind>`file`.as("file"),
    "line",
    "key",
    "name",
    sql<ImportRowState>`state`.as("state"),
    sql<ImportRow["notes"]>`notes`.as("notes"),
  ]);
  if (filter.state) query = query.where(sql<SqlBool>`state = any(${filter.state}::text[])`);
  const direction = filter.sort[0]?.direction ?? "asc";
  return query.orderBy("file", direction).orderBy("line", direction);
}

/** Returns a page of a report, and the number of rows by state regardless of the states filtered by. */
export async function reportPage(
  executor: Executor,
  runId: number,
  filter: ReportFilter & { page: number; size: number },
) {
  const [rows, counts] = await Promise.all([
    rowsOf(executor, runId, filter)
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    report(executor, runId, filter)
      .select([sql<ImportRowState>`state`.as("state"), sql<number>`count(*)`.as("count")])
      .groupBy("state")
      .execute(),
  ]);
  return { rows, counts };
}

/** Streams the filtered rows of a report by file and line, using a cursor: suitable for files of any length. */
export async function* reportStream(executor: Executor, runId: number, filter: ReportFilter) {
  yield* rowsOf(executor, runId, filter).stream(500);
}
