import { sql, type RawBuilder } from "kysely";
import type { NotificationFacts } from "@tonneline/contract/notifications";
import type { Executor } from "../../core/db.ts";

/** Returns the statement that notifies users, to be executed alone or as part of another. */
export function insertingNotifications(
  rows: readonly { userId: number; code: string; facts: NotificationFacts }[],
): RawBuilder<unknown> {
  return sql`insert into notifications (user_id, code, facts)
    select * from unnest(${rows.map((row) => row.userId)}::integer[], ${rows.map((row) => row.code)}::text[],
      ${rows.map((row) => JSON.stringify(row.facts))}::jsonb[])`;
}

/** Returns one page, newest first, and the total count; both read and unread ones unless filtered. */
export async function notificationPage(
  executor: Executor,
  userId: number,
  filter: { read?: boolean | undefined; page: number; size: number },
) {
  const { read, page, size } = filter;
  const matching = executor
    .selectFrom("notifications")
    .where("user_id", "=", userId)
    .$if(read === true, (query) => query.where("read_at", "is not", null))
    .$if(read === false, (query) => query.where("read_at", "is", null));
  const [rows, { total }] = await Promise.all([
    matching
      .select(["id", "code", "facts", "occured_at as occuredAt", "read_at as readAt"])
      .orderBy("occured_at", "desc")
      .orderBy("id", "desc")
      .limit(size)
      .offset(page * size)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Marks one notification as read, or without an id all, or those up to `upTo`. False if the user has no such notification. */
export async function markRead(
  executor: Executor,
  userId: number,
  { notificationId, upTo }: { notificationId?: number | undefined; upTo?: number | undefined },
): Promise<boolean> {
  if (notificationId !== undefined) {
    const { numUpdatedRows } = await executor
      .updateTable("notifications")
      .set({ read_at: sql<Date>`coalesce(read_at, now())` })
      .where("user_id", "=", userId)
      .where("id", "=", notificationId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  await executor
    .updateTable("notifications")
    .set({ read_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .$if(upTo !== undefined, (query) => query.where("id", "<=", upTo!))
    .execute();
  return true;
}

/**
 * Deletes all of a user's notifications, those to anyone that mention their username, and those to
 * colleagues that mention their name.
 */
export async function deleteNotificationsOf(
  executor: Executor,
  { userId, username, name, colleagueIds }: NotifiedPerson,
): Promise<void> {
  await sql`delete from notifications where user_id = ${userId} or facts ->> 'person' = ${username}
    or (user_id = any(${colleagueIds}) and facts ->> 'person' = ${name})`.execute(executor);
}

/**
 * Deletes notifications, read or not, of more than so many days ago, up to `atOnce` per statement. Skips those that their owner
 * is just marking.
 */
export async function pruneOldNotifications(
  executor: Executor,
  days: number,
  atOnce = 10_000,
): Promise<void> {
  let deleted: bigint | undefined;
  do {
    // Ids follow the time, so the oldest are found by key. The lower bound tells the planner that they are few.
    ({ numAffectedRows: deleted } = await sql`delete from notifications where id in (
      select id from notifications where id >= (select min(id) from notifications)
        and id < (select min(id) + ${atOnce}::integer from notifications)
        and occured_at < now() - make_interval(days => ${days}) for update skip locked)`.execute(
      executor,
    ));
  } while (deleted);
}

/** The recipient or subject of notifications. */
export interface NotifiedPerson {
  userId: number;
  username: string;
  /** First and last name; people elsewhere may have the same. */
  name: string;
  colleagueIds: number[];
}
