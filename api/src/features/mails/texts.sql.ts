import { sql, type NotNull } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

interface Words {
  subject: string;
  body: string;
}

/**
 * Returns the operators' texts that replace the product's own, or that of the mail with this code.
 * Subject and body are null if the operators' text was reset.
 */
export function ownTexts(executor: Executor, code?: string) {
  let query = executor
    .selectFrom("mail_texts as m")
    .leftJoin("users", "users.id", "m.updated_by")
    .select(["m.code", "m.subject", "m.body", "m.version", "m.updated_at", "users.username"]);
  if (code !== undefined) query = query.where("m.code", "=", code);
  return query.execute();
}
export type OwnText = Awaited<ReturnType<typeof ownTexts>>[number];

/** Stores a text over the one at `version` (0: never changed); false if the version is no longer current. */
export async function writeText(
  tx: Tx,
  code: string,
  words: Words,
  { version, actorId }: { version: number; actorId: number },
): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("mail_texts")
      .values({ code, ...words, updated_by: actorId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable("mail_texts")
    .set({
      ...words,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: actorId,
    })
    .where("code", "=", code)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the operators' text, as a new version, and returns it; undefined if there was none. */
export async function deleteText(
  tx: Tx,
  code: string,
  { actorId }: { actorId: number },
): Promise<(Words & { version: number }) | undefined> {
  const before = await tx
    .selectFrom("mail_texts")
    .select(["subject", "body", "version"])
    .where("code", "=", code)
    .$narrowType<{ subject: NotNull; body: NotNull }>()
    .where("body", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  await tx
    .updateTable("mail_texts")
    .set({
      subject: null,
      body: null,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: actorId,
    })
    .where("code", "=", code)
    .execute();
  return before;
}
