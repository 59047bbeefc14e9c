import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { formatDay } from "../../core/formats.ts";
import { euros } from "../../core/money.ts";
import type { StatusReport } from "./painStatus.ts";
import { thingOf } from "./refunds.service.ts";
import {
  lockFileRefunds,
  lockRefund,
  refuseAndListAgain,
  type LockedRefund,
} from "./refunds.sql.ts";

/** A refund that the bank refused, or sent back; the amount in cents. */
export interface RefusedRefund {
  id: number;
  name: string;
  cents: number;
  reason: string;
  /** It had left the account. */
  cameBack: boolean;
}

/**
 * Records that the bank refused a refund, and lists it again. NOT_FOUND; INVALID_TRANSITION unless it is in a file, and once a
 * statement shows it leaving the account.
 */
export async function refuseRefund(
  db: Db,
  actor: KnownActor,
  id: number,
  reason: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const refund = (await lockRefund(tx, id)) ?? refuse("NOT_FOUND");
    const detail =
      refund.status === "REFUSED"
        ? "It is already recorded as refused."
        : refund.fileId === null
          ? "It is in no file for the bank."
          : refund.doneEntryId !== null
            ? `A statement shows that it left the account on ${formatDay(refund.doneOn!)}. If that entry is another payment, restore it first.`
            : undefined;
    if (detail !== undefined) refuse("INVALID_TRANSITION", { detail });
    await recordRefusal(tx, actor, refund, { reason, actorId: actor.userId });
  });
}

/**
 * Records that the bank refused a whole file, and lists its refunds again, except those that it refused before. NOT_FOUND;
 * INVALID_TRANSITION if one of them has left the account, or none is left to refuse. Returns how many there were, and their sum
 * in cents.
 */
export async function refuseRefundFile(
  db: Db,
  actor: KnownActor,
  fileId: number,
  reason: string,
): Promise<{ refunds: number; cents: number }> {
  return await inTransaction(db, async (tx) => {
    const refunds = await lockFileRefunds(tx, fileId);
    if (refunds.length === 0) refuse("NOT_FOUND");
    const done = doneDetail(fileId, refunds);
    if (done !== undefined) refuse("INVALID_TRANSITION", { detail: done });
    const sent = refunds.filter(({ status }) => status === "SENT");
    if (sent.length === 0) {
      refuse("INVALID_TRANSITION", { detail: "It is already recorded as refused." });
    }
    for (const refund of sent) {
      await recordRefusal(tx, actor, refund, { reason, actorId: actor.userId });
    }
    return {
      refunds: sent.length,
      cents: sent.reduce((sum, { amountCents }) => sum + amountCents, 0),
    };
  });
}

function doneDetail(fileId: number, refunds: readonly LockedRefund[]): string | undefined {
  const done = refunds.find(({ doneOn }) => doneOn !== null);
  return done
    ? `The refund to ${done.name} left the account on ${formatDay(done.doneOn!)}, so the bank did not refuse the whole of file ${fileId}. Record the others one by one.`
    : undefined;
}

async function recordRefusal(
  tx: Tx,
  actor: Actor,
  refund: LockedRefund,
  { reason, actorId }: { reason: string; actorId: number | null },
): Promise<RefusedRefund> {
  const { id, name, amountCents, fileId } = refund;
  const again = await refuseAndListAgain(tx, refund, { reason, actorId, backEntryId: null });
  await recordAudit(tx, actor, {
    action: "bank.refuseRefund",
    thing: thingOf(id, name),
    after: { file: fileId, amount: euros(amountCents), reason, again },
  });
  return { id, name, cents: amountCents, reason, cameBack: false };
}

/**
 * Does what a status report says: lists again what the bank refused. Returns undefined if the report is about a file that was
 * not created here, else the refunds that were not known to be refused, and what contradicts it, in words for operators.
 */
export async function applyReport(
  tx: Tx,
  actor: Actor,
  { messageId, fileReason, refused }: StatusReport,
): Promise<{ fileId: number; refusals: RefusedRefund[]; doubts: string[] } | undefined> {
  const fileId = Number(/^REFUNDS-(\d{1,9})$/.exec(messageId)?.[1] ?? 0);
  const refunds = await lockFileRefunds(tx, fileId);
  if (refunds.length === 0) return undefined;
  const contradiction = fileReason === null ? undefined : doneDetail(fileId, refunds);
  const reasons = new Map(refused.map(({ endToEndId, reason }) => [endToEndId, reason]));
  const reasonFor = ({ id }: LockedRefund) =>
    reasons.get(`REFUND-${id}`) ?? (contradiction === undefined ? fileReason : null);
  const meant = refunds.filter((refund) => reasonFor(refund) !== null);
  const doubts = meant
    .filter(({ status }) => status === "DONE")
    .map(
      ({ name, doneOn }) =>
        `The bank reports that it refused the refund to ${name}, but it left the account on ${formatDay(doneOn!)}. Ask the bank.`,
    );
  if (contradiction !== undefined) doubts.push(contradiction);
  const refusals: RefusedRefund[] = [];
  for (const refund of meant.filter(({ status }) => status === "SENT")) {
    const reason = reasonFor(refund)!;
    refusals.push(await recordRefusal(tx, actor, refund, { reason, actorId: null }));
  }
  return { fileId, refusals, doubts };
}
