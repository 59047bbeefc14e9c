import { defaultTimeZone } from "@tonneline/contract/days";
import { sql, type RawBuilder } from "kysely";
import { daysAfter } from "./days.ts";
import { databaseNow, type Executor } from "./db.ts";
import { refuseField } from "./errors.ts";

/**
 * A day (of an invoice, a VAT rate, a retirement, a list's filter) is a day where the seller is; a point in time stays
 * one. The zone is read in the statement itself, once, so that all servers mean the same day at any moment.
 */
const sellerZone = sql<string>`coalesce((select value ->> 'timeZone' from settings where section = 'seller'), ${sql.lit(defaultTimeZone)})`;

/** In SQL, the time where the seller is, without a zone, of a point in time such as `sql.ref("orders.paid_at")`. */
export function sellerTime(at: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${at} at time zone ${sellerZone})`;
}

/** In SQL, a point in time in words, to the minute where the seller is, with the zone: its reader may be elsewhere. */
export function sellerMoment(at: RawBuilder<unknown>): RawBuilder<string> {
  const words = sql`to_char(${sellerTime(at)}, 'FMDD Mon YYYY, HH24:MI')`;
  return sql<string>`(${words} || ' ' || replace(${sellerZone}, '_', ' ') || ' time')`;
}

/** In SQL, the seller's day of a point in time. */
export function sellerDay(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`${sellerTime(at)}::date`;
}

/** In SQL, the seller's day at this moment: all of a transaction has one. */
export const sellerToday = sellerDay(sql`now()`);

/** The seller's day (ISO) of a point in time. */
export async function dayOf(executor: Executor, at: Date): Promise<string> {
  const { rows } = await sql<{
    day: string;
  }>`select ${sellerDay(sql`${at}::timestamptz`)} as day`.execute(executor);
  return rows[0]!.day;
}

/**
 * In SQL, the point in time at which a day (ISO) begins where the seller is, or one that is so many days later: at the first
 * of two midnights, where a clock is set back over one as on the Azores.
 */
export function dayStart(day: string, later = 0): RawBuilder<Date> {
  const second = sql`interval '1 second'`;
  return sql<Date>`(((${day}::date + ${sql.lit(later)})::timestamp - ${second}) at time zone ${sellerZone} + ${second})`;
}

/** In SQL, whether a point in time is within the days from `from` to `to`, both included; undefined is without end. */
export function withinDays(
  at: RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
): RawBuilder<boolean> {
  const begins = from ? sql`${at} >= ${dayStart(from)}` : sql`true`;
  const ends = to ? sql`${at} < ${dayStart(to, 1)}` : sql`true`;
  return sql<boolean>`(${begins} and ${ends})`;
}

/** The seller's day now (ISO), by the database's clock. */
export async function today(executor: Executor): Promise<string> {
  const { rows } = await sql<{
    day: string;
  }>`select ${sellerDay(sql`clock_timestamp()`)} as day`.execute(executor);
  return rows[0]!.day;
}

/** A point in time on a day of the seller: noon, or now while that is still to come. */
export async function instantOn(executor: Executor, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select least(clock_timestamp(),
    ${dayStart(day)} + interval '12 hours') as at`.execute(executor);
  return rows[0]!.at;
}

const inTheFuture = "This date is in the future";

/** VALIDATION_FAILED for a day in the future, with a day of grace: it may be tomorrow already where the operator is. */
export async function requirePast(executor: Executor, path: string, day: string): Promise<void> {
  if (day <= daysAfter(await today(executor), 1)) return;
  refuseField(path, inTheFuture);
}

/** The same of a point in time, with `graceMs` of grace: a minute for a clock that is fast. */
export async function requirePastMoment(
  executor: Executor,
  path: string,
  at: Date,
  graceMs = 60_000,
): Promise<void> {
  if (at.getTime() <= (await databaseNow(executor)).getTime() + graceMs) return;
  refuseField(path, inTheFuture);
}
