import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Selectable } from "kysely";
import type { Transporter } from "nodemailer";
import { advisoryLocks } from "./advisoryLocks.ts";
import type { Cron } from "./crons.ts";
import { databaseNow, inTransaction, type Db } from "./db.ts";
import type { DB } from "./database.types.ts";
import type { FileStore } from "./files.ts";
import { withTimeout } from "./timeout.ts";
import { job, jobHandler, type JobHandlers } from "./jobs.ts";
import { asSent, clearTokens, mailDiscard, mailSend, postDelivery } from "./mail.ts";
import { isRefused, secondsUntilNextTry, type DeliveryFailure } from "./mailTries.rules.ts";
import { ExternalError, errorMessage } from "./outage.ts";
import { limitConcurrency } from "./concurrency.ts";

export interface MailSettings {
  /** Without one, mails are written to `folder` and do not leave this machine. */
  smtpUrl?: string | undefined;
  /** Sends nothing to a server without TLS. */
  requireTls?: boolean | undefined;
  from: string;
  folder: string;
  /** The base URL of links in mails. */
  publicUrl: string;
  /** Timeouts for a silent mail server; those left out have their defaults. */
  limits?: Partial<typeof defaultLimits>;
}

// Without limits a server that accepts a connection and then stays silent would block a worker forever.
const defaultLimits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
  /** For a whole delivery, in case a server sends a byte now and then. */
  wholeTimeout: 120_000,
};

// Longer than any delivery: older ones were left behind by a server that died.
const abandonedAfter = sql`interval '10 minutes'`;

/**
 * Returns the handlers of the jobs that deliver mails of the outbox, find abandoned ones and delete files. A failure is
 * stored on the mail with the time of the next try; after the last try the mail is FAILED and `onGivenUp` is called. `log`
 * gets a line when the mail server stops accepting mails, and one when it accepts them again.
 */
export function mailJobs(
  db: Db,
  store: FileStore,
  settings: MailSettings,
  onGivenUp: (error: Error) => void = () => {},
  log: (line: string) => void = () => {},
): JobHandlers {
  const deliver = delivery(db, store, settings, log);
  // Without a mail server, mails are only read in our own inbox, which needs the token until it expires.
  const clearsToken = settings.smtpUrl !== undefined;
  return {
    ...jobHandler(mailSend, ({ mailIds }) =>
      tryExclusively(db, mailIds, async (mails, session) => {
        const deliveries = mails.map((mail) => deliver(mail));
        const note = sentNotes(session, clearsToken, Promise.allSettled(deliveries));
        const oneAtATime = limitConcurrency(1);
        const tries = mails.map(async (mail, at) => {
          const error = await deliveries[at]!.then(
            () => undefined,
            (failure: Error) => failure,
          );
          if (!error) return await note.sent(mail.id);
          await oneAtATime(async () => {
            if (!(await recordFailure(db, mail, error)))
              onGivenUp(new ExternalError(givenUpMessage(mail.id), { cause: error }));
            await note.failed(mail.id);
          });
        });
        // Their session must stay open until the last one is done.
        const ends = await Promise.allSettled(tries);
        for (const end of ends) if (end.status === "rejected") throw end.reason;
        return note.count();
      }),
    ),
    ...jobHandler(mailSweep, async () => {
      await postAbandoned(db);
      await clearTokens(db);
    }),
    ...jobHandler(mailDiscard, async ({ mailIds }) => {
      for (const id of mailIds) await rm(path.join(settings.folder, `${id}.eml`), { force: true });
    }),
  };
}

const givenUpMessage = (mailId: number) =>
  `Mail ${mailId} has failed permanently; it can be sent again under Management, Emails`;

const mailSweep = job("mail.sweep");
export const mailCrons: Cron[] = [{ task: mailSweep, every: "5 minutes" }];

type WaitingMail = Selectable<DB["mails"]>;

/**
 * Counts an attempt for each waiting mail that no other worker is sending, and calls `work`, which returns how many locks it
 * released. The locks end with the session's process: mails in flight when a server is killed are retried at once.
 */
