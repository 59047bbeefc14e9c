import { sql } from "kysely";
import type { Db } from "../../src/core/db.ts";
import { postMovements } from "../../src/features/ledger/ledger.service.ts";

export interface VintageFacts {
  year?: number;
  credits?: number;
  /** Null: price on request. */
  priceCents?: number | null;
  claimType?: string;
  impactType?: string;
  creditType?: string;
  status?: string;
  methodology?: string;
}

export interface ProjectFacts {
  name?: string;
  externalId?: string | null;
  description?: string;
  registry?: string;
  developer?: string;
  projectType?: string;
  countries?: string[];
  continent?: string | null;
  sdgs?: number[];
  status?: string;
  hidden?: boolean;
  vintages?: VintageFacts[];
}

async function idOf(db: Db, table: "registries" | "developers" | "project_types", name: string) {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (name) values (${name})
    on conflict (lower(name)) do update set name = excluded.name returning id`.execute(db);
  return rows[0]!.id;
}

/** A project on sale, with one vintage of 1,000 t at €10.00 unless told otherwise. Answers its id and its vintages' ids. */
export async function aProject(db: Db, facts: ProjectFacts = {}) {
  const { id } = await db
    .insertInto("projects")
    .values({
      name: facts.name ?? "Mangrove restoration",
      external_id: facts.externalId ?? null,
      description: facts.description ?? "",
      registry_id: await idOf(db, "registries", facts.registry ?? "Verra"),
      developer_id: await idOf(db, "developers", facts.developer ?? "A developer"),
      project_type_id: await idOf(db, "project_types", facts.projectType ?? "Wetland Restoration"),
      countries: facts.countries ?? ["KE"],
      continent: facts.continent === undefined ? "Africa" : facts.continent,
      sdgs: facts.sdgs ?? [13],
      status: facts.status ?? "AVAILABLE",
      hidden: facts.hidden ?? false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const vintageIds: number[] = [];
  for (const vintage of facts.vintages ?? [{}]) vintageIds.push(await aVintage(db, id, vintage));
  return { id, vintageIds, vintageId: vintageIds[0]! };
}

/** A vintage of a project, its credits issued through the ledger. */
export async function aVintage(db: Db, projectId: number, facts: VintageFacts = {}) {
  const { id } = await db
    .insertInto("vintages")
    .values({
      project_id: projectId,
      year: facts.year ?? 2022,
      impact_type: facts.impactType ?? "REMOVAL",
      claim_type: facts.claimType ?? "CONTRIBUTION",
      credit_type: facts.creditType ?? "EX_POST",
      status: facts.status ?? "ACTIVE",
      methodology: facts.methodology ?? "VM0033",
      price_cents: facts.priceCents === undefined ? 1000 : facts.priceCents,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .transaction()
    .execute((tx) =>
      postMovements(tx, [
        { kind: "ISSUE", vintageId: id, quantity: facts.credits ?? 1000, reason: "test stock" },
      ]),
    );
  return id;
}

/** A due-diligence report on a project. */
export async function aReport(db: Db, projectId: number, priceCents = 125_000) {
  const { id } = await db
    .insertInto("reports")
    .values({ name: "Carbon, tenure and permanence", price_cents: priceCents, pages: 64 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("report_projects").values({ report_id: id, project_id: projectId }).execute();
  return id;
}
