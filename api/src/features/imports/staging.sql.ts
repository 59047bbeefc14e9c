import { sql } from "kysely";
import type { Tx } from "../../core/db.ts";
import type { RegistryFacts } from "./facts.rules.ts";
import type { VintageRow } from "./rows.ts";

/*
 * Rows are staged in temporary tables until both files are read: only then are duplicates and
 * vintages without a project known, and memory use does not depend on the length of the files.
 */

export type StagedProject = {
  line: number;
  externalId: string;
  /** In readable form; `facts` has the registry's spelling. */
  name: string;
  facts: RegistryFacts;
  description: string;
  sdgs: number[];
  continent: string | null;
  scope: string;
};
export type StagedVintage = VintageRow & { line: number };

// Different spellings of one project's id, such as "vcs 1" and "VCS-1", have the same key.
const idKey = sql`id_key text generated always as (registry_id_key(external_id)) stored`;

/** Creates the temporary tables, which are dropped at the end of the transaction. Fails if called twice in it. */
export async function openStaging(tx: Tx): Promise<void> {
  await sql`create temporary table staged_projects (
    line integer not null, external_id text not null, ${idKey}, name text not null, facts jsonb not null, description text not null,
    sdgs smallint[] not null, continent text, scope text not null, project_id integer, is_new boolean not null default false,
    old_facts jsonb
  ) on commit drop`.execute(tx);
  await sql`create temporary table refused_projects (external_id text not null, ${idKey}, name text not null) on commit drop`.execute(
    tx,
  );
  await sql`create temporary table staged_vintages (
    line integer not null, external_id text not null, ${idKey}, year smallint not null, issued integer not null,
    retired integer not null, remaining integer not null, project_id integer, vintage_id integer,
    is_new boolean not null default false, is_changed boolean not null default false
  ) on commit drop`.execute(tx);
}

/** Stages a batch, duplicates included: see `removeDuplicates`. */
export async function stageProjects(tx: Tx, rows: readonly StagedProject[]): Promise<void> {
  await sql`insert into staged_projects (line, external_id, name, facts, description, sdgs, continent, scope)
    select line, "externalId", name, facts, description, sdgs, continent, scope
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, "externalId" text, name text, facts jsonb,
      description text, sdgs smallint[], continent text, scope text)`.execute(tx);
}

/** The same for vintages, whether or not their project is known. Quantities are tonnes. */
export async function stageVintages(tx: Tx, rows: readonly StagedVintage[]): Promise<void> {
  const column = <K extends keyof StagedVintage>(key: K) => rows.map((row) => row[key]);
  await sql`insert into staged_vintages (line, external_id, year, issued, retired, remaining)
    select * from unnest(${column("line")}::integer[], ${column("externalId")}::text[], ${column("year")}::smallint[],
      ${column("issued")}::integer[], ${column("retired")}::integer[], ${column("remaining")}::integer[])`.execute(
    tx,
  );
}

/** Records projects whose row was refused: their vintages are refused too. */
export async function saveRefused(
  tx: Tx,
  projects: readonly { externalId: string; name: string }[],
): Promise<void> {
  const externalIds = projects.map(({ externalId }) => externalId);
  const names = projects.map(({ name }) => name);
  await sql`insert into refused_projects (external_id, name) select * from unnest(${externalIds}::text[], ${names}::text[])`.execute(
    tx,
  );
}

/** Returns the names of the projects with these external ids, from the files or else from the catalogue. */
export async function projectNames(
  tx: Tx,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ externalId: string; name: string }>`
    with wanted as (
      select external_id, registry_id_key(external_id) as id_key
      from (select distinct unnest(${externalIds}::text[]) as external_id) given
    ), refused as (
      select id_key, max(name) as name from refused_projects where name <> '' group by id_key
    )
    select w.external_id as "externalId", coalesce(s.facts ->> 'name', r.name, p.name) as name
    from wanted w
      left join staged_projects s on s.id_key = w.id_key
      left join refused r on r.id_key = w.id_key
      left join projects p on registry_id_key(p.external_id) = w.id_key
    where coalesce(s.facts ->> 'name', r.name, p.name) is not null`.execute(tx);
  return new Map(rows.map(({ externalId, name }) => [externalId, name]));
}

