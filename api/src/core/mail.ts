import type { Permission } from "@tonneline/contract/endpoint";
import { sql } from "kysely";
import { inTransaction, type Db, type Executor, type Tx } from "./db.ts";
import { z } from "zod";
import { andCommit } from "./joined.ts";
import { addJob, job, postingJob } from "./jobs.ts";
import { addressPlaceholder, mailText, productName, type MailContent } from "./mailText.ts";
import { type Seller, sellerLines } from "./seller.ts";
import { contentOf, type CodedMail, type OwnWords } from "./mailTexts/texts.ts";

/** Delivers mails of the outbox, each independently. */
export const mailSend = job("mail.send", z.object({ mailIds: z.array(z.int()) }));
/** Deletes the files of mails that are no longer in the table. */
export const mailDiscard = job("mail.discard", z.object({ mailIds: z.array(z.int()) }));

/** Placeholder for the token in a mail's link; the token itself is stored separately. */
export const tokenPlaceholder = "…";

interface Addressed {
  to: string;
  /** The permission needed to read the mail: that for the record it is about. */
  permission: Permission;
  /** The record that it is about: operators find the mail there, and it is deleted with a support request. */
  about?: { type: "order" | "retirement" | "supportRequest"; id: number };
  /** The token of its link, for which the mail has `tokenPlaceholder`, and when it expires. */
  secret?: { token: string; until: Date };
  /** The Reply-To address, if replies should not go to our own. */
  replyTo?: string;
  /** Signed by the seller, once saved, with its address for replies: a payer may have no account to ask with. */
  fromSeller?: true;
  /** Ids of stored files. */
  attachments?: readonly number[];
}
export interface Mail extends Addressed {
  subject: string;
  text: string;
  html: string;
}

/**
 * Renders mails with the brand of the settings, in the operators' own wording if they wrote one, and writes them to the outbox
 * in the caller's transaction. With `andCommits` this is its last statement and commits it.
 */
export async function writeMails(
  tx: Executor,
  mails: readonly (Addressed & (MailContent | CodedMail))[],
  { andCommits = false } = {},
): Promise<void> {
  if (mails.length === 0) return;
  const codes = [...new Set(mails.flatMap((mail) => ("code" in mail ? [mail.code] : [])))];
  const { brand, own, seller } = await brandAndWording(tx, codes);
  await queueMails(
    tx,
    mails.map((mail) => {
      const words = "code" in mail ? contentOf(mail, own[mail.code], brand) : mail;
      if (!mail.fromSeller || !seller) return { ...mail, ...mailText(words, brand) };
      return { ...mail, replyTo: seller.email, ...mailText(words, brand, sellerLines(seller)) };
    }),
    { andCommits },
  );
}

/** Returns the brand, the seller if it is saved, and the operators' wording for mails of these codes. */
export async function brandAndWording(
  executor: Executor,
  codes: readonly string[],
): Promise<{
  brand: string;
  seller: Seller | null;
  own: Record<string, OwnWords | undefined>;
}> {
  const { rows } = await sql<{
    brand: string | null;
    seller: Seller | null;
    own: Record<string, OwnWords>;
  }>`
    select (select value ->> 'name' from settings where section = 'brand') as brand,
      (select value from settings where section = 'seller') as seller,
      (select coalesce(jsonb_object_agg(code, jsonb_build_object('subject', subject, 'body', body)), '{}')
         from mail_texts where code = any(${codes}::text[]) and body is not null) as own`.execute(
    executor,
  );
  const { brand, ...found } = rows[0]!;
  return { brand: brand ?? productName, ...found };
}

// The mails of an order go together. More would hold up those behind one that hangs.
const mailsPerJob = 12;

/** Writes mails to the outbox in the caller's transaction and in one round trip; jobs deliver each at least once. */
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
    from (select id, (row_number() over (order by id) - 1) / ${mailsPerJob}::integer as job from kept) numbered
    group by job order by job ${andCommits ? andCommit : sql``}`.execute(tx);
}

/** Posts a job that delivers a mail; replaces one for the same mail that has not started. */
export async function postDelivery(tx: Executor, mailId: number, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    mailSend,
    { mailIds: [mailId] },
    { key: `mail ${mailId}`, ...(runAt && { runAt }) },
  );
}

/** Returns a mail's text as delivered: its links lead to `publicUrl` and contain the token. */
export function asSent(text: string, publicUrl: string, token: string | null): string {
  const addressed = text.replaceAll(addressPlaceholder, () => publicUrl);
  if (token === null) return addressed;
  return addressed.replaceAll(`token=${tokenPlaceholder}`, () => `token=${token}`);
}

/** Deletes expired tokens; waiting mails keep theirs until they are sent. */
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
 * Sends mails again with a new series of tries, whatever their status; without ids all that were given up. Skips mails whose
 * link was cleared or has expired; returns the ids of the others. The same Message-ID identifies second copies.
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
 * Deletes the mails to an address, those to others that contain it (other than as the seller's for replies), and those to the
 * person's colleagues that mention them by name, sent or not, and posts the job that deletes their files.
 */
export async function deleteMailsWith(
  tx: Tx,
  { address, name, colleagues }: { address: string; name: string; colleagues: string[] },
): Promise<void> {
  // Not as part of a longer address.
  const literal = address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const whole = `(^|[^a-z0-9._%+-])${literal}($|[^a-z0-9-])`;
  const sellerEmail = sql`(select value ->> 'email' from settings where section = 'seller')`;
  const rows = await tx
    .deleteFrom("mails")
    .where(
      sql<boolean>`(lower(concat_ws(E'\\n', recipient, nullif(reply_to, ${sellerEmail}), subject, text_body)) ~ ${whole}
        or (recipient = any(${colleagues}) and strpos(concat_ws(E'\\n', subject, text_body), ${name}) > 0))`,
    )
    .returning("id")
    .execute();
  await postDiscard(tx, rows);
}

/** Deletes the mails about support requests, sent or not and to any recipient, and posts the same job. */
export async function deleteMailsAbout(tx: Tx, requestIds: readonly number[]): Promise<void> {
  if (requestIds.length === 0) return;
  const records = requestIds.map((id) => `supportRequest/${id}`);
  await postDiscard(
    tx,
    await tx.deleteFrom("mails").where("about", "in", records).returning("id").execute(),
  );
}

/** Deletes mails that were sent or given up so many days ago. */
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
