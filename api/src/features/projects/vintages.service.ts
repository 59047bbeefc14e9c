import { maxInt } from "@tonneline/contract/ceilings";
import {
  periodFault,
  type ManagedVintageChange,
  type NewVintage,
} from "@tonneline/contract/vintages";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { cents } from "../../core/money.ts";
import { requireUnused } from "../../core/uses.ts";
import { closeVintage, lockAvailable, postMovements } from "../ledger/ledger.service.ts";
import {
  changeVintage,
  recordChange,
  recordPrices,
  type VintageChange,
} from "../catalogue/catalogue.service.ts";
import { lockProject, usesOf } from "./projects.sql.ts";
import { projectTouched } from "./touched.service.ts";
import { creditsText } from "./projects.rules.ts";
import * as store from "./vintages.sql.ts";

/**
 * Changes a vintage. Refuses with NOT_FOUND; with VERSION_CONFLICT if it has changed meanwhile; with INSUFFICIENT_CREDITS
 * and the withdrawable amount, as credits in carts, orders and portfolios are not the operator's to withdraw.
 */
export function saveVintage(
  db: Db,
  actor: Actor,
  projectId: number,
  vintageId: number,
  wanted: ManagedVintageChange,
): Promise<void> {
  return inTransaction(db, (tx) => alterVintage(tx, actor, projectId, vintageId, wanted));
}

/** Deletes a vintage. Refuses with IN_USE and its uses, also if it ever had credits: ledger entries are permanent. */
export function removeVintage(
  db: Db,
  actor: Actor,
  projectId: number,
  vintageId: number,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const name = await lockedName(tx, projectId);
    const vintage = (await store.lockVintage(tx, projectId, vintageId)) ?? refuse("NOT_FOUND");
    const before = await factsOf(tx, projectId, vintageId);
    requireUnused(await usesOf(tx, projectId, vintageId));
    await closeVintage(tx, vintageId);
    await store.removeVintage(tx, vintageId);
    await recordChange(tx, projectId, `Vintage ${vintage.year} removed`);
    await projectTouched(tx, projectId);
    const thing = thingOf(vintageId, name, vintage.year);
    await recordAudit(tx, actor, { action: "vintage.delete", thing, before });
  });
}

/** Creates a vintage with its credits; returns its id. Refuses with NOT_FOUND for an unknown project. */
export async function addVintage(
  tx: Tx,
  actor: Actor,
  projectId: number,
  wanted: NewVintage,
): Promise<number> {
  const { credits, reason, currency: _euro, price, methodology, ...facts } = wanted;
  requirePeriod(wanted);
  const project = (await lockProject(tx, projectId)) ?? refuse("NOT_FOUND");
  const vintageId = await store.insertVintage(tx, {
    ...facts,
    projectId,
    priceCents: price === null ? null : cents(price),
    methodology: methodology ?? project.facts.methodology,
  });
  await recordPrices(tx, [vintageId]);
  await postMovements(tx, [
    { kind: "ISSUE", vintageId, quantity: credits, ...by(actor), reason: reason ?? firstIssue },
  ]);
  await recordChange(tx, projectId, `Vintage ${facts.year} added with ${creditsText(credits)}`);
  await projectTouched(tx, projectId);
  const after = await factsOf(tx, projectId, vintageId);
  const thing = thingOf(vintageId, project.facts.name, facts.year);
  const why = credits > 0 ? { reason: reason ?? firstIssue } : {};
  await recordAudit(tx, actor, { action: "vintage.create", thing, after: { ...after, ...why } });
  return vintageId;
}

/** Within a transaction: changes a vintage and its credits. */
export async function alterVintage(
  tx: Tx,
  actor: Actor,
  projectId: number,
  vintageId: number,
  { version, addCredits = 0, reason, price, ...wanted }: ManagedVintageChange,
): Promise<void> {
  const name = await lockedName(tx, projectId);
  const vintage = (await store.lockVintage(tx, projectId, vintageId)) ?? refuse("NOT_FOUND");
  if (vintage.version !== version) {
    return await refuseChanged(tx, { type: "vintage", id: vintageId });
  }
  // A vintage that already violates the rule can still be changed in other respects.
  const { year, periodStart, periodEnd } = wanted;
  if (year !== undefined || periodStart !== undefined || periodEnd !== undefined)
    requirePeriod({ ...vintage, ...wanted });
  const before = await factsOf(tx, projectId, vintageId);
  const facts = {
    ...wanted,
    ...(price !== undefined && { priceCents: price === null ? null : cents(price) }),
  };
  const changed = await changeVintage(tx, vintageId, facts as VintageChange);
  if (!changed && addCredits === 0) return;
  if (addCredits !== 0) {
    await moveCredits(tx, actor, vintageId, addCredits, reason!);
    const how = addCredits > 0 ? "added" : "withdrawn";
    const year = wanted.year ?? vintage.year;
    await recordChange(tx, projectId, `Vintage ${year}: ${creditsText(addCredits)} ${how}`);
    if (!changed) await store.raiseVersion(tx, vintageId);
  }
  await projectTouched(tx, projectId);
  const after = await factsOf(tx, projectId, vintageId);
  await recordAudit(tx, actor, {
    action: "vintage.change",
    thing: thingOf(vintageId, name, vintage.year),
    before,
    after: { ...after, ...(addCredits !== 0 && { reason }) },
  });
}

const firstIssue = "First issue";
const by = ({ userId }: Actor) => (userId === null ? {} : { actorId: userId });

function thingOf(id: number, projectName: string, year: number) {
  return { type: "vintage", id, name: `${projectName}, ${year}` };
}

/** Refuses with VALIDATION_FAILED for dates that do not fit a vintage of this year. */
function requirePeriod(period: Parameters<typeof periodFault>[0]): void {
  const fault = periodFault(period);
  if (fault) refuse("VALIDATION_FAILED", { fieldErrors: [fault] });
}

async function moveCredits(
  tx: Tx,
  actor: Actor,
  vintageId: number,
  quantity: number,
  reason: string,
): Promise<void> {
  const available = (await lockAvailable(tx, [vintageId])).get(vintageId)!;
  const issued = await store.issuedOf(tx, vintageId);
  if (available + quantity < 0) return refuse("INSUFFICIENT_CREDITS", { available });
  if (issued + quantity > maxInt) {
    return refuseField("addCredits", `At most ${maxInt - issued} more`);
  }
  await postMovements(tx, [{ kind: "ADJUST", vintageId, quantity, ...by(actor), reason }]);
}

/**
 * Locks the project before its vintages, in the same order as saving them together; returns its name. Refuses with NOT_FOUND.
 */
async function lockedName(tx: Tx, projectId: number): Promise<string> {
  return ((await lockProject(tx, projectId)) ?? refuse("NOT_FOUND")).facts.name;
}

async function factsOf(tx: Tx, projectId: number, vintageId: number) {
  const [row] = await store.vintageRows(tx, projectId, vintageId);
  const { id: _id, version: _version, ...facts } = row!;
  return facts;
}
