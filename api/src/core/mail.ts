import type { Permission } from "@tonneline/contract/endpoint";
import { sql } from "kysely";
import { inTransaction, type Db, type Executor, type Tx } from "./db.ts";
import { z } from "zod";
import { andCommit } from "./joined.ts";
import { addJob, job, postingJob } from "./jobs.ts";
import { addressPlace, mailText, productName, type MailContent } from "./mailText.ts";
import { contentOf, type CodedMail, type OwnWords } from "./mailTexts/texts.ts";

/** Delivers mails of the outbox, each by itself. */
export const mailSend = job("mail.send", z.object({ mailIds: z.array(z.int()) }));
/** Takes away the copies of mails that are no longer in the table. */
export const mailDiscard = job("mail.discard", z.object({ mailIds: z.array(z.int()) }));

/** Where a link of a mail has its token; the token itself is kept apart. */
export const tokenPlace = "…";

interface Addressed {
  to: string;
  /** Which operators may read it: those who may read what it is about. */
  permission: Permission;
  /** The record that it is about: operators find it again there, and it goes when a request to support does. */
  about?: { type: "order" | "retirement" | "supportRequest"; id: number };
  /** The token of its link, in whose place the mail says `tokenPlace`, and how long it is good for. */
  secret?: { token: string; until: Date };
  /** Whom an answer goes to, when that is not our own address. */
  replyTo?: string;
  /** Ids of kept files. */
  attachments?: readonly number[];
}
export interface Mail extends Addressed {
  subject: string;
  text: string;
  html: string;
}

/**
 * Lays mails out under the brand of the settings, in operators' words where they chose some, and writes them to the
 * outbox, in the caller's transaction, which ends with it where that is said.
 */
export async function writeMails(
  tx: Executor,
  mails: readonly (Addressed & (MailContent | CodedMail))[],
  { andCommits = false } = {},
): Promise<void> {
  if (mails.length === 0) return;
  const codes = [...new Set(mails.flatMap((mail) => ("code" in mail ? [mail.code] : [])))];
  const { brand, own } = await chosenWords(tx, codes);
  await queueMails(
    tx,
    mails.map((mail) => {
      const words = "code" in mail ? contentOf(mail, own[mail.code], brand) : mail;
      return { ...mail, ...mailText(words, brand) };
    }),
    { andCommits },
  );
}

/** The brand, and the operators' words for mails of these codes. */
export async function chosenWords(
  executor: Executor,
  codes: readonly string[],
): Promise<{ brand: string; own: Record<string, OwnWords | undefined> }> {
  const { rows } = await sql<{ brand: string | null; own: Record<string, OwnWords> }>`
    select (select value ->> 'name' from settings where section = 'brand') as brand,
      (select coalesce(jsonb_object_agg(code, jsonb_build_object('subject', subject, 'body', body)), '{}')
         from mail_texts where code = any(${codes}::text[]) and body is not null) as own`.execute(
    executor,
  );
  const { brand, own } = rows[0]!;
  return { brand: brand ?? productName, own };
}

// Those of an order go together. More would hold up whoever waits behind one that hangs.
const mailsOfAJob = 12;

/** Writes mails to the outbox in the caller's transaction, in one round trip; jobs deliver them after the commit, each at least once. */
export async function queueMails(
  tx: Executor,
  mails: readonly Mail[],
  { andCommits = false } = {},
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    recipient: mail.to,
    reply_to: mail.replyTo,
    subject: mail.subject,
    text_body: mail.text,
    html_body: mail.html,
    permission: mail.permission,
    about: mail.about && `${mail.about.type}/${mail.about.id}`,
    token: mail.secret?.token,
    token_until: mail.secret?.until,
    attachments: mail.attachments ?? [],
  }));
  const payload = sql`json_build_object('mailIds', array_agg(id order by id))`;
  await sql`
    with kept as (
      insert into mails (recipient, reply_to, subject, text_body, html_body, permission, about, token, token_until, attachments)
      select mail.* from json_to_recordset(${JSON.stringify(rows)}::json) as mail (recipient text, reply_to text,
        subject text, text_body text, html_body text, permission text, about text, token text, token_until timestamptz,
        attachments jsonb)
      returning id
    )
    select ${postingJob(mailSend, payload)}
    from (select id, (row_number() over (order by id) - 1) / ${mailsOfAJob}::integer as job from kept) numbered
    group by job order by job ${andCommits ? andCommit : sql``}`.execute(tx);
}

