import { maxPauseDays } from "@tonneline/contract/receivables";
import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse, refuseField, Refusal } from "../../core/errors.ts";
import type { Once } from "../../core/idempotency.ts";
import { euros } from "../../core/money.ts";
import { orderBuyersOf } from "../accounts/users.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import {
  mailReminder,
  reminderMail,
  type ReminderFacts,
  type WrittenWords,
} from "./receivables.mails.ts";
import {
  insertReminder,
  lockReminded,
  overdueOrders,
  putStop,
  receivableOf,
  removeStop,
  type ReceivableRow,
  type Reminded,
} from "./receivables.sql.ts";
import { reminderDatesOf } from "./receivables.view.ts";
import { refusalReason, nextReminder, sumsOf, type Level } from "./reminders.rules.ts";

export { replaceAddress } from "./receivables.sql.ts";

const notOpen = "Only invoices that await payment can have reminders.";

/** Returns the content and the recipients of a reminder, if sent today. */
export async function reminderFacts(
  executor: Executor,
  reminders: Settings["reminders"],
  row: ReceivableRow,
  order: Reminded,
  level: Level,
): Promise<{ facts: ReminderFacts; to: string[]; buyers: readonly { userId: number }[] }> {
  const soonest = daysAfter(await today(executor), reminders.payWithinDays);
  const facts: ReminderFacts = {
    orderId: row.id,
    level,
    companyName: row.company_name,
    invoiceNumber: row.invoice_number,
    dueOn: row.due_on,
    daysLate: row.days_late,
    openCents: row.open_cents,
    ...sumsOf(level, row.open_cents, row.days_late, reminders),
    // A friendly reminder may be sent before the due date, and must not ask for earlier payment.
    payBy: soonest > row.due_on ? soonest : row.due_on,
    reference: order.reference,
    iban: order.iban,
  };
  const buyers = await orderBuyersOf(executor, {
    user_id: order.userId,
    company_id: row.company_id,
  });
  const to = new Set([order.invoiceEmail, ...buyers.map(({ username }) => username)]);
  return { facts, to: [...to], buyers };
}

interface ReminderRequest {
  level: Level;
  /** The text of this mail in place of its level's. */
  words?: WrittenWords | undefined;
}

/**
 * Reminds a buyer of an invoice by mail and notification, and records the reminder. Returns its id. NOT_FOUND;
 * INVALID_TRANSITION if nothing is to be paid, the level was already sent, reminders are stopped, or the level is above the
 * friendly one before the invoice is overdue.
 */
export async function sendReminder(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
  orderId: number,
  request: ReminderRequest,
  once: Once,
): Promise<number> {
  const { reminders } = await settings.current();
  return await once(db, (tx) => remind(tx, reminders, actor, orderId, request));
}

async function remind(
  tx: Tx,
  reminders: Settings["reminders"],
  actor: Actor | undefined,
  orderId: number,
  { level, words: written }: ReminderRequest,
): Promise<number> {
  const order = (await lockReminded(tx, orderId)) ?? refuse("NOT_FOUND");
  const row =
    (await receivableOf(tx, orderId)) ?? refuse("INVALID_TRANSITION", { detail: notOpen });
  // A pending payment on the bank's list only stops automatic reminders.
  const isHeld = row.stop_kind !== null && (row.stop_kind !== "BANK" || !actor);
  const detail = refusalReason(level, {
    openCents: row.open_cents,
    last: row.level,
    daysLate: row.days_late,
    stop: isHeld ? row.stop_reason : null,
  });
  if (detail) return refuse("INVALID_TRANSITION", { detail });
  const { facts, to, buyers } = await reminderFacts(tx, reminders, row, order, level);
  const { openCents: amountCents, feeCents, interestCents, payBy } = facts;
  const sums = { amountCents, feeCents, interestCents };
  const id = await insertReminder(
    tx,
    { orderId, level, ...sums, payBy, sentTo: to },
    actor?.userId ?? null,
  );
  await mailReminder(tx, facts, { to, fileId: order.fileId, ...(written && { written }) });
  const total = euros(amountCents + feeCents + interestCents);
  const notified = { orderId, invoiceNumber: row.invoice_number, total, dueOn: row.due_on };
  await notify(
    tx,
    buyers.map(({ userId }) => ({ userId, code: "order.reminded" as const, facts: notified })),
  );
  await recordAudit(tx, actor, {
    action: "order.remind",
    thing: { type: "order", id: orderId, name: order.companyName },
    after: { level, total, to, ...(written && { words: written.subject }) },
  });
  return id;
}

