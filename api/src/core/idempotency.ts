import { sql, type RawBuilder } from "kysely";
import { inTransaction, lockOwner, type Db, type Executor, type Tx } from "./db.ts";
import { refuse } from "./errors.ts";
import { bodySha256 } from "./idempotency.rules.ts";

export interface IdempotentCall {
  userId: number;
  endpoint: string;
  key: string;
  body: unknown;
}

/**
 * Returns the answer to an earlier call with the same key and body; undefined if there was none. IDEMPOTENCY_KEY_REUSED if the
 * body differed. Callers with side effects must hold a lock that serializes calls with the same key.
 */
export async function earlierAnswer(executor: Executor, call: IdempotentCall): Promise<unknown> {
  const found = await executor
    .selectFrom("idempotency_keys")
    .select(["body_sha256", "answer"])
    .where("user_id", "=", call.userId)
    .where("endpoint", "=", call.endpoint)
    .where("key", "=", call.key)
    .executeTakeFirst();
  if (found && found.body_sha256 !== bodySha256(call.body)) refuse("IDEMPOTENCY_KEY_REUSED");
  return found?.answer;
}

/**
 * Stores an answer in the transaction that did the work. IDEMPOTENCY_KEY_REUSED if a concurrent call about another record, not
 * serialized by a lock, has used the key meanwhile.
 */
export async function storeAnswer(tx: Tx, call: IdempotentCall, answer: unknown): Promise<void> {
  const kept = await tx
    .insertInto("idempotency_keys")
    .values({
      user_id: call.userId,
      endpoint: call.endpoint,
      key: call.key,
      body_sha256: bodySha256(call.body),
      answer: JSON.stringify(answer ?? null),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!kept) refuse("IDEMPOTENCY_KEY_REUSED");
}

/** Does a call's work in one transaction, and returns what it returned: JSON, or nothing. */
export type Once = <Answer>(db: Db, work: (tx: Tx) => Promise<Answer>) => Promise<Answer>;

/**
 * Returns a function that does the work, or returns its answer to an earlier call of the user with the same key and body. Calls
 * of one user at one endpoint are serialized; without a user or a key, the work is always done. IDEMPOTENCY_KEY_REUSED if the
 * body differed.
 */
export function onceFor({
  userId,
  key,
  ...rest
}: Partial<IdempotentCall> & Pick<IdempotentCall, "endpoint" | "body">): Once {
  return (db, work) =>
    inTransaction(db, async (tx) => {
      if (userId === undefined || key === undefined) return await work(tx);
      const call = { ...rest, userId, key };
      await lockOwner(tx, call.endpoint, userId);
      const earlier = await earlierAnswer(tx, call);
      if (earlier !== undefined) return earlier as Awaited<ReturnType<typeof work>>;
      const answer = await work(tx);
      await storeAnswer(tx, call, answer);
      return answer;
    });
}

/** Returns `storeAnswer` as SQL for the caller's statement, to save a round trip; fails (isKeyReused) if the key was used. */
export function storingAnswer(call: IdempotentCall, answer: unknown): RawBuilder<unknown> {
  return sql`insert into idempotency_keys (user_id, endpoint, key, body_sha256, answer)
    values (${call.userId}, ${call.endpoint}, ${call.key}, ${bodySha256(call.body)}, ${JSON.stringify(answer)})`;
}

/** Returns whether an answer was not stored because its key had been used for another call. */
export function isKeyReused(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "idempotency_keys_pkey";
}

/** Returns the endpoints of a user's calls with a key. */
export async function endpointsWith(
  executor: Executor,
  userId: number,
  key: string,
): Promise<string[]> {
  const rows = await executor
    .selectFrom("idempotency_keys")
    .select("endpoint")
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();
  return rows.map(({ endpoint }) => endpoint);
}

/** Deletes the answers stored for a user. */
export async function deleteAnswersOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("idempotency_keys").where("user_id", "=", userId).execute();
}

/** Deletes the answers to calls made more than so many days ago. */
export async function pruneOldAnswers(executor: Executor, days: number): Promise<void> {
  await executor
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