/** Posts a job that delivers a mail; one of this kind that has not started is replaced. */
export async function postDelivery(tx: Executor, mailId: number, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    mailSend,
    { mailIds: [mailId] },
    { key: `mail ${mailId}`, ...(runAt && { runAt }) },
  );
}

/** A text of a mail as its reader gets it: its links lead to `publicUrl`, with the token in its place. */
export function asSent(text: string, publicUrl: string, token: string | null): string {
  const addressed = text.replaceAll(addressPlace, () => publicUrl);
  if (token === null) return addressed;
  return addressed.replaceAll(`token=${tokenPlace}`, () => `token=${token}`);
}

/** Forgets tokens that no longer open anything; those of mails that still wait go when the mail does. */
export async function clearTokens(executor: Executor): Promise<void> {
  await executor
    .updateTable("mails")
    .set({ token: null })
    .where("token", "is not", null)
    .where("status", "<>", "WAITING")
    .where("token_until", "<", sql<Date>`now()`)
    .execute();
}

/**
 * Sends mails again from the beginning of their tries, whatever became of them so far; without ids all that were given
 * up. Returns the ids of those that exist, but for mails whose link is forgotten or has run out. A mail keeps its Message-ID, so that a second copy can be recognised.
 */
export async function sendAgain(tx: Tx, mailIds: readonly number[] | undefined): Promise<number[]> {
  let update = tx
    .updateTable("mails")
    .set({ status: "WAITING", attempts: 0, sent_at: null, next_try_at: null });
  update = mailIds
    ? update.where("id", "=", sql<number>`any(${mailIds}::integer[])`)
    : update.where("status", "=", "FAILED");
  update = update.where((eb) =>
    eb.or([
      eb("token_until", "is", null),
      eb.and([eb("token", "is not", null), eb("token_until", ">", sql<Date>`now()`)]),
    ]),
  );
  const rows = await update.returning("id").execute();
  for (const { id } of rows) await postDelivery(tx, id);
  return rows.map(({ id }) => id);
}

/**
 * Takes away the mails to an address, those to others that name it, and those to its person's colleagues that tell of them
 * by name, sent or not, and posts the job that removes their copies on disk.
 */
export async function forgetMailsWith(
  tx: Tx,
  { address, name, colleagues }: { address: string; name: string; colleagues: string[] },
): Promise<void> {
  // Not where it is the end or the beginning of somebody else's.
  const literal = address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const whole = `(^|[^a-z0-9._%+-])${literal}($|[^a-z0-9-])`;
  const rows = await tx
    .deleteFrom("mails")
    .where(
      sql<boolean>`(lower(concat_ws(E'\\n', recipient, reply_to, subject, text_body)) ~ ${whole}
        or (recipient = any(${colleagues}) and strpos(concat_ws(E'\\n', subject, text_body), ${name}) > 0))`,
    )
    .returning("id")
    .execute();
  await postDiscard(tx, rows);
}

/** Takes away the mails about requests to support, sent or not, whomever they went to, and posts the same job. */
export async function forgetMailsAbout(tx: Tx, requestIds: readonly number[]): Promise<void> {
  if (requestIds.length === 0) return;
  const records = requestIds.map((id) => `supportRequest/${id}`);
  await postDiscard(
    tx,
    await tx.deleteFrom("mails").where("about", "in", records).returning("id").execute(),
  );
}

/** Takes away mails that were sent or given up so many days ago. */
export async function pruneOldMails(db: Db, days: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = await tx
      .deleteFrom("mails")
      .where("status", "<>", "WAITING")
      .where(
        sql<Date>`coalesce(sent_at, created_at)`,
        "<",
        sql<Date>`now() - make_interval(days => ${days})`,
      )
      .returning("id")
      .execute();
    await postDiscard(tx, rows);
  });
}

async function postDiscard(tx: Tx, rows: readonly { id: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await addJob(tx, mailDiscard, { mailIds: rows.map(({ id }) => id) });
}