async function tryExclusively(
  db: Db,
  mailIds: readonly number[],
  work: (mails: WaitingMail[], session: Db) => Promise<number>,
): Promise<void> {
  await db.connection().execute(async (session) => {
    // The upper bound until the result is known: a session's locks outlive a failed statement, and the session is reused.
    let locked = mailIds.length;
    let released = 0;
    try {
      // If a mail was sent since this statement began, the condition is checked again on its new version.
      const { rows } = await sql<WaitingMail & { id: number | null }>`
        with held as materialized (
          select id, pg_try_advisory_lock(${advisoryLocks.mails}::integer, id) as got from unnest(${mailIds}::integer[]) id
        ), tried as (
          update mails set attempts = attempts + 1, sending_since = now() from held
          where got and mails.id = held.id and status = 'WAITING' returning mails.*
        )
        select tried.* from held left join tried on tried.id = held.id where got order by held.id`.execute(
        session,
      );
      locked = rows.length;
      released = await work(
        rows.filter(({ id }) => id !== null),
        session,
      );
    } finally {
      // A session that has ended holds no locks.
      if (released < locked)
        await sql`select pg_advisory_unlock_all()`.execute(session).catch(() => {});
    }
  });
}

// Most mails of a job leave within this time, and a separate statement for each costs more than writing the mail did.
const batchMs = 20;

/**
 * Marks mails as sent, one statement at a time, as a session requires: a moment after a mail has left, or at once when `all`
 * have, together with those that have left meanwhile.
 */
function sentNotes(session: Db, clearsToken: boolean, all: Promise<unknown>) {
  let count = 0;
  let waiting: number[] = [];
  let next: Promise<void> | undefined;
  const oneAtATime = limitConcurrency(1);
  return {
    /** Resolves when the mail is marked. */
    async sent(mailId: number): Promise<void> {
      waiting.push(mailId);
      next ??= oneAtATime(async () => {
        await Promise.race([all, sleep(batchMs)]);
        const mailIds = waiting;
        waiting = [];
        next = undefined;
        count += await recordSent(session, mailIds, clearsToken);
      });
      await next;
    },
    /** Releases the lock of a mail that was not sent: its next try may come before the others are done. */
    async failed(mailId: number): Promise<void> {
      await oneAtATime(async () => {
        await sql`select pg_advisory_unlock(${advisoryLocks.mails}::integer, ${mailId}::integer)`.execute(
          session,
        );
        count++;
      });
    },
    /** How many locks were released. */
    count: () => count,
  };
}

/** Marks mails as sent and releases their locks; returns how many there were. */
async function recordSent(
  session: Db,
  mailIds: readonly number[],
  clearsToken: boolean,
): Promise<number> {
  const sent = await session
    .updateTable("mails")
    .set({
      status: "SENT",
      sent_at: sql<Date>`now()`,
      sending_since: null,
      next_try_at: null,
      // The recipient has it.
      ...(clearsToken && { token: null }),
    })
    .where("id", "=", sql<number>`any(${mailIds}::integer[])`)
    // Unlocking before the commit is safe: others wait for the row until then.
    .returning(sql<boolean>`pg_advisory_unlock(${advisoryLocks.mails}::integer, id)`.as("given"))
    .execute();
  return sent.length;
}

/** Stores the error and posts the next try. Returns false if there is none: the mail is given up. */
async function recordFailure(db: Db, mail: WaitingMail, error: Error): Promise<boolean> {
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

/** Posts a try of every mail that is long overdue and whose job is lost. A mail that still has its job keeps it. */
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
      sql<boolean>`id not in (select json_array_elements_text(payload -> 'mailIds')::integer
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = ${mailSend.name} and (attempts < max_attempts or locked_at is not null))`,
    )
    .orderBy("id")
    .limit(1000)
    .execute();
  for (const { id } of rows) await postDelivery(db, id);
}

/** Returns a function that hands a mail to the server, or writes it to the folder. The Message-ID is the same for every try. */
function delivery(db: Db, store: FileStore, settings: MailSettings, log: (line: string) => void) {
  const limits = { ...defaultLimits, ...settings.limits };
  let opened: Transporter | undefined;
  // A mail's timeout starts when it gets a connection. If it expired while the mail was still waiting for one, the mail would
  // be sent nevertheless, once for each of its tries.
  const turn = limitConcurrency(pooled.maxConnections);
  const watched = watchDestination(destinationOf(settings), log);
  return async (mail: WaitingMail): Promise<void> => {
    const message = {
      from: settings.from,
      to: mail.recipient,
      ...(mail.reply_to && { replyTo: mail.reply_to }),
      subject: mail.subject,
      text: asSent(mail.text_body, settings.publicUrl, mail.token),
      html: asSent(mail.html_body, settings.publicUrl, mail.token),
      attachments: await attachmentsOf(db, store, mail.attachments as number[]),
      messageId: `<mail-${mail.id}-${mail.created_at.getTime()}@${domainOf(settings.from)}>`,
      ...conversation(mail.about, domainOf(settings.from)),
      // Suppresses automatic out-of-office replies.
      headers: { "Auto-Submitted": "auto-generated" },
    };
    // Awaited apart: two first mails must not each open their own.
    const nodemailer = await import("nodemailer");
    const transport = (opened ??= openTransport(nodemailer, settings, limits));
    await watched(async () => {
      const limitMs = limits.wholeTimeout;
      const late = () => new Error(`The mail server did not finish within ${limitMs / 1000} s`);
      const sent = await turn(() => withTimeout(transport.sendMail(message), limitMs, late));
      if (!settings.smtpUrl) await keepOnDisk(settings.folder, mail.id, sent.message as Buffer);
    });
  };
}