/** Sends the automatic reminders, each in its own transaction; none unless the settings enable them. */
export async function sendDueReminders(db: Db, settings: SettingsService): Promise<void> {
  const day = await today(db);
  for (const row of await overdueOrders(db)) {
    // Read for each order, so that switching them off stops the remaining ones.
    const { reminders } = await settings.current();
    if (!reminders.automatic) return;
    const next = nextReminder(row.level, reminderDatesOf(row), reminders);
    if (!next || next.on > day) continue;
    try {
      await inTransaction(db, (tx) =>
        remind(tx, reminders, undefined, row.id, { level: next.level }),
      );
    } catch (error) {
      // It was paid, stopped or sent in the meantime.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/**
 * Stops the reminders of an order. INVALID_TRANSITION for an order without anything to pay, and if a colleague has already
 * stopped them; VALIDATION_FAILED for a day in the past or too far ahead.
 */
export async function stopReminders(
  db: Db,
  actor: KnownActor,
  orderId: number,
  stop: { kind: "PAUSED" | "DISPUTE"; until: string | null; reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = (await lockReminded(tx, orderId)) ?? refuse("NOT_FOUND");
    const row =
      (await receivableOf(tx, orderId)) ?? refuse("INVALID_TRANSITION", { detail: notOpen });
    refuseIfStoppedByOther(row, actor.username);
    if (stop.until !== null) requirePauseDay(stop.until, await today(tx));
    await putStop(tx, orderId, stop, actor.userId);
    const thing = { type: "order", id: orderId, name: order.companyName };
    await recordAudit(tx, actor, { action: "order.stopReminders", thing, after: stop });
  });
}

function requirePauseDay(until: string, now: string): void {
  if (until >= now && until <= daysAfter(now, maxPauseDays)) return;
  refuseField("until", `Choose a day from today to ${maxPauseDays} days ahead.`);
}

function refuseIfStoppedByOther(row: ReceivableRow, username: string): void {
  if (row.stop_by === null || row.stop_by === username) return;
  const detail = `${row.stop_by} has already stopped its reminders: ${row.stop_reason}`;
  refuse("INVALID_TRANSITION", { detail });
}

/**
 * Resumes reminders; a no-op if they were not stopped. NOT_FOUND without the order, INVALID_TRANSITION if they are stopped by
 * someone other than `seenBy`.
 */
export async function resumeReminders(
  db: Db,
  actor: KnownActor,
  orderId: number,
  seenBy?: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = (await lockReminded(tx, orderId)) ?? refuse("NOT_FOUND");
    const row = await receivableOf(tx, orderId);
    if (seenBy !== undefined && row) refuseIfStoppedByOther(row, seenBy);
    const before = await removeStop(tx, orderId);
    if (!before) return;
    const thing = { type: "order", id: orderId, name: order.companyName };
    await recordAudit(tx, actor, { action: "order.resumeReminders", thing, before });
  });
}

/** Returns a reminder as its recipient gets it; subject and body can be rewritten for this mail. */
export async function reminderText(executor: Executor, facts: ReminderFacts) {
  const { subject, paragraphs, lines = [] } = await reminderMail(executor, facts);
  return { subject, body: paragraphs.join("\n\n"), lines };
}
