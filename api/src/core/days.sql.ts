import { defaultTimeZone } from "@tonneline/contract/days";
import { sql, type RawBuilder } from "kysely";
import { daysAfter } from "./days.ts";
import { databaseNow, type Executor } from "./db.ts";
import { refuseField } from "./errors.ts";
import { formatEnd } from "./formats.ts";

/**
 * A day (of an invoice, a VAT rate, a retirement, a list's filter) is a day in the seller's time zone; a point in time has no
 * zone. Each statement reads the zone itself, so that all servers agree on the day at any moment.
 */
const sellerZone = sql<string>`coalesce((select value ->> 'timeZone' from settings where section = 'seller'), ${sql.lit(defaultTimeZone)})`;

/** In SQL, a point in time, such as `sql.ref("orders.paid_at")`, as the seller's local time without a zone. */
export function sellerTime(at: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${at} at time zone ${sellerZone})`;
}

/** In SQL, a point in time as text, in the seller's zone: what `formatMoment` returns. */
export function sellerMoment(at: RawBuilder<unknown>): RawBuilder<string> {
  const words = sql`to_char(${sellerTime(at)}, 'FMDD FMMonth YYYY "at" HH24:MI')`;
  return sql<string>`(${words} || ' (' || replace(${sellerZone}, '_', ' ') || ')')`;
}

/** Returns when something ends as such a text, by `formatEnd`. */
export async function endOf(executor: Executor, at: Date): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select ${sellerZone} as zone`.execute(executor);
  return formatEnd(at, rows[0]!.zone);
}

/** In SQL, the seller's day of a point in time. */
export function sellerDay(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`${sellerTime(at)}::date`;
}

/** In SQL, the seller's current day; the same throughout a transaction. */
export const sellerToday = sellerDay(sql`now()`);

/** Returns the seller's day (ISO) of a point in time. */
export async function dayOf(executor: Executor, at: Date): Promise<string> {
  const { rows } = await sql<{
    day: string;
  }>`select ${sellerDay(sql`${at}::timestamptz`)} as day`.execute(executor);
  return rows[0]!.day;
}

/**
 * In SQL, the point in time at which the seller's day (ISO), or the one `later` days after it, begins: the first of two
 * midnights where clocks are set back across midnight, as on the Azores.
 */
export function dayStart(day: string, later = 0): RawBuilder<Date> {
  const second = sql`interval '1 second'`;
  return sql<Date>`(((${day}::date + ${sql.lit(later)})::timestamp - ${second}) at time zone ${sellerZone} + ${second})`;
}

/** In SQL, whether a point in time is within the days from `from` to `to`, both inclusive; undefined means unbounded. */
export function withinDays(
  at: RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
): RawBuilder<boolean> {
  const begins = from ? sql`${at} >= ${dayStart(from)}` : sql`true`;
  const ends = to ? sql`${at} < ${dayStart(to, 1)}` : sql`true`;
  return sql<boolean>`(${begins} and ${ends})`;
}

/** Returns the seller's current day (ISO), by the database's clock. */
export async function today(executor: Executor): Promise<string> {
  const { rows } = await sql<{
    day: string;
  }>`select ${sellerDay(sql`clock_timestamp()`)} as day`.execute(executor);
  return rows[0]!.day;
}

/** Returns noon of one of the seller's days, or now if that is earlier. */
export async function instantOn(executor: Executor, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select least(clock_timestamp(),
    ${dayStart(day)} + interval '12 hours') as at`.execute(executor);
  return rows[0]!.at;
}

const inTheFuture = "This date is in the future";

/** Throws VALIDATION_FAILED for a future day, with one day of grace: where the operator is, it may be tomorrow already. */
export async function requirePast(executor: Executor, path: string, day: string): Promise<void> {
  if (day <= daysAfter(await today(executor), 1)) return;
  refuseField(path, inTheFuture);
}

/** The same for a point in time, with `graceMs` of grace: by default a minute, for fast clocks. */
export async function requirePastMoment(
  executor: Executor,
  path: string,
  at: Date,
  graceMs = 60_000,
): Promise<void> {
  if (at.getTime() <= (await databaseNow(executor)).getTime() + graceMs) return;
  refuseField(path, inTheFuture);
}