/**
 * Makes the mails about a support request one conversation in mail programs: each replies to the same Message-ID, which none
 * has, since every reader gets different mails.
 */
function conversation(about: string | null, domain: string) {
  if (!about?.startsWith("supportRequest/")) return {};
  const root = `<${about.replace("/", "-")}@${domain}>`;
  return { inReplyTo: root, references: root };
}

/** The mail server or folder for log lines, without the user and password of the URL. */
const destinationOf = ({ smtpUrl, folder }: MailSettings) =>
  smtpUrl ? `The mail server ${new URL(smtpUrl).host}` : `The folder ${folder}`;

/** Reports when the server or folder stops accepting mails, and when it accepts them again; nothing in between. */
function watchDestination(destination: string, log: (line: string) => void) {
  let isRejecting = false;
  const note = (failure?: unknown) => {
    if (isRejecting === (failure !== undefined)) return;
    isRejecting = !isRejecting;
    log(
      isRejecting
        ? `${destination} does not accept mails (${errorMessage(failure)}): they wait until it does.`
        : `${destination} accepts mails again.`,
    );
  };
  return async (deliver: () => Promise<void>): Promise<void> => {
    try {
      await deliver();
      note();
    } catch (error) {
      // It works, but rejects this mail.
      note(isRefused(error as DeliveryFailure) ? undefined : error);
      throw error;
    }
  };
}

/** Returns the files in the given order. Throws if one is missing: a mail that promises an attachment must have it. */
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
      // In memory: a stream that the mail server never reads would stay open forever, and the store has few connections.
      const content = await buffer(await store.read(row.storage_key));
      return { filename: row.name, contentType: row.media_type, content };
    }),
  );
}

function openTransport(
  { createTransport }: typeof import("nodemailer"),
  { smtpUrl, requireTls, publicUrl }: MailServer,
  limits: typeof defaultLimits,
): Transporter {
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true });
  const { wholeTimeout: _, ...timeouts } = limits;
  const url = new URL(smtpUrl);
  // In the URL, since its parameters override other options; it overrides ignoreTLS.
  if (requireTls) url.searchParams.set("requireTLS", "true");
  return createTransport({ url: url.href, ...greeting(publicUrl), ...pooled, ...timeouts });
}

/**
 * The name for EHLO. If the machine's own name has no domain, as in a container, nodemailer says [127.0.0.1], which some
 * servers reject with a 421.
 */
function greeting(publicUrl: string): { name?: string } {
  const { hostname } = new URL(publicUrl);
  return /\.[a-z][\w-]*$/i.test(hostname) ? { name: hostname } : {};
}

// Mails of a burst reuse the connections. Retries are scheduled by us, and an idle connection must not delay a server's stop.
const pooled = { pool: true, maxConnections: 2, maxRequeues: 0, idleTimeout: 2000 } as const;

type MailServer = Pick<MailSettings, "smtpUrl" | "requireTls" | "publicUrl">;

/** Logs in to the mail server without sending anything; throws nodemailer's error. Each step may take `limitMs`. */
export async function checkMailServer(server: MailServer, limitMs: number): Promise<void> {
  const { wholeTimeout: _, ...steps } = defaultLimits;
  const timeouts = Object.fromEntries(Object.keys(steps).map((step) => [step, limitMs]));
  const transport = openTransport(await import("nodemailer"), server, {
    ...defaultLimits,
    ...timeouts,
  });
  await transport.verify().finally(() => transport.close());
}

/** Renamed once complete: a program that watches the folder never reads a partial mail. */
async function keepOnDisk(folder: string, mailId: number, message: Buffer): Promise<void> {
  const file = path.join(folder, `${mailId}.eml`);
  const write = () => writeFile(`${file}.part`, message, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    // The part written to a full disk would remain forever once the mail is given up.
    await rm(`${file}.part`, { force: true }).catch(() => {});
    if (error.code !== "ENOENT") throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  });
  await rename(`${file}.part`, file);
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";
}
