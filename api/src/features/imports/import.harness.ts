import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { aCompany } from "../../../test/builders/company.ts";
import { testDatabase } from "../../../test/database.ts";
import { openDb, openPool, type Db } from "../../core/db.ts";
import { fileOf, listening, vintagesCsv } from "./import.fixtures.ts";
import { importRegistryFiles } from "./import.service.ts";

/* A database per test file, and queries on it. */

let database: Awaited<ReturnType<typeof testDatabase>>;
export let db: Db;

/** Gives the calling test file its own database, emptied before each test. */
export function useEmptyDatabase(): void {
  beforeAll(async () => {
    database = await testDatabase();
    db = openDb(
      openPool(database.url, 4, (error) => {
        throw error;
      }),
    );
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    // The append-only triggers of the ledger and of the audit log, which references users, would reject the truncation.
    const guarded = ["credit_movements", "audit_entries", "audit_chain"];
    for (const table of guarded)
      await sql`alter table ${sql.table(table)} disable trigger append_only`.execute(db);
    await sql`truncate projects, registries, developers, auditors, project_types, users cascade`.execute(
      db,
    );
    for (const table of guarded)
      await sql`alter table ${sql.table(table)} enable trigger append_only`.execute(db);
  });
}

/**
 * Imports both files, p.csv and v.csv; the latter has no rows unless given. Returns the counts, and
 * the refusals and notices as text: "p.csv:3 developer is blank". A dry run saves nothing.
 */
export async function run(
  projects: string | Buffer,
  vintages: string | Buffer = vintagesCsv(),
  dryRun = false,
) {
  const events = listening();
  const result = await importRegistryFiles(
    db,
    { projects: fileOf("p.csv", projects), vintages: fileOf("v.csv", vintages) },
    { dryRun, source: "VROD test", asOf: "2025-12-31" },
    events.listener,
  );
  return { ...result, refused: events.refused(), noticed: events.noticed() };
}

export const projectOf = (externalId: string) =>
  db
    .selectFrom("projects")
    .selectAll()
    .where("external_id", "=", externalId)
    .executeTakeFirstOrThrow();

/** The available tonnes and the price in cents of each of a project's vintages, oldest first. */
export async function stockOf(externalId: string) {
  const { rows } = await sql<{ year: number; available: number; price: number | null }>`
    select v.year, s.available, v.price_cents as price from vintages v join vintage_stock s on s.vintage_id = v.id
    join projects p on p.id = v.project_id where p.external_id = ${externalId} order by v.year`.execute(
    db,
  );
  return rows;
}

export const changesOf = async (externalId: string) =>
  (
    await sql<{
      change: string;
    }>`select c.change from project_changes c join projects p on p.id = c.project_id
    where p.external_id = ${externalId} order by c.id`.execute(db)
  ).rows.map(({ change }) => change);

/** Everything that a second import could change. */
export async function everything() {
  const { rows } = await sql<{ all: string }>`select jsonb_build_object(
    'projects', (select jsonb_agg(p order by id) from projects p), 'vintages', (select jsonb_agg(v order by id) from vintages v),
    'imports', (select jsonb_agg(i order by project_id) from project_imports i),
    'labels', (select jsonb_agg(l order by project_id, kind) from project_labels l),
    'movements', (select jsonb_agg(m order by id) from credit_movements m),
    'changes', (select jsonb_agg(c order by id) from project_changes c),
    'developers', (select jsonb_agg(d order by id) from developers d))::text as all`.execute(db);
  return rows[0]!.all;
}

/** Inserts a buyer with a new company; returns the id. Once per test, as the username is fixed. */
export async function aUser(): Promise<number> {
  const role = await db
    .selectFrom("roles")
    .select("id")
    .where("name", "=", "User")
    .executeTakeFirstOrThrow();
  const user = {
    username: "buyer@company.example",
    password_hash: "none",
    first_name: "B",
    last_name: "C",
    role_id: role.id,
    company_id: await aCompany(db),
  };
  return (await db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow()).id;
}

/** Inserts an empty cart of a new buyer; returns the cart's id. */
export async function aCart(): Promise<number> {
  const user_id = await aUser();
  return (
    await db.insertInto("carts").values({ user_id }).returning("id").executeTakeFirstOrThrow()
  ).id;
}
