import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";
import { sessionDays } from "./accounts.rules.ts";
import { users } from "./accounts.sql.ts";

/** Where a session is used, masked as it is stored; null if unknown. */
export interface SessionOrigin {
  browser: string | null;
  address: string | null;
}

const unknownOrigin: SessionOrigin = { browser: null, address: null };

// All times are the database's: the clocks of servers may differ by hours.
const opened = ["id", "generation", "expires_at as expiresAt", sql<Date>`now()`.as("now")] as const;

/**
 * Opens a session of the first generation for so many seconds. Returns the database's time too, with which its tokens are
 * signed.
 */
export async function openSession(
  tx: Executor,
  userId: number,
  seconds: number,
  origin: SessionOrigin = unknownOrigin,
) {
  return await tx
    .insertInto("sessions")
    .values({
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
      ...origin,
    })
    .returning(opened)
    .executeTakeFirstOrThrow();
}

/**
 * Locks a session until the transaction ends: the second of two concurrent refreshes finds the generation created by the
 * first. Includes ended and expired sessions; undefined if there is none.
 */
export function lockSession(tx: Tx, sessionId: string) {
  return tx
    .selectFrom("sessions")
    .select([
      "id",
      "user_id as userId",
      "generation",
      "rotated_at as rotatedAt",
      "ended_at as endedAt",
      "expires_at as expiresAt",
      sql<Date>`now()`.as("now"),
    ])
    .where("id", "=", sessionId)
    .forUpdate()
    .executeTakeFirst();
}

/** Starts the next generation; it extends the session by `seconds`, but never beyond its absolute end. */
export async function rotateSession(
  tx: Tx,
  sessionId: string,
  seconds: number,
  origin: SessionOrigin,
) {
  return await tx
    .updateTable("sessions")
    .set({
      generation: sql<number>`generation + 1`,
      rotated_at: sql<Date>`now()`,
      expires_at: sql<Date>`least(now() + make_interval(secs => ${seconds}),
        created_at + make_interval(days => ${sessionDays}))`,
      ...origin,
    })
    .where("id", "=", sessionId)
    .returning(opened)
    .executeTakeFirstOrThrow();
}

/** Ends a session; false if it has ended before, in which case the reason is kept. */
export async function endSession(
  executor: Executor,
  sessionId: string,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, ended_reason: reason })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the user of an open session, even if they are blocked, and the time. */
export function userOfOpenSession(executor: Executor, sessionId: string) {
  return users(executor)
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select(sql<Date>`now()`.as("now"))
    .where("sessions.id", "=", sessionId)
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/** Returns the open sessions of a user, the last used first. */
export function openSessionsOf(executor: Executor, userId: number) {
  return executor
    .selectFrom("sessions")
    .select(["id", "created_at as createdAt", "rotated_at as seenAt", "browser", "address"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy("rotated_at", "desc")
    .orderBy("id")
    .execute();
}

/** Ends an open session of this user; undefined if they have no such session. */
export function endSessionOf(tx: Tx, userId: number, sessionId: string, reason: string) {
  return tx
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, ended_reason: reason })
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["browser", "address"])
    .executeTakeFirst();
}

/** Ends all open sessions of a user, except the given one if any; returns how many. */
export async function endSessionsOf(
  tx: Executor,
  userId: number,
  reason: string,
  exceptSessionId: string | null = null,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, ended_reason: reason })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`id is distinct from ${exceptSessionId}::uuid`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes sessions that ended or expired more than so many days ago. */
export async function pruneOldSessions(executor: Executor, days: number): Promise<void> {
  await executor
    .deleteFrom("sessions")
    .where(sql<boolean>`coalesce(ended_at, expires_at) < now() - make_interval(days => ${days})`)
    .execute();
}