export type Duplicate = {
  line: number;
  first: number;
  key: string;
  externalId: string;
  name: string;
};

/** Deletes every row whose key occurs earlier in the file, and returns the deleted ones. */
export async function removeDuplicates(
  tx: Tx,
  file: "projects" | "vintages",
): Promise<Duplicate[]> {
  const table = sql.table(`staged_${file}`);
  const key = file === "projects" ? sql`id_key` : sql`id_key, year`;
  const called =
    file === "projects"
      ? sql`s.external_id as key, s.external_id as "externalId", s.facts ->> 'name' as name`
      : sql`s.external_id || ' ' || s.year as key, s.external_id as "externalId", '' as name`;
  await sql`create index on ${table} (${key})`.execute(tx);
  await sql`create index on ${table} (line)`.execute(tx);
  await sql`create index on ${table} (project_id)`.execute(tx);
  await countStaged(tx, file);
  const { rows } = await sql<Duplicate>`
    with doubles as (select line, min(line) over (partition by ${key}) as first from ${table})
    delete from ${table} s using doubles d where s.line = d.line and d.line <> d.first
    returning s.line, d.first, ${called}`.execute(tx);
  return rows.sort((a, b) => a.line - b.line);
}

/** Returns the directory entries that the staged projects refer to. */
export async function stagedNames(tx: Tx) {
  const { rows } = await sql<{
    registries: string[];
    developers: string[];
    auditors: string[];
    types: { name: string; scope: string }[];
  }>`
    select coalesce(array_agg(distinct facts ->> 'registry'), '{}') as registries,
      coalesce(array_agg(distinct facts ->> 'developer'), '{}') as developers,
      coalesce(array_agg(distinct facts ->> 'auditor') filter (where facts ->> 'auditor' <> ''), '{}') as auditors,
      coalesce(jsonb_agg(distinct jsonb_build_object('name', facts ->> 'type', 'scope', scope)), '[]') as types
    from staged_projects`.execute(tx);
  return rows[0]!;
}

/** Counts a file's staged rows; duplicates and other refused rows are included until they are removed. */
export async function stagedCount(tx: Tx, file: "projects" | "vintages"): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(`staged_${file}`)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export type StagedRow = {
  file: "projects" | "vintages";
  line: number;
  key: string;
  name: string;
  state: "NEW" | "CHANGED" | "UNCHANGED";
};

/** Yields the outcome of the staged rows once everything is saved. */
export async function* stagedRows(tx: Tx): AsyncGenerator<StagedRow> {
  // In batches rather than with a cursor: other statements of the transaction run in between.
  for (const file of ["projects", "vintages"] as const) {
    const facts =
      file === "projects"
        ? sql`s.external_id as key, s.facts ->> 'name' as name,
            case when is_new then 'NEW' when old_facts is distinct from facts then 'CHANGED' else 'UNCHANGED' end as state`
        : sql`s.external_id || ' ' || s.year as key, coalesce(p.name, '') as name,
            case when is_new then 'NEW' when is_changed then 'CHANGED' else 'UNCHANGED' end as state`;
    const project = file === "projects" ? sql`` : sql`left join projects p on p.id = s.project_id`;
    let after = 0;
    for (;;) {
      const { rows } = await sql<StagedRow>`
        select ${file}::text as file, s.line, ${facts} from ${sql.table(`staged_${file}`)} s ${project}
        where s.line > ${after} order by s.line limit 5000`.execute(tx);
      yield* rows;
      if (rows.length < 5000) break;
      after = rows.at(-1)!.line;
    }
  }
}

/** Updates the statistics: PostgreSQL does not analyze temporary tables by itself, and would then use nested loops. */
export async function countStaged(tx: Tx, file: "projects" | "vintages"): Promise<void> {
  await sql`analyze ${sql.table(`staged_${file}`)}`.execute(tx);
}

/** Returns the projects that lists would show differently than before. */
export async function touchedProjects(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select project_id as id from staged_projects where is_new or old_facts is distinct from facts
    union select project_id from staged_vintages where is_new or is_changed order by id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
