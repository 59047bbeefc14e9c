import type { Evidence, RecordField, ToldFact } from "@tonneline/contract/evidence";
import { noteAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { euros } from "../../core/money.ts";
import { recordOf } from "../catalogue/record.rules.ts";
import { tellListings } from "../catalogue/listings.service.ts";
import { issueYears } from "./evidence.rules.ts";
import * as store from "./evidence.sql.ts";

type Record = Evidence["completeness"];

/** What is known about a project that buyers see. Prices are left out while they are on request. NOT_FOUND. */
export async function readEvidence(executor: Executor, projectId: number): Promise<Evidence> {
  const row =
    (await store.evidenceOf(executor, projectId, { hidden: false })) ?? refuse("NOT_FOUND");
  const prices = row.onRequest ? [] : await store.pricesOf(executor, projectId);
  const hasFigures = row.vintages.length > 0 || row.years.length > 0;
  const { first, last } = issueYears(row.registryName, row.years);
  return {
    source: hasFigures ? (row.imported?.source ?? null) : null,
    asOf: hasFigures ? (row.imported?.asOf ?? null) : null,
    issuance: row.vintages.map(({ year, ...tonnes }) => ({ vintageYear: year, ...tonnes })),
    retirements: row.years
      .filter(({ retired }) => retired !== 0)
      .map(({ year, retired }) => ({ year, tonnes: retired })),
    firstIssuedAt: first,
    lastIssuedAt: last,
    completeness: recordOf(row),
    priceHistory: [...Map.groupBy(prices, ({ vintageId }) => vintageId)].map(
      ([vintageId, points]) => ({
        vintageId,
        points: points.map(({ since, priceCents }) => ({
          date: since.toISOString(),
          price: priceCents === null ? null : euros(priceCents),
        })),
      }),
    ),
  };
}

/** The fourteen facts of any project. NOT_FOUND. */
export async function readRecord(executor: Executor, projectId: number): Promise<Record> {
  return recordOf(
    (await store.evidenceOf(executor, projectId, { hidden: true })) ?? refuse("NOT_FOUND"),
  );
}

/** Says a fact in the seller's name, in place of what was said before. NOT_FOUND. */
export function tellFact(
  db: Db,
  actor: Actor,
  projectId: number,
  field: RecordField,
  fact: ToldFact,
): Promise<Record> {
  return change(db, actor, projectId, field, async (tx) => {
    await store.saveFact(tx, projectId, field, fact);
  });
}

/** Takes back what was told; nothing happens when nothing was. NOT_FOUND for an unknown project. */
export function forgetFact(
  db: Db,
  actor: Actor,
  projectId: number,
  field: RecordField,
): Promise<Record> {
  return change(db, actor, projectId, field, async (tx) => {
    await store.deleteFact(tx, projectId, field);
  });
}

/** The same within a transaction; whether anything is otherwise then. NOT_FOUND. */
export async function tellFactIn(
  tx: Tx,
  actor: Actor,
  projectId: number,
  field: RecordField,
  fact: ToldFact,
): Promise<boolean> {
  const save = () => store.saveFact(tx, projectId, field, fact);
  return (await changeIn(tx, actor, projectId, field, save)).isChanged;
}

async function change(
  db: Db,
  actor: Actor,
  projectId: number,
  field: RecordField,
  work: (tx: Tx) => Promise<void>,
): Promise<Record> {
  return await inTransaction(db, async (tx) => {
    const { record } = await changeIn(tx, actor, projectId, field, () => work(tx));
    return record;
  });
}

async function changeIn(
  tx: Tx,
  actor: Actor,
  projectId: number,
  field: RecordField,
  work: () => Promise<void>,
): Promise<{ record: Record; isChanged: boolean }> {
  const name = (await store.lockRecord(tx, projectId)) ?? refuse("NOT_FOUND");
  const factNow = async () => {
    const record = await readRecord(tx, projectId);
    return { record, fact: record.fields.find((each) => each.field === field)! };
  };
  const before = await factNow();
  await work();
  const after = await factNow();
  const isChanged = JSON.stringify(before.fact) !== JSON.stringify(after.fact);
  if (isChanged) {
    await tellListings(tx, [projectId]);
    await noteAudit(tx, actor, {
      action: "project.fact",
      thing: { type: "project", id: projectId, name },
      before: { [field]: before.fact },
      after: { [field]: after.fact },
    });
  }
  return { record: after.record, isChanged };
}
