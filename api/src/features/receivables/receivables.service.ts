import { recordAudit, type Actor, type KnownActor } from "../../core/audit.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse, refuseField, Refusal } from "../../core/errors.ts";
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
import { waitingOf } from "./receivables.view.ts";
import { faultOf, nextReminder, sumsOf, type Level } from "./reminders.rules.ts";

export { followAddress } from "./receivables.sql.ts";

const notOpen = "Reminders are for invoices that await their payment.";

/** What a reminder of a level would say today, and to whom it would go. */
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
    // A friendly reminder may go out before the invoice is due: it asks for nothing sooner.
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

interface Asked {
  level: Level;
  /** What this mail alone says in place of the words of its level. */
  words?: WrittenWords | undefined;
}

/**
 * Reminds a buyer of an invoice by mail and notification, and keeps what was asked for. NOT_FOUND; INVALID_TRANSITION if it is
 * not to be paid, the level was sent, reminders are stopped, or more than a friendly word came before it is overdue.
 */
export async function sendReminder(
  db: Db,
  settings: SettingsService,
  actor: KnownActor,
  orderId: number,
  asked: Asked,
): Promise<number> {
  const { reminders } = await settings.current();
  return await inTransaction(db, (tx) => remind(tx, reminders, actor, orderId, asked));
}

async function remind(
  tx: Tx,
  reminders: Settings["reminders"],
  actor: Actor | undefined,
  orderId: number,
  { level, words: written }: Asked,
): Promise<number> {
  const order = (await lockReminded(tx, orderId)) ?? refuse("NOT_FOUND");
  const row =
    (await receivableOf(tx, orderId)) ?? refuse("INVALID_TRANSITION", { detail: notOpen });
  // What waits on the bank's list stops only what goes out by itself.
  const isHeld = row.stop_kind !== null && (row.stop_kind !== "BANK" || !actor);
  const detail = faultOf(level, {
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

/** Reminders that go out by themselves, each in a transaction of its own; none unless the settings say so. */
export async function sendDueReminders(db: Db, settings: SettingsService): Promise<void> {
  const day = await today(db);
  for (const row of await overdueOrders(db)) {
    // Whoever switches them off, seeing them go out, stops the rest.
    const { reminders } = await settings.current();
    if (!reminders.automatic) return;
    const next = nextReminder(row.level, waitingOf(row), reminders);
    if (!next || next.on > day) continue;
    try {
      await inTransaction(db, (tx) =>
        remind(tx, reminders, undefined, row.id, { level: next.level }),
      );
    } catch (error) {
      // It was paid, stopped or sent meanwhile.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/**
 * Keeps reminders from going out. INVALID_TRANSITION for an order that is not to be paid, and where a colleague stopped them
 * already; VALIDATION_FAILED for a day that is over.
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
    refuseOthersStop(row, actor.username);
    if (stop.until !== null && stop.until < (await today(tx))) {
      refuseField("until", "Choose today or a later day");
    }
    await putStop(tx, orderId, stop, actor.userId);
    const thing = { type: "order", id: orderId, name: order.companyName };
    await recordAudit(tx, actor, { action: "order.stopReminders", thing, after: stop });
  });
}

function refuseOthersStop(row: ReceivableRow, username: string): void {
  if (row.stop_by === null || row.stop_by === username) return;
  const detail = `${row.stop_by} stopped its reminders already: ${row.stop_reason}`;
  refuse("INVALID_TRANSITION", { detail });
}

/**
 * Lets reminders go out again; nothing where they were not stopped. NOT_FOUND without the order, INVALID_TRANSITION where
 * they are stopped by somebody else than was seen.
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
    if (seenBy !== undefined && row) refuseOthersStop(row, seenBy);
    const before = await removeStop(tx, orderId);
    if (!before) return;
    const thing = { type: "order", id: orderId, name: order.companyName };
    await recordAudit(tx, actor, { action: "order.resumeReminders", thing, before });
  });
}

/** A reminder as its reader gets it, and the part of it that can be written otherwise for this mail. */
export async function reminderText(executor: Executor, facts: ReminderFacts) {
  const { subject, paragraphs, lines = [] } = await reminderMail(executor, facts);
  return { subject, body: paragraphs.join("\n\n"), lines };
}
