import {
  factProblem,
  type Evidence,
  type RecordFact,
  type RecordField,
  type EnteredFact,
  type VintageField,
  type VintageRecord,
} from "@tonneline/contract/evidence";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { requirePast } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { publishListings } from "../catalogue/listings.service.ts";
import { recordsOfVintages } from "../catalogue/records.service.ts";
import { readRecord } from "./evidence.service.ts";
import * as store from "./evidence.sql.ts";

/** A field of a project's record, or of one of its vintages' records. */
export type FactTarget =
  | { projectId: number; field: RecordField }
  | { projectId: number; vintageId: number; field: VintageField };

/**
 * States a fact of a project on the seller's behalf, replacing an earlier one; null removes it.
 * Refuses with NOT_FOUND; with VALIDATION_FAILED for a future date.
 */
export async function setFact(
  db: Db,
  actor: Actor,
  target: { projectId: number; field: RecordField },
  fact: EnteredFact | null,
): Promise<Evidence["completeness"]> {
  return await inTransaction(db, async (tx) => {
    if (fact) await requirePast(tx, "asOf", fact.asOf);
    await setFactIn(tx, actor, target, fact);
    return await readRecord(tx, target.projectId);
  });
}

/** The same for one vintage. Refuses with NOT_FOUND also for a vintage of another project. */
export async function setVintageFact(
  db: Db,
  actor: Actor,
  target: { projectId: number; vintageId: number; field: VintageField },
  fact: EnteredFact | null,
): Promise<VintageRecord> {
  return await inTransaction(db, async (tx) => {
    if (fact) await requirePast(tx, "asOf", fact.asOf);
    await setFactIn(tx, actor, target, fact);
    return await vintageRecord(tx, target);
  });
}

/**
 * States a fact within a transaction, or removes it if `null`; returns whether anything has changed.
 * Refuses with NOT_FOUND; with VALIDATION_FAILED for a value that the fact cannot have.
 */
export async function setFactIn(
  tx: Tx,
  actor: Actor,
  target: FactTarget,
  fact: EnteredFact | null,
): Promise<boolean> {
  const problem = fact && factProblem(target.field, fact);
  if (problem) refuseField("value", problem);
  const { projectId, field } = target;
  const name = (await store.lockRecord(tx, projectId)) ?? refuse("NOT_FOUND");
  const read = async () => {
    const { fields }: { fields: RecordFact[] } =
      "vintageId" in target ? await vintageRecord(tx, target) : await readRecord(tx, projectId);
    return fields.find((each) => each.field === field)!;
  };
  const before = await read();
  await save(tx, target, fact);
  const after = await read();
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  await publishListings(tx, [projectId]);
  await recordAudit(tx, actor, {
    ...("vintageId" in target
      ? { action: "vintage.fact", thing: { type: "vintage", id: target.vintageId, name } }
      : { action: "project.fact", thing: { type: "project", id: projectId, name } }),
    before: { [field]: before },
    after: { [field]: after },
  });
  return true;
}

async function save(tx: Tx, target: FactTarget, fact: EnteredFact | null): Promise<void> {
  if ("vintageId" in target) {
    const { vintageId, field } = target;
    if (fact) await store.saveVintageFact(tx, vintageId, field, fact);
    else await store.deleteVintageFact(tx, vintageId, field);
  } else if (fact) await store.saveFact(tx, target.projectId, target.field, fact);
  else await store.deleteFact(tx, target.projectId, target.field);
}

async function vintageRecord(
  tx: Tx,
  { projectId, vintageId }: { projectId: number; vintageId: number },
): Promise<VintageRecord> {
  return (await recordsOfVintages(tx, [projectId])).get(vintageId) ?? refuse("NOT_FOUND");
}
