import { sql, type RawBuilder } from "kysely";
import type { Executor, Tx } from "./db.ts";
import { refuse } from "./errors.ts";
import { bodySha256 } from "./idempotency.rules.ts";

export interface IdempotentCall {
  userId: number;
  endpoint: string;
  key: string;
  body: unknown;
}

/**
 * The answer of an earlier call with the same key and body; undefined when there was none. IDEMPOTENCY_KEY_REUSED
 * when the body was another. Whoever acts then must ask under a lock that keeps two calls with one key apart.
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
 * Keeps an answer, in the transaction that did the work. IDEMPOTENCY_KEY_REUSED when a call about another thing, which no
 * lock kept apart, has used the key in the meantime.
 */
export async function storeAnswer(tx: Tx, call: IdempotentCall, answer: unknown): Promise<void> {
  const kept = await tx
    .insertInto("idempotency_keys")
    .values({
      user_id: call.userId,
      endpoint: call.endpoint,
      key: call.key,
      body_sha256: bodySha256(call.body),
      answer: JSON.stringify(answer),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!kept) refuse("IDEMPOTENCY_KEY_REUSED");
}

/** The same as part of a statement of the caller's, who spares a round trip; it fails (isKeyReused) where the key was used. */
export function storingAnswer(call: IdempotentCall, answer: unknown): RawBuilder<unknown> {
  return sql`insert into idempotency_keys (user_id, endpoint, key, body_sha256, answer)
    values (${call.userId}, ${call.endpoint}, ${call.key}, ${bodySha256(call.body)}, ${JSON.stringify(answer)})`;
}

/** Whether an answer was not kept since its key had been used for another call. */
export function isKeyReused(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "idempotency_keys_pkey";
}

/** What a caller asked for with a key, by its endpoints. */
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

/** Forgets the answers that were kept for a caller. */
export async function forgetAnswersOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("idempotency_keys").where("user_id", "=", userId).execute();
}

/** Forgets the answers of calls that were made more than so many days ago. */
export async function pruneOldAnswers(executor: Executor, days: number): Promise<void> {
  await executor
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
