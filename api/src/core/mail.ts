import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import { sql } from "kysely";
import type { Db, Executor } from "./db.ts";
import type { FileStore } from "./files.ts";
import { addJob, type JobHandlers } from "./jobs.ts";

export interface Mail {
  to: string;
  /** Whom an answer goes to, when that is not our own address. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Ids of kept files. */
  attachments?: readonly number[];
}

/** Writes mails to the outbox in the caller's transaction; a job delivers each after the commit, at least once. */
export async function queueMails(tx: Executor, mails: readonly Mail[]): Promise<void> {
  for (const mail of mails) {
    const { id } = await tx
      .insertInto("mails")
      .values({
        recipient: mail.to,
        reply_to: mail.replyTo ?? null,
        subject: mail.subject,
        text_body: mail.text,
        html_body: mail.html,
        attachments: JSON.stringify(mail.attachments ?? []),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await addJob(tx, "mail.send", { mailId: id }, { key: `mail ${id}` });
  }
}

export interface MailSettings {
  /** Without one, mails are written below `folder` and stay on this machine. */
  smtpUrl?: string | undefined;
  from: string;
  folder: string;
}

/** The job that delivers one mail of the outbox. It throws when the server refuses, so that the job is tried again. */
export function mailJobs(db: Db, store: FileStore, settings: MailSettings): JobHandlers {
  const transport = openTransport(settings);
  return {
    "mail.send": async ({ mailId }: { mailId: number }) => {
      const mail = await db
        .selectFrom("mails")
        .selectAll()
        .where("id", "=", mailId)
        .executeTakeFirst();
      if (!mail || mail.status === "SENT") return;
      try {
        const sent = await transport.sendMail({
          from: settings.from,
          to: mail.recipient,
          ...(mail.reply_to && { replyTo: mail.reply_to }),
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          attachments: await attachmentsOf(db, store, mail.attachments as number[]),
          messageId: `<mail-${mail.id}-${mail.created_at.getTime()}@${domainOf(settings.from)}>`,
        });
        if (!settings.smtpUrl) await keepOnDisk(settings.folder, mailId, sent.message as Buffer);
        await db
          .updateTable("mails")
          .set({ status: "SENT", sent_at: sql<Date>`now()`, attempts: sql<number>`attempts + 1` })
          .where("id", "=", mailId)
          .execute();
      } catch (error) {
        const last_error = (error as Error).message;
        await db
          .updateTable("mails")
          .set({ status: "FAILED", last_error, attempts: sql<number>`attempts + 1` })
          .where("id", "=", mailId)
          .execute();
        throw error;
      }
    },
  };
}

async function attachmentsOf(db: Db, store: FileStore, fileIds: readonly number[]) {
  const rows = await db
    .selectFrom("files")
    .select(["storage_key", "name", "media_type"])
    .where("id", "=", sql<number>`any(${fileIds}::integer[])`)
    .orderBy("id")
    .execute();
  return await Promise.all(
    rows.map(async (row) => ({
      filename: row.name,
      contentType: row.media_type,
      content: await store.read(row.storage_key),
    })),
  );
}

function openTransport(settings: MailSettings): Transporter {
  if (!settings.smtpUrl) return createTransport({ streamTransport: true, buffer: true });
  // Without time limits a server that accepts and then says nothing would keep a worker for ever.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  return createTransport({ url: settings.smtpUrl, ...limits });
}

async function keepOnDisk(folder: string, mailId: number, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${mailId}.eml`), message);
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
}
