import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Selectable } from "kysely";
import { createTransport, type Transporter } from "nodemailer";
import { advisoryLocks } from "./advisoryLocks.ts";
import type { Cron } from "./crons.ts";
import { databaseNow, inTransaction, type Db } from "./db.ts";
import type { DB } from "./database.types.ts";
import type { FileStore } from "./files.ts";
import { withTimeout } from "./timeout.ts";
import { job, jobHandler, type JobHandlers } from "./jobs.ts";
import { asSent, clearTokens, mailDiscard, mailSend, postDelivery } from "./mail.ts";
import { isRefused, secondsUntilNextTry, type DeliveryFailure } from "./mailTries.rules.ts";
import { RefusedElsewhere, errorMessage } from "./outage.ts";
import { limitConcurrency } from "./concurrency.ts";

export interface MailSettings {
  /** Without one, mails are written below `folder` and stay on this machine. */
  smtpUrl?: string | undefined;
  /** A server that speaks in the clear gets nothing. */
  requireTls?: boolean | undefined;
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
 * The job that delivers mails of the outbox, and the one that finds mails nobody is at any more. A failure is kept on
 * the mail with the time of the next try; after the last try the mail is FAILED and `onGivenUp` hears of it. `tell` hears a
 * line when the mail server begins to take no mails, and one when it takes them again.
 */
export function mailJobs(
  db: Db,
  store: FileStore,
  settings: MailSettings,
  onGivenUp: (error: Error) => void = () => {},
  tell: (line: string) => void = () => {},
): JobHandlers {
  const deliver = delivery(db, store, settings, tell);
  // In the inbox here a mail has no other reader until its token runs out.
  const forgetsToken = settings.smtpUrl !== undefined;
  return {
    ...jobHandler(mailSend, ({ mailIds }) =>
      tryAlone(db, mailIds, async (mails, session) => {
        const deliveries = mails.map((mail) => deliver(mail));
        const note = sentNotes(session, forgetsToken, Promise.allSettled(deliveries));
        let failed = Promise.resolve();
        const tries = mails.map(async (mail, at) => {
          const error = await deliveries[at]!.then(
            () => undefined,
            (failure: Error) => failure,
          );
          if (!error) return await note.sent(mail.id);
          await (failed = failed.then(async () => {
            if (!(await recordFailure(db, mail, error)))
              onGivenUp(new RefusedElsewhere(givenUp(mail.id), { cause: error }));
            await note.failed(mail.id);
          }));
        });
        // The session is theirs until the last one is through.
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

const givenUp = (mailId: number) =>
  `Mail ${mailId} is given up, and can be sent again under Management, Emails`;

const mailSweep = job("mail.sweep");
export const mailCrons: Cron[] = [{ task: mailSweep, every: "5 minutes" }];

type WaitingMail = Selectable<DB["mails"]>;

/**
 * Counts a try of each waiting mail that nobody is at, and does `work`, which returns how many locks it has given back. The
 * locks are a session's and end with the process, however that ends: a mail under way at a kill is taken up at once.
 */
async function tryAlone(
  db: Db,
  mailIds: readonly number[],
  work: (mails: WaitingMail[], session: Db) => Promise<number>,
): Promise<void> {
  await db.connection().execute(async (session) => {
    // Until it is known otherwise: locks of a session outlive a statement that fails, and the session is used again.
    let held = mailIds.length;
    let given = 0;
    try {
      // A mail that somebody has sent since this statement began is looked at again as it is by then.
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
      held = rows.length;
      given = await work(
        rows.filter(({ id }) => id !== null),
        session,
      );
    } finally {
      // A session that has ended holds nothing.
      if (given < held) await sql`select pg_advisory_unlock_all()`.execute(session).catch(() => {});
    }
  });
}

// Mails of one job mostly leave within it, and a statement of its own for each costs more than writing it did.
const leaveWithinMs = 20;

/**
 * Notes mails as sent, one statement at a time, as a session can: each a moment after it has left, or at once when `all`
 * have, and those together that left meanwhile.
 */
function sentNotes(session: Db, forgetsToken: boolean, all: Promise<unknown>) {
  let count = 0;
  let waiting: number[] = [];
  let next: Promise<void> | undefined;
  let last = Promise.resolve();
  return {
    /** Resolves when it is noted. */
    async sent(mailId: number): Promise<void> {
      waiting.push(mailId);
      // That one could not be written is no reason not to try the next.
      next ??= last = last
        .catch(() => {})
        .then(async () => {
          await Promise.race([all, sleep(leaveWithinMs)]);
          const mailIds = waiting;
          waiting = [];
          next = undefined;
          count += await recordSent(session, mailIds, forgetsToken);
        });
      await next;
    },
    /** Gives back the lock of one that did not leave: its next try may come before the others are through. */
    async failed(mailId: number): Promise<void> {
      await (last = last
        .catch(() => {})
        .then(async () => {
          await sql`select pg_advisory_unlock(${advisoryLocks.mails}::integer, ${mailId}::integer)`.execute(
            session,
          );
          count++;
        }));
    },
    /** How many locks were given back. */
    count: () => count,
  };
}

/** Marks mails as sent and gives back their locks; returns how many there were. */
async function recordSent(
  session: Db,
  mailIds: readonly number[],
  forgetsToken: boolean,
): Promise<number> {
  const sent = await session
    .updateTable("mails")
    .set({
      status: "SENT",
      sent_at: sql<Date>`now()`,
      sending_since: null,
      next_try_at: null,
      // Its reader has it.
      ...(forgetsToken && { token: null }),
    })
    .where("id", "=", sql<number>`any(${mailIds}::integer[])`)
    // Others wait for the row until this is written.
    .returning(sql<boolean>`pg_advisory_unlock(${advisoryLocks.mails}::integer, id)`.as("given"))
    .execute();
  return sent.length;
}

/** Keeps what went wrong and posts the next try. False when there is none: the mail is given up. */
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
      sql<boolean>`id not in (select json_array_elements_text(payload -> 'mailIds')::integer
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = ${mailSend.name} and (attempts < max_attempts or locked_at is not null))`,
    )
    .orderBy("id")
    .limit(1000)
    .execute();
  for (const { id } of rows) await postDelivery(db, id);
}

/** Hands a mail to the server, or writes it to the folder. The Message-ID is the same at every try. */
function delivery(db: Db, store: FileStore, settings: MailSettings, tell: (line: string) => void) {
  const limits = { ...defaultLimits, ...settings.limits };
  const transport = openTransport(settings, limits);
  // A mail's time begins when it has a connection. One that was given up while it still waited for one would leave all
  // the same, once for each of its tries.
  const turn = limitConcurrency(pooled.maxConnections);
  const watched = watchTaker(takerOf(settings), tell);
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
      // No automatic replies of absence.
      headers: { "Auto-Submitted": "auto-generated" },
    };
    await watched(async () => {
      const limitMs = limits.wholeTimeout;
      const late = () => new Error(`The mail server did not finish within ${limitMs / 1000} s`);
      const sent = await turn(() => withTimeout(transport.sendMail(message), limitMs, late));
      if (!settings.smtpUrl) await keepOnDisk(settings.folder, mail.id, sent.message as Buffer);
    });
  };
}

/** Who takes the mails, without the user and password of its address. */
const takerOf = ({ smtpUrl, folder }: MailSettings) =>
  smtpUrl ? `The mail server ${new URL(smtpUrl).host}` : `The folder ${folder}`;

/** Tells when whoever takes the mails begins to take none, and when it takes them again; between these it is silent. */
function watchTaker(taker: string, tell: (line: string) => void) {
  let takesNone = false;
  const note = (failure?: unknown) => {
    if (takesNone === (failure !== undefined)) return;
    takesNone = !takesNone;
    tell(
      takesNone
        ? `${taker} takes no mails (${errorMessage(failure)}): they wait until it does.`
        : `${taker} takes mails again.`,
    );
  };
  return async (deliver: () => Promise<void>): Promise<void> => {
    try {
      await deliver();
      note();
    } catch (error) {
      // It works, and does not want this one.
      note(isRefused(error as DeliveryFailure) ? undefined : error);
      throw error;
    }
  };
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
      // Whole: what no mail server asks for would stay open for ever, a connection of the store's few.
      const content = await buffer(await store.read(row.storage_key));
      return { filename: row.name, contentType: row.media_type, content };
    }),
  );
}

