import {
  recordTypes,
  records,
  type RecordNote,
  type RecordType,
} from "@tonneline/contract/records";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { Serve } from "../../core/http/serve.ts";
import { dropNote, readingOf, visit, writeNote } from "./records.service.ts";
import {
  activityOf,
  recordExists,
  mailsOf,
  noteById,
  notesOf,
  readersOf,
  type NoteRow,
} from "./records.sql.ts";

/** Routes for notes, history and mails of records, by operators. */
export function recordsRoutes(serve: Serve, db: Db): void {
  for (const type of recordTypes) serveType(serve, db, type);
}

function serveType(serve: Serve, db: Db, type: RecordType): void {
  const calls = records[type];

  serve(calls.read, async ({ params, actor, caller }) => {
    const record = { type, id: params.id };
    if (!(await recordExists(db, record))) return refuse("NOT_FOUND");
    const [notes, activity, mails, readers] = await Promise.all([
      notesOf(db, record),
      activityOf(db, record),
      mailsOf(db, record, caller.permissions),
      readersOf(db, readingOf[type], actor.userId),
    ]);
    return {
      notes: notes.map((row) => recordView(row, actor.userId)),
      activity: activity.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
      mails: mails.map((mail) => ({
        ...mail,
        createdAt: mail.createdAt.toISOString(),
        sentAt: mail.sentAt?.toISOString() ?? null,
      })),
      colleagues: readers.map(({ id, name }) => ({ userId: id, name })),
    };
  });

  serve(calls.visit, async ({ params, actor }) => ({
    others: await visit(db, { type, id: params.id }, actor.userId),
  }));

  serve(calls.note, async ({ params, body, actor, once }) => {
    const { text, mentions = [] } = body;
    const record = { type, id: params.id };
    const noteId = await once(db, (tx) => writeNote(tx, record, actor, { text, mentions }));
    return recordView(await noteById(db, noteId), actor.userId);
  });

  serve(calls.drop, ({ params, actor }) =>
    dropNote(db, { type, id: params.id }, actor, params.noteId),
  );
}

function recordView(row: NoteRow, userId: number): RecordNote {
  return {
    id: row.id,
    text: row.text,
    mine: row.author_id === userId,
    author: { userId: row.author_id, name: row.author },
    at: row.created_at.toISOString(),
    struckAt: row.struck_at?.toISOString() ?? null,
    mentioned: row.mentioned,
  };
}
