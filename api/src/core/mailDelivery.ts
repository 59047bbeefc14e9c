import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { sql, type Selectable } from "kysely";
import { createTransport, type Transporter } from "nodemailer";
import type { Cron } from "./crons.ts";
import { databaseNow, inTransaction, type Db } from "./db.ts";
import type { DB } from "./database.types.ts";
import type { FileStore } from "./files.ts";
import { job, takes, type JobHandlers } from "./jobs.ts";
import { asSent, forgetTokens, mailDiscard, mailSend, postDelivery } from "./mail.ts";
import { secondsUntilNextTry, type DeliveryFailure } from "./mailTries.rules.ts";

export interface MailSettings {
  /** Without one, mails are written below `folder` and stay on this machine. */
  smtpUrl?: string | undefined;
  /** A server that speaks in the clear gets nothing. */
  demandTls?: boolean | undefined;
  from: string;
  folder: string;
  /** Where the links of mails lead. */
  publicUrl: string;
  /** How long a mail server may be silent; what is left out keeps its default. */
  limits?: Partial<typeof defaultLimits>;
}

// Without limits a server that accepts and then says nothing would keep a worker for ever.
const defaultLimits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
  /** One delivery in all, for a server that says a byte now and then. */
  wholeTimeout: 120_000,
};

// Longer than any delivery: what is older was left behind by a server that died.
const abandonedAfter = sql`interval '10 minutes'`;

/**
 * The job that delivers one mail of the outbox, and the one that finds mails nobody is at any more. A failure is kept on
 * the mail with the time of the next try; after the last try the mail is FAILED and `onGivenUp` hears of it.
 */
export function mailJobs(
  db: Db,
  store: FileStore,
  settings: MailSettings,
  onGivenUp: (error: Error) => void = () => {},
): JobHandlers {
  const deliver = delivery(db, store, settings);
  return {
    ...takes(mailSend, ({ mailId }) =>
      tryAlone(db, mailId, async (mail) => {
        try {
          await deliver(mail);
        } catch (error) {
          if (await noteFailure(db, mail, error as Error)) return;
          onGivenUp(new Error(`Mail ${mailId} is given up`, { cause: error }));
          return;
        }
        await db
          .updateTable("mails")
          .set({
            status: "SENT",
            sent_at: sql<Date>`now()`,
            sending_since: null,
            next_try_at: null,
            // Its reader has it. In the inbox here there is no other reader until it runs out.
            ...(settings.smtpUrl && { token: null }),
          })
          .where("id", "=", mailId)
          .execute();
      }),
    ),
    ...takes(mailSweep, async () => {
      await postAbandoned(db);
      await forgetTokens(db);
    }),
    ...takes(mailDiscard, async ({ mailIds }) => {
      for (const id of mailIds) await rm(path.join(settings.folder, `${id}.eml`), { force: true });
    }),
  };
}

const mailSweep = job("mail.sweep");
export const mailCrons: Cron[] = [{ task: mailSweep, every: "5 minutes" }];

// Any number that no other advisory lock of the product uses.
const mailsLock = 1146020;

type WaitingMail = Selectable<DB["mails"]>;

/**
 * Counts a try of a mail that waits, marks it as being sent, and does `work`, unless somebody is at it. A lock of a
 * session says so: it ends with the process, however that ends, so that a mail under way at a kill is taken up at once.
 */
async function tryAlone(
  db: Db,
  mailId: number,
  work: (mail: WaitingMail) => Promise<void>,
): Promise<void> {
  const lock = sql`${mailsLock}::integer, ${mailId}::integer`;
  await db.connection().execute(async (session) => {
    // A mail that somebody has sent since this statement began is looked at again as it is by then.
    const { rows } = await sql<{ got: boolean; id: number | null } & WaitingMail>`
      with held as materialized (select pg_try_advisory_lock(${lock}) as got), tried as (
        update mails set attempts = attempts + 1, sending_since = now() from held
        where got and id = ${mailId} and status = 'WAITING' returning mails.*
      )
      select got, tried.* from held left join tried on true`.execute(session);
    const [{ got, ...mail }] = rows as [(typeof rows)[number]];
    if (!got) return;
    try {
      if (mail.id !== null) await work(mail);
    } finally {
      // A session that has ended holds nothing.
      await sql`select pg_advisory_unlock(${lock})`.execute(session).catch(() => {});
    }
  });
}

