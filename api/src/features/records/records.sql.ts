import { noteMinutes, type RecordType } from "@tonneline/contract/records";
import { sql } from "kysely";
import { called } from "../../core/called.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";

/** Identifies a record by type and id. */
export interface Named {
  type: RecordType;
  id: number;
}

const tables = {
  order: "orders",
  retirement: "retirements",
  user: "users",
  company: "companies",
} as const;

/** Whether a record exists, which includes erased accounts, and merged or closed companies. */
export async function recordExists(executor: Executor, { type, id }: Named): Promise<boolean> {
  const row = await executor
    .selectFrom(tables[type])
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

const fullName = sql<string>`u.first_name || ' ' || u.last_name`;

function notes(executor: Executor) {
  return executor
    .selectFrom("record_notes as n")
    .innerJoin("users as u", "u.id", "n.author_id")
    .select(["n.id", "n.text", "n.author_id", "n.created_at", "n.struck_at"])
    .select([
      fullName.as("author"),
      sql<{ userId: number; name: string }[]>`(select coalesce(json_agg(json_build_object(
        'userId', m.id, 'name', m.first_name || ' ' || m.last_name) order by m.id), '[]')
        from users m where m.id = any(n.mentioned))`.as("mentioned"),
    ]);
}
export type NoteRow = Awaited<ReturnType<typeof notesOf>>[number];

/** Returns the notes on a record, the newest first. */
export function notesOf(executor: Executor, { type, id }: Named) {
  return notes(executor)
    .where("n.record_type", "=", type)
    .where("n.record_id", "=", id)
    .orderBy("n.id", "desc")
    .limit(200)
    .execute();
}

/** Returns a note, even if struck out. Throws if there is none: it is only read right after its insert. */
export function noteById(executor: Executor, noteId: number) {
  return notes(executor).where("n.id", "=", noteId).executeTakeFirstOrThrow();
}

/**
 * Inserts a note and returns its id. Mentions are only stored: the caller notifies them, and has checked that they may read
 * the record.
 */
export async function insertNote(
  tx: Tx,
  { type, id }: Named,
  note: { authorId: number; text: string; mentioned: readonly number[] },
): Promise<number> {
  const { id: noteId } = await tx
    .insertInto("record_notes")
    .values({
      record_type: type,
      record_id: id,
      author_id: note.authorId,
      text: note.text,
      mentioned: [...note.mentioned],
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return noteId;
}

/** Locks a note of a record until the transaction ends. */
export function lockNote(tx: Tx, { type, id }: Named, noteId: number) {
  return tx
    .selectFrom("record_notes")
    .select([
      "author_id as authorId",
      "struck_at as struckAt",
      sql<boolean>`created_at > now() - ${`${noteMinutes} minutes`}::interval`.as("isFresh"),
    ])
    .where("id", "=", noteId)
    .where("record_type", "=", type)
    .where("record_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Deletes a note, which is only allowed while it is recent (`noteMinutes`): later use `strikeNote`. Mails and notifications
 * about it remain.
 */
export async function deleteNote(tx: Tx, noteId: number): Promise<void> {
  await tx.deleteFrom("record_notes").where("id", "=", noteId).execute();
}

/** Strikes out a note; its text stays readable. A note struck out before keeps its time. */
export async function strikeNote(tx: Tx, noteId: number): Promise<void> {
  await tx
    .updateTable("record_notes")
    .set({ struck_at: sql`now()` })
    .where("id", "=", noteId)
    .where("struck_at", "is", null)
    .execute();
}

/** The creation of a record, which is not in the audit log: by its buyer, or by nobody who was logged in. */
const began = (id: number) => ({
  order: sql`select 0, r.created_at, u.username, ${called("u")}, 'order.create'
    from orders r join users u on u.id = r.user_id where r.id = ${id}`,
  retirement: sql`select 0, r.requested_at, u.username, ${called("u")}, 'retirement.request'
    from retirements r join users u on u.id = r.user_id where r.id = ${id}`,
  user: sql`select 0, u.registered_at, u.username, ${called("u")}, 'user.register'
    from users u where u.id = ${id}`,
  company: sql`select 0, created_at, null, null, 'company.register' from companies where id = ${id}`,
});

interface EventRow {
  id: number;
  at: Date;
  actor: string | null;
  actorName: string | null;
  action: string;
}

/** Returns the history of a record, the newest first; its creation comes last. */
export async function activityOf(executor: Executor, { type, id }: Named) {
  const { rows } = await sql<EventRow>`
    (select e.id, e.at, e.actor, coalesce(${called("u")}, e.actor) as "actorName", e.action
      from audit_entries e left join users u on u.id = e.actor_id
      where e.thing_type = ${type} and e.thing_id = ${String(id)} order by e.id desc limit 100)
    union all (${began(id)[type]})
    order by id desc`.execute(executor);
  return rows;
}

/**
 * Returns the mails about a record that the caller may read, the newest first: for a person those to their address, for a
 * company those about its orders and retirements.
 */
export async function mailsOf(
  executor: Executor,
  { type, id }: Named,
  permissions: readonly string[],
) {
  const found = {
    order: sql`about = ${`order/${id}`}`,
    retirement: sql`about = ${`retirement/${id}`}`,
    user: sql`recipient = (select username from users where id = ${id})`,
    company: sql`about in (select 'order/' || id from orders where company_id = ${id}
      union all select 'retirement/' || id from retirements where company_id = ${id})`,
  }[type];
  const { rows } = await sql<MailRow>`
    select id, recipient as "to", subject, status, created_at as "createdAt", sent_at as "sentAt",
      last_error as "lastError"
    from mails where ${found} and permission = any(${permissions}::text[])
    order by id desc limit 100`.execute(executor);
  return rows;
}
interface MailRow {
  id: number;
  to: string;
  subject: string;
  status: "WAITING" | "SENT" | "FAILED";
  createdAt: Date;
  sentAt: Date | null;
  lastError: string | null;
}

/** Returns everyone who may read a record, except one user. */
export function readersOf(executor: Executor, permission: string, exceptId: number) {
  return executor
    .selectFrom("users as u")
    .innerJoin("roles as r", "r.id", "u.role_id")
    .select(["u.id", "u.username", fullName.as("name")])
    .where("u.blocked", "=", false)
    .where("u.id", "<>", exceptId)
    .where((eb) => eb("r.permissions", "@>", eb.val([permission])))
    .orderBy("u.id")
    .execute();
}

/** Records a visit to a record, and deletes expired visits. */
export async function recordVisit(executor: Executor, { type, id }: Named, userId: number) {
  // Skips visits that their owners have locked: two who return at once would otherwise each wait for the other.
  await sql`with over as (delete from record_visits where (record_type, record_id, user_id) in (
      select record_type, record_id, user_id from record_visits
      where seen_at < now() - interval '1 minute' for update skip locked))
    insert into record_visits (record_type, record_id, user_id) values (${type}, ${id}, ${userId})
    on conflict (record_type, record_id, user_id) do update set seen_at = now()`.execute(executor);
}

/** Returns who else has looked at a record within the last seconds. */
export function visitorsOf(executor: Executor, { type, id }: Named, exceptId: number) {
  return executor
    .selectFrom("record_visits as v")
    .innerJoin("users as u", "u.id", "v.user_id")
    .select(["u.id as userId", fullName.as("name")])
    .where("v.record_type", "=", type)
    .where("v.record_id", "=", id)
    .where("v.user_id", "<>", exceptId)
    .where("v.seen_at", ">", sql<Date>`now() - interval '15 seconds'`)
    .orderBy("u.id")
    .execute();
}

/** Deletes operators' notes on an erased account, visits to it, and its own visits. */
export async function deleteNotesOn(tx: Tx, userId: number): Promise<void> {
  await sql`with looks as (delete from record_visits
      where user_id = ${userId} or (record_type = 'user' and record_id = ${userId}))
    delete from record_notes where record_type = 'user' and record_id = ${userId}`.execute(tx);
}
