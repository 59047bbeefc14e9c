import { databaseNow, type Tx } from "../../core/db.ts";
import { addJob } from "../../core/jobs.ts";
import { cents } from "../../core/money.ts";
import { payableChanged } from "../orders/life.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { openOrders, ordersReferred, ownersOfAccounts } from "./book.sql.ts";
import { areSomeHeld, lockPending, writeMatches } from "./entries.sql.ts";
import { matchOf, type Book, type Match } from "./match.rules.ts";
import { referencesIn } from "./references.rules.ts";

/** Matches all undecided entries with the current orders, and saves the changes; skips entries locked by others. */
export async function rematch(tx: Tx, allowanceCents: number): Promise<void> {
  const pending = await lockPending(tx);
  if (pending.length === 0) return;
  const references = pending.flatMap(({ remitted, text, endToEndId }) => [
    ...remitted.map(({ reference }) => reference),
    ...[text, endToEndId ?? ""].flatMap((words) => referencesIn(words).flat()),
  ]);
  const open = await openOrders(tx);
  const referred = await ordersReferred(tx, [...new Set(references)]);
  const ibans = new Set(pending.map(({ payerIban }) => payerIban));
  const payers = await ownersOfAccounts(tx, [...ibans]);
  const ownersOf = new Map(
    [...Map.groupBy(payers, ({ iban }) => iban)].map(([iban, rows]) => [
      iban,
      new Set(rows.map(({ ownerId }) => ownerId)),
    ]),
  );
  const taken = new Set<number>();
  const book: Book = {
    byReference: new Map(referred.map((order) => [order.reference, order])),
    open,
    ownersOf,
    allowanceCents,
    taken,
  };
  const changed: { id: number; match: Match }[] = [];
  for (const entry of pending) {
    const match = matchOf(entry, book);
    if (match.status === "MATCHED") for (const { orderId } of match.orders) taken.add(orderId);
    if (isOther(match, { ...entry.match, status: entry.status }))
      changed.push({ id: entry.id, match });
  }
  await writeMatches(tx, changed);
}

const againAfterMs = 1000;

/**
 * The same with the current allowance, after orders have changed. If entries were skipped, it runs again in a second: their
 * transactions may have read the orders as they were before.
 */
export async function rematchAll(tx: Tx, settings: SettingsService): Promise<void> {
  const { bank } = await settings.current();
  await rematch(tx, cents(bank.allowance));
  if (!(await areSomeHeld(tx))) return;
  const runAt = new Date((await databaseNow(tx)).getTime() + againAfterMs);
  await addJob(tx, payableChanged, {}, { runAt });
}

function isOther(match: Match, before: Omit<Match, "status"> & { status: string }): boolean {
  const keyOf = ({ status, why, orders }: typeof before) =>
    JSON.stringify([status, why, orders.map((each) => [each.orderId, each.cents])]);
  return keyOf(match) !== keyOf(before);
}
