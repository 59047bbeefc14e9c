import { recordAudit, type Actor } from "../../core/audit.ts";
import type { Tx } from "../../core/db.ts";
import { euros } from "../../core/money.ts";
import { decideEntry, lockEntry } from "./entries.sql.ts";
import { explained } from "./reasons.rules.ts";
import { thingOf } from "./refunds.service.ts";
import {
  entriesOfRefunds,
  lockAgain,
  lockBroughtBack,
  lockRefund,
  refuseAndListAgain,
  restOf,
  setLeft,
  setRefund,
  type LockedRefund,
} from "./refunds.sql.ts";
import type { RefusedRefund } from "./refusals.service.ts";

/** Marks refunds as done when new entries show them leaving the account; those entries are not for an order. */
export async function recordOutgoingRefunds(tx: Tx, actor: Actor, entryIds: readonly number[]) {
  for (const { id, entryId, on, reason } of await entriesOfRefunds(tx, entryIds, -1)) {
    const refund = await lockRefund(tx, id);
    // A payment that the bank reversed is no refund, whatever its end-to-end id.
    if (!refund || reason !== null || !(await leaves(tx, actor, refund, on, entryId))) continue;
    await putAside(tx, entryId, `Refund to ${refund.name}`);
    await recordAudit(tx, actor, {
      action: "bank.finishRefund",
      thing: thingOf(id, refund.name),
      after: { on, entry: entryId },
    });
  }
}

/** Marks a refund as done by an entry; false if it cannot have left by it, or would be paid twice. */
async function leaves(
  tx: Tx,
  actor: Actor,
  refund: LockedRefund,
  on: string,
  entryId: number,
): Promise<boolean> {
  const { id, status, doneEntryId, backEntryId } = refund;
  if (doneEntryId !== null || status === "LISTED" || status === "REMOVED") return false;
  if (backEntryId !== null) {
    await setLeft(tx, id, on, entryId);
    return true;
  }
  if (status === "REFUSED" && !(await withdrawAgain(tx, actor, refund))) return false;
  await setRefund(tx, id, { status: "DONE", doneOn: on, entryId });
  return true;
}

/** Lists refunds again that new entries bring back; those entries are not for an order. */
export async function recordReturnedRefunds(
  tx: Tx,
  actor: Actor,
  entryIds: readonly number[],
): Promise<RefusedRefund[]> {
  const returned: RefusedRefund[] = [];
  for (const { id, entryId, on, reason: given } of await entriesOfRefunds(tx, entryIds, 1)) {
    const refund = await lockRefund(tx, id);
    if (refund?.status !== "SENT" && refund?.status !== "DONE") continue;
    const { name, amountCents: cents } = refund;
    const reason = given === null ? "no reason given" : explained(given);
    const by = { reason, actorId: null, backEntryId: entryId };
    const again = await refuseAndListAgain(tx, refund, by);
    await putAside(tx, entryId, `Refund to ${name} came back: ${reason}`);
    await recordAudit(tx, actor, {
      action: "bank.returnRefund",
      thing: thingOf(id, name),
      after: { on, entry: entryId, amount: euros(cents), reason, again },
    });
    returned.push({ id, name, cents, reason, cameBack: true });
  }
  return returned;
}

const putAside = (tx: Tx, entryId: number, reason: string) =>
  decideEntry(tx, entryId, { status: "IGNORED", reason, actorId: null });

/**
 * Undoes a return when the entry that brought the refund back is restored: the refund is as it was, and off the list. Returns
 * false if it has been paid again since.
 */
export async function undoReturnBy(tx: Tx, actor: Actor, entryId: number): Promise<boolean> {
  const refund = await lockBroughtBack(tx, entryId);
  if (!refund) return true;
  if (!(await withdrawAgain(tx, actor, refund))) return false;
  const { id, doneOn, doneEntryId } = refund;
  await setRefund(
    tx,
    id,
    doneOn === null ? { status: "SENT" } : { status: "DONE", doneOn, entryId: doneEntryId },
  );
  return true;
}

/** Takes what repeats a refused refund off the list; false if that is in a file by now, or its amount is used otherwise. */
async function withdrawAgain(tx: Tx, actor: Actor, refund: LockedRefund): Promise<boolean> {
  const entry = await lockEntry(tx, refund.entryId);
  const again = await lockAgain(tx, refund.id);
  if (again?.status === "LISTED") {
    await setRefund(tx, again.id, { status: "REMOVED" });
    await recordAudit(tx, actor, {
      action: "bank.removeRefund",
      thing: thingOf(again.id, again.name),
    });
    return true;
  }
  const isFree = again?.status === "REMOVED" && entry?.status === "BOOKED";
  return isFree && (await restOf(tx, refund.entryId)) >= refund.amountCents;
}
