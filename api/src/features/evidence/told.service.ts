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
export type FactPlace =
  | { projectId: number; field: RecordField }
  | { projectId: number; vintageId: number; field: VintageField };

/**
 * States a fact of a project on the seller's behalf, replacing an earlier one; null removes it.
 * Refuses with NOT_FOUND; with VALIDATION_FAILED for a future date.
 */
export async function tellFact(
  db: Db,
  actor: Actor,
  place: { projectId: number; field: RecordField },
  fact: EnteredFact | null,
): Promise<Evidence["completeness"]> {
  return await inTransaction(db, async (tx) => {
    if (fact) await requirePast(tx, "asOf", fact.asOf);
    await tellFactIn(tx, actor, place, fact);
    return await readRecord(tx, place.projectId);
  });
}

/** The same for one vintage. Refuses with NOT_FOUND also for a vintage of another project. */
export async function tellVintageFact(
  db: Db,
  actor: Actor,
  place: { projectId: number; vintageId: number; field: VintageField },
  fact: EnteredFact | null,
): Promise<VintageRecord> {
  return await inTransaction(db, async (tx) => {
    if (fact) await requirePast(tx, "asOf", fact.asOf);
    await tellFactIn(tx, actor, place, fact);
    return await vintageRecord(tx, place);
  });
}

/**
 * States a fact within a transaction, or removes it if `null`; returns whether anything has changed.
 * Refuses with NOT_FOUND; with VALIDATION_FAILED for a value that the fact cannot have.
 */
export async function tellFactIn(
  tx: Tx,
  actor: Actor,
  place: FactPlace,
  fact: EnteredFact | null,
): Promise<boolean> {
  const problem = fact && factProblem(place.field, fact);
  if (problem) refuseField("value", problem);
  const { projectId, field } = place;
  const name = (await store.lockRecord(tx, projectId)) ?? refuse("NOT_FOUND");
  const read = async () => {
    const { fields }: { fields: RecordFact[] } =
      "vintageId" in place ? await vintageRecord(tx, place) : await readRecord(tx, projectId);
    return fields.find((each) => each.field === field)!;
  };
  const before = await read();
  await save(tx, place, fact);
  const after = await read();
  if (JSON.stringify(before) === JSON.stringify(after)) return false;
  await publishListings(tx, [projectId]);
  await recordAudit(tx, actor, {
    ...("vintageId" in place
      ? { action: "vintage.fact", thing: { type: "vintage", id: place.vintageId, name } }
      : { action: "project.fact", thing: { type: "project", id: projectId, name } }),
    before: { [field]: before },
    after: { [field]: after },
  });
  return true;
}

async function save(tx: Tx, place: FactPlace, fact: EnteredFact | null): Promise<void> {
  if ("vintageId" in place) {
    const { vintageId, field } = place;
    if (fact) await store.saveVintageFact(tx, vintageId, field, fact);
    else await store.deleteVintageFact(tx, vintageId, field);
  } else if (fact) await store.saveFact(tx, place.projectId, place.field, fact);
  else await store.deleteFact(tx, place.projectId, place.field);
}

async function vintageRecord(
  tx: Tx,
  { projectId, vintageId }: { projectId: number; vintageId: number },
): Promise<VintageRecord> {
  return (await recordsOfVintages(tx, [projectId])).get(vintageId) ?? refuse("NOT_FOUND");
}
