import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

const userColumns = [
  "users.id",
  "users.username",
  "users.first_name as firstName",
  "users.last_name as lastName",
  "users.phone",
  "users.avatar_file_id as avatarFileId",
  "users.blocked",
  "users.verified_at as verifiedAt",
  "users.password_hash as passwordHash",
  "roles.id as roleId",
  "roles.name as roleName",
  "roles.permissions",
] as const;

function users(executor: Executor) {
  return executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select(userColumns);
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof userByUsername>>>;

export function userByUsername(executor: Executor, username: string) {
  return users(executor).where("users.username", "=", username).executeTakeFirst();
}

export function userById(executor: Executor, userId: number) {
  return users(executor).where("users.id", "=", userId).executeTakeFirst();
}

export async function openSession(tx: Executor, userId: number, seconds: number) {
  return await tx
    .insertInto("sessions")
    .values({
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .returning(["id", "generation"])
    .executeTakeFirstOrThrow();
}

export async function noteLogin(executor: Executor, userId: number): Promise<void> {
  await executor
    .updateTable("users")
    .set({ last_login_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
}

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
    ])
    .where("id", "=", sessionId)
    .forUpdate()
    .executeTakeFirst();
}

export async function rotateSession(tx: Tx, sessionId: string, seconds: number) {
  return await tx
    .updateTable("sessions")
    .set({
      generation: sql<number>`generation + 1`,
      rotated_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where("id", "=", sessionId)
    .returning(["id", "generation"])
    .executeTakeFirstOrThrow();
}

export async function endSession(executor: Executor, sessionId: string, reason: string) {
  await executor
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, ended_reason: reason })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** The user of a session that is still open; undefined when it was ended, has run out, or its user is blocked. */
export function userOfOpenSession(executor: Executor, sessionId: string) {
  return users(executor)
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .where("sessions.id", "=", sessionId)
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .where("users.blocked", "=", false)
    .executeTakeFirst();
}

export async function insertUser(
  executor: Executor,
  user: {
    username: string;
    passwordHash: string;
    firstName: string;
    lastName: string;
    roleName: string;
    verified: boolean;
    demonstration: boolean;
  },
): Promise<{ id: number } | undefined> {
  return await executor
    .insertInto("users")
    .columns([
      "username",
      "password_hash",
      "first_name",
      "last_name",
      "role_id",
      "verified_at",
      "demonstration",
    ])
    .expression((eb) =>
      eb
        .selectFrom("roles")
        .select([
          sql<string>`${user.username}`.as("username"),
          sql<string>`${user.passwordHash}`.as("password_hash"),
          sql<string>`${user.firstName}`.as("first_name"),
          sql<string>`${user.lastName}`.as("last_name"),
          "roles.id",
          sql<Date>`case when ${user.verified}::boolean then now() end`.as("verified_at"),
          sql<boolean>`${user.demonstration}::boolean`.as("demonstration"),
        ])
        .where("roles.name", "=", user.roleName),
    )
    .onConflict((conflict) => conflict.column("username").doNothing())
    .returning("id")
    .executeTakeFirst();
}