function openTransport(
  { smtpUrl, requireTls, publicUrl }: MailServer,
  limits: typeof defaultLimits,
): Transporter {
  if (!smtpUrl) return createTransport({ streamTransport: true, buffer: true });
  const { wholeTimeout: _, ...timeouts } = limits;
  const url = new URL(smtpUrl);
  // In the address, since its parameters win over other options; it wins over ignoreTLS.
  if (requireTls) url.searchParams.set("requireTLS", "true");
  return createTransport({ url: url.href, ...greeting(publicUrl), ...pooled, ...timeouts });
}

/**
 * Who the mail server is told that we are. A machine whose own name has no domain, as a container's, is [127.0.0.1] to
 * nodemailer, which some servers turn away with a 421.
 */
function greeting(publicUrl: string): { name?: string } {
  const { hostname } = new URL(publicUrl);
  return /\.[a-z][\w-]*$/i.test(hostname) ? { name: hostname } : {};
}

// The next mail of a burst takes the connection of the one before. Whether and when a mail is tried again is our
// business, and an idle connection must not keep a stopped server for long.
const pooled = { pool: true, maxConnections: 2, maxRequeues: 0, idleTimeout: 2000 } as const;

type MailServer = Pick<MailSettings, "smtpUrl" | "requireTls" | "publicUrl">;

/** Logs in at the mail server and sends nothing; throws nodemailer's error. Each step may take `limitMs`. */
export async function checkMailServer(server: MailServer, limitMs: number): Promise<void> {
  const { wholeTimeout: _, ...steps } = defaultLimits;
  const timeouts = Object.fromEntries(Object.keys(steps).map((step) => [step, limitMs]));
  const transport = openTransport(server, { ...defaultLimits, ...timeouts });
  await transport.verify().finally(() => transport.close());
}

/** Under its name only when it is whole: whoever watches the folder reads no half mail. */
async function keepOnDisk(folder: string, mailId: number, message: Buffer): Promise<void> {
  const file = path.join(folder, `${mailId}.eml`);
  const write = () => writeFile(`${file}.part`, message, { mode: 0o600 });
  await write().catch(async (error: NodeJS.ErrnoException) => {
    // The half that a full disk took would stay for good once the mail is given up.
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