/** Keeps what went wrong and posts the next try. False when there is none: the mail is given up. */
async function noteFailure(db: Db, mail: WaitingMail, error: Error): Promise<boolean> {
  const wait = secondsUntilNextTry(mail.attempts, error as DeliveryFailure);
  return await inTransaction(db, async (tx) => {
    const now = (await databaseNow(tx)).getTime();
    const nextTryAt = wait === undefined ? null : new Date(now + wait * 1000);
    await tx
      .updateTable("mails")
      .set({
        status: nextTryAt ? "WAITING" : "FAILED",
        last_error: error.message.slice(0, 1000),
        next_try_at: nextTryAt,
        sending_since: null,
      })
      .where("id", "=", mail.id)
      .execute();
    if (nextTryAt) await postDelivery(tx, mail.id, nextTryAt);
    return nextTryAt !== null;
  });
}

/** Posts a try of every mail whose time is long over and whose job is lost. One that has a job keeps its place. */
async function postAbandoned(db: Db): Promise<void> {
  const rows = await db
    .selectFrom("mails")
    .select("id")
    .where("status", "=", "WAITING")
    .where(
      sql<Date>`greatest(sending_since, coalesce(next_try_at, created_at))`,
      "<",
      sql<Date>`now() - ${abandonedAfter}`,
    )
    .where(
      sql<boolean>`not exists (select from graphile_worker._private_jobs
        where key = 'mail ' || mails.id and (attempts < max_attempts or locked_at is not null))`,
    )
    .orderBy("id")
    .limit(1000)
    .execute();
  for (const { id } of rows) await postDelivery(db, id);
}

/** Hands a mail to the server, or writes it to the folder. The Message-ID is the same at every try. */
function delivery(db: Db, store: FileStore, settings: MailSettings) {
  const limits = { ...defaultLimits, ...settings.limits };
  const transport = openTransport(settings, limits);
  return async (mail: WaitingMail): Promise<void> => {
    const sending = transport.sendMail({
      from: settings.from,
      to: mail.recipient,
      ...(mail.reply_to && { replyTo: mail.reply_to }),
      subject: mail.subject,
      text: asSent(mail.text_body, settings.publicUrl, mail.token),
      html: asSent(mail.html_body, settings.publicUrl, mail.token),
      attachments: await attachmentsOf(db, store, mail.attachments as number[]),
      messageId: `<mail-${mail.id}-${mail.created_at.getTime()}@${domainOf(settings.from)}>`,
      // No automatic replies of absence.
      headers: { "Auto-Submitted": "auto-generated" },
    });
    const sent = await within(limits.wholeTimeout, sending);
    if (!settings.smtpUrl) await keepOnDisk(settings.folder, mail.id, sent.message as Buffer);
  };
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const limit = after(limitMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`The mail server did not finish within ${limitMs / 1000} s`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    over.abort();
    limit.catch(() => {});
    // It goes on behind our back and may fail later.
    work.catch(() => {});
  }
}

/** The files in the order given. Throws when one is gone: a mail that promises an attachment must have it. */
async function attachmentsOf(db: Db, store: FileStore, fileIds: readonly number[]) {
  if (fileIds.length === 0) return [];
  const rows = await db
    .selectFrom("files")
    .select(["id", "storage_key", "name", "media_type"])
    .where("id", "=", sql<number>`any(${fileIds}::integer[])`)
    .execute();
  return await Promise.all(
    fileIds.map(async (fileId) => {
      const row = rows.find(({ id }) => id === fileId);
      if (!row) throw new Error(`The attachment ${fileId} is gone`);
      const content = await store.read(row.storage_key);
      return { filename: row.name, contentType: row.media_type, content };
    }),
  );
}

function openTransport(
  { smtpUrl, demandTls }: Pick<MailSettings, "smtpUrl" | "demandTls">,
  limits: typeof defaultLimits,
): Transporter {
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true });
  const { wholeTimeout: _, ...timeouts } = limits;
  const url = new URL(smtpUrl);
  // In the address, since its parameters win over other options; it wins over ignoreTLS.
  if (demandTls) url.searchParams.set("requireTLS", "true");
  return createTransport({ url: url.href, ...pooled, ...timeouts });
}

// The next mail of a burst takes the connection of the one before. Whether and when a mail is tried again is our
// business, and an idle connection must not keep a stopped server for long.
const pooled = { pool: true, maxConnections: 2, maxRequeues: 0, idleTimeout: 2000 } as const;

/** Logs in at the mail server and sends nothing; throws nodemailer's error. Each step may take `limitMs`. */
export async function askMailServer(
  server: Pick<MailSettings, "smtpUrl" | "demandTls">,
  limitMs: number,
): Promise<void> {
  const { wholeTimeout: _, ...steps } = defaultLimits;
  const timeouts = Object.fromEntries(Object.keys(steps).map((step) => [step, limitMs]));
  const transport = openTransport(server, { ...defaultLimits, ...timeouts });
  await transport.verify().finally(() => transport.close());
}

/** Under its name only when it is whole: whoever watches the folder reads no half mail. */
async function keepOnDisk(folder: string, mailId: number, message: Buffer): Promise<void> {
  const file = path.join(folder, `${mailId}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
}
