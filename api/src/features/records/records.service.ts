import type { RecordType } from "@tonneline/contract/records";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { notify } from "../notifications/notifications.service.ts";
import { mailMention } from "./records.mails.ts";
import * as store from "./records.sql.ts";
import type { Named } from "./records.sql.ts";

export { deleteNotesOn } from "./records.sql.ts";

/** The permission to read records of a type, which is required to be mentioned on them. */
export const readingOf = {
  order: "orders:read",
  retirement: "retirements:read",
  user: "users:read",
  company: "users:read",
} as const satisfies Record<RecordType, string>;

/**
 * Adds a note, and tells those it mentions by notification and mail. NOT_FOUND if there is no such record;
 * VALIDATION_FAILED if one of them may not read it.
 */
export async function writeNote(
  tx: Tx,
  record: Named,
  actor: KnownActor,
  { text, mentions }: { text: string; mentions: readonly number[] },
): Promise<number> {
  if (!(await store.recordExists(tx, record))) return refuse("NOT_FOUND");
  const permission = readingOf[record.type];
  const readers = await store.readersOf(tx, permission, actor.userId);
  const recipients = readers.filter(({ id }) => mentions.includes(id));
  if (recipients.length < new Set(mentions).size) {
    return refuseField("mentions", "One of these people may not read this record.");
  }
  const mentioned = recipients.map(({ id }) => id);
  const noteId = await store.insertNote(tx, record, { authorId: actor.userId, text, mentioned });
  await recordAudit(tx, actor, {
    action: `${record.type}.note`,
    thing: { type: record.type, id: record.id },
  });
  const facts = { person: actor.username, recordType: record.type, recordId: record.id };
  await notify(
    tx,
    mentioned.map((userId) => ({ userId, code: "record.mentioned" as const, facts })),
  );
  await mailMention(tx, { record, permission, text, author: actor.username }, recipients);
  return noteId;
}

/** Deletes the caller's own note while it is recent, and strikes it out later. NOT_FOUND, FORBIDDEN for another's. */
export async function dropNote(
  db: Db,
  record: Named,
  actor: KnownActor,
  noteId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const note = (await store.lockNote(tx, record, noteId)) ?? refuse("NOT_FOUND");
    if (note.authorId !== actor.userId) return refuse("FORBIDDEN");
    // A repeated request, such as from a second tab: it is struck out only once.
    if (note.struckAt) return undefined;
    if (note.isFresh) await store.deleteNote(tx, noteId);
    else await store.strikeNote(tx, noteId);
    return await recordAudit(tx, actor, {
      action: note.isFresh ? `${record.type}.unnote` : `${record.type}.strike`,
      thing: { type: record.type, id: record.id },
    });
  });
}

/** Records that a user is looking at a record, and returns who else is. NOT_FOUND if there is no such record. */
export async function visit(db: Db, record: Named, userId: number) {
  if (!(await store.recordExists(db, record))) return refuse("NOT_FOUND");
  await store.recordVisit(db, record, userId);
  return await store.visitorsOf(db, record, userId);
}
