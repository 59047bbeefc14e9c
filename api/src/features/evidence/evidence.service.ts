import type { Evidence, VintageRecord } from "@tonneline/contract/evidence";
import type { CreditType } from "@tonneline/contract/catalogue";
import type { Executor } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { eurosOrNone } from "../../core/money.ts";
import { recordOf, vintageRecordsOf } from "../catalogue/record.rules.ts";
import { recordSourceOf } from "../catalogue/records.service.ts";
import { issueYears } from "./evidence.rules.ts";
import * as store from "./evidence.sql.ts";

/**
 * Returns what is known about a project that buyers can see, without prices while they are on request. Refuses with NOT_FOUND.
 */
export async function readEvidence(executor: Executor, projectId: number): Promise<Evidence> {
  const row = (await store.figuresOf(executor, projectId)) ?? refuse("NOT_FOUND");
  const project = row.hidden ? undefined : await recordSourceOf(executor, projectId);
  if (!project) return refuse("NOT_FOUND");
  const prices = row.onRequest ? [] : await store.pricesOf(executor, projectId);
  const hasFigures = row.vintages.length > 0 || row.years.length > 0;
  const { first, last } = issueYears(project.registryName, row.years);
  return {
    source: hasFigures ? (project.imported?.source ?? null) : null,
    asOf: hasFigures ? (project.imported?.asOf ?? null) : null,
    issuance: row.vintages.map(({ year, ...tonnes }) => ({ vintageYear: year, ...tonnes })),
    retirements: row.years
      .filter(({ retired }) => retired !== 0)
      .map(({ year, retired }) => ({ year, tonnes: retired })),
    firstIssuedAt: first,
    lastIssuedAt: last,
    completeness: recordOf(project),
    vintages: vintageRecordsOf(project)
      .filter(({ status }) => status === "ACTIVE")
      .map(({ id, known, of, fields }) => ({ vintageId: id, known, of, fields })),
    priceHistory: [...Map.groupBy(prices, ({ vintageId }) => vintageId)].map(
      ([vintageId, points]) => ({
        vintageId,
        points: points.map(({ since, priceCents }) => ({
          date: since.toISOString(),
          price: eurosOrNone(priceCents),
        })),
      }),
    ),
  };
}

/** Returns the fourteen facts of any project. Refuses with NOT_FOUND. */
export async function readRecord(
  executor: Executor,
  projectId: number,
): Promise<Evidence["completeness"]> {
  return recordOf((await recordSourceOf(executor, projectId)) ?? refuse("NOT_FOUND"));
}

type ManagedRecord = VintageRecord & { year: number; creditType: CreditType };

/** Returns the records of a project's vintages, withdrawn ones included, newest first. Refuses with NOT_FOUND. */
export async function readVintageRecords(
  executor: Executor,
  projectId: number,
): Promise<ManagedRecord[]> {
  const project = (await recordSourceOf(executor, projectId)) ?? refuse("NOT_FOUND");
  return vintageRecordsOf(project).map(({ id, year, creditType, known, of, fields }) => ({
    vintageId: id,
    year,
    creditType: creditType as CreditType,
    known,
    of,
    fields,
  }));
}
