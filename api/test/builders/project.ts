import { sql } from "kysely";
import type { Db } from "../../src/core/db.ts";
import { recordPrices } from "../../src/features/catalogue/catalogue.service.ts";
import { refreshListings } from "../../src/features/catalogue/listings.service.ts";
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
  demonstration?: boolean;
  /** Open to financing, at this average price. */
  financing?: { priceCents: number };
  /** Open to sponsoring. */
  sponsoring?: boolean;
  /** Whether the details of financing or sponsoring are offered; true by default. */
  investmentAvailable?: boolean;
  labels?: string[];
  vintages?: VintageFacts[];
}

async function idOf(db: Db, table: "registries" | "developers" | "project_types", name: string) {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (name) values (${name})
    on conflict (lower(name)) do update set name = excluded.name returning id`.execute(db);
  return rows[0]!.id;
}

/** Creates a listed project, by default on sale with a vintage of 1,000 t at €10.00. Returns its id and its vintages' ids. */
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
      demonstration: facts.demonstration ?? false,
      investment_available:
        facts.investmentAvailable ?? Boolean(facts.financing ?? facts.sponsoring),
      ...(facts.financing && {
        financing_expected_credits: 50_000,
        financing_from: "2026-01-01",
        financing_to: "2027-12-31",
        financing_price_cents: facts.financing.priceCents,
        financing_crediting_period: [2027, 2028],
        financing_methodology: "VM0047",
      }),
      ...(facts.sponsoring && {
        sponsoring_expected_impact: "Clean water for 4,000 households",
        sponsoring_from: "2026-01-01",
        sponsoring_to: "2026-12-31",
      }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const kind of facts.labels ?? []) {
    await db
      .insertInto("project_labels")
      .values({ project_id: id, kind, source: "The registry", as_of: "2025-12-01" })
      .execute();
  }
  const vintageIds: number[] = [];
  for (const vintage of facts.vintages ?? [{}]) vintageIds.push(await aVintage(db, id, vintage));
  await db.transaction().execute((tx) => refreshListings(tx, [id]));
  return { id, vintageIds, vintageId: vintageIds[0]! };
}

/** Adds pictures to a project out of their order: Second, Third and First, and one whose sizes could not be generated. */
export async function addPictures(db: Db, projectId: number): Promise<void> {
  await sql`
    with file as (
      insert into files (storage_key, name, media_type, bytes, sha256) values ('x', 'x', '', 1, '') returning id)
    insert into project_images (project_id, position, status, alt, original_file_id, small_file_id, medium_file_id,
      large_file_id)
    select ${projectId}::integer, position, status, alt, file.id, file.id, file.id, file.id
    from file, (values (2, 'READY', 'Second'), (3, 'READY', 'Third'), (1, 'READY', 'First'), (0, 'FAILED', 'Failed'))
      picture (position, status, alt)`.execute(db);
}

/** Creates a vintage of a project, and issues its credits in the ledger. */
export async function aVintage(db: Db, projectId: number, facts: VintageFacts = {}) {
  const { id } = await db
    .insertInto("vintages")
    .values({
      project_id: projectId,
      year: facts.year ?? 2022,
      impact_type: facts.impactType ?? "REMOVAL_SHORT",
      claim_type: facts.claimType ?? "CONTRIBUTION",
      credit_type: facts.creditType ?? "EX_POST",
      status: facts.status ?? "ACTIVE",
      methodology: facts.methodology ?? "VM0033",
      price_cents: facts.priceCents === undefined ? 1000 : facts.priceCents,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const quantity = facts.credits ?? 1000;
  await db.transaction().execute(async (tx) => {
    await recordPrices(tx, [id]);
    await postMovements(tx, [{ kind: "ISSUE", vintageId: id, quantity, reason: "test stock" }]);
    await refreshListings(tx, [projectId]);
  });
  return id;
}

/** Creates a due-diligence report on a project. */
export async function aReport(db: Db, projectId: number, priceCents = 125_000) {
  const { id } = await db
    .insertInto("reports")
    .values({ name: "Carbon, tenure and permanence", price_cents: priceCents, pages: 64 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("report_projects").values({ report_id: id, project_id: projectId }).execute();
  await db.transaction().execute((tx) => refreshListings(tx, [projectId]));
  return id;
}
