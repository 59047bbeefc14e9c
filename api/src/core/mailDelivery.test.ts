import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../test/app.ts";
import { smtpPeer, type Behaviour, type SmtpPeer } from "../../test/smtpPeer.ts";
import { inTransaction } from "./db.ts";
import { queueMails, sendAgain } from "./mail.ts";
import { mailJobs } from "./mailDelivery.ts";
import { forLog } from "./outage.ts";
import { mailText } from "./mailText.ts";

const from = "Tonneline <no-reply@tonneline.example>";
// Only for servers that hang: on a busy machine the others may be slow.
const shortTimeouts = { connectionTimeout: 1200, greetingTimeout: 1200, socketTimeout: 1500 };

let t: TestApp;
let peer: SmtpPeer;
let givenUp: Error[];
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  peer = await smtpPeer();
  givenUp = [];
});
afterEach(async () => {
  await peer.close();
  await sql`truncate mails, graphile_worker._private_jobs`.execute(t.db);
});

const handlers = (smtpUrl = peer.url, limits = {}) =>
  mailJobs(t.db, t.files, { from, folder: "/nowhere", smtpUrl, publicUrl, limits }, (error) =>
    givenUp.push(error),
  );
const work = (smtpUrl?: string, limits = {}) => t.runJobs(handlers(smtpUrl, limits));

/** Pretends that the waiting time has passed. */
async function timePasses(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(t.db);
}

/** An attachment that is too long for a single chunk. */
async function aFile(name: string): Promise<number> {
  const bytes = Buffer.alloc(600_000, "invoice ");
  return await t.db
    .transaction()
    .execute((tx) => t.files.keep(tx, { name, mediaType: "application/pdf", bytes }));
}

async function queue(...recipients: string[]): Promise<void> {
  const mail = mailText({ subject: "Your invoice", paragraphs: ["It is attached."] });
  const attachments = [await aFile("Invoice.pdf")];
  await inTransaction(t.db, (tx) =>
    queueMails(
      tx,
      recipients.map((to) => ({ to, permission: "orders:read", ...mail, attachments })),
    ),
  );
}

const mails = () =>
  t.db
    .selectFrom("mails")
    .select(["status", "attempts", "last_error", "next_try_at", "sent_at"])
    .orderBy("id")
    .execute();
const locks = async () => {
  // The view covers every database of the cluster, including those of concurrent tests.
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and classid = 1146020
      and database = (select oid from pg_database where datname = current_database())`.execute(
    t.db,
  );
  return rows;
};
const recipientsOf = (smtp: SmtpPeer) => smtp.received.map(({ to }) => to![0]!.address).toSorted();

describe("a mail server that", () => {
  test.each<[Behaviour, RegExp]>([
    ["turns away the connection", /421|Too busy/],
    ["hangs before its greeting", /Greeting never received/],
    ["refuses the recipient for now", /450 Mailbox busy/],
    ["refuses the recipient for good", /550 No such user/],
    ["refuses the mail for now", /451 Try later/],
    ["refuses the mail for good", /554 Not wanted/],
    ["hangs in the mail", /Timeout/],
    ["drops the line in the mail", /closed|ECONNRESET|EPIPE/],
  ])("%s gets every mail as soon as it works again", async (behaviour, error) => {
    peer.behave(behaviour);
    await queue("one@buyer.example", "two@buyer.example");

    await work(peer.url, behaviour.startsWith("hangs") ? shortTimeouts : {});

    expect(peer.received).toEqual([]);
    for (const mail of await mails()) {
      expect(mail).toMatchObject({ status: "WAITING", attempts: 1, sent_at: null });
      expect(mail.last_error).toMatch(error);
      expect(mail.next_try_at!.getTime()).toBeGreaterThan(Date.now());
    }
    // It is not retried before its time.
    peer.behave("takes everything");
    await work();
    expect(peer.received).toEqual([]);
    await timePasses();
    await work();
    expect(recipientsOf(peer)).toEqual(["one@buyer.example", "two@buyer.example"]);
    expect(peer.received[0]!.attachments.map(({ filename }) => filename)).toEqual(["Invoice.pdf"]);
    for (const mail of await mails())
      expect(mail).toMatchObject({ status: "SENT", attempts: 2, next_try_at: null });
    expect(givenUp).toEqual([]);
  });

  test("is unreachable gets every mail as soon as it is back", async () => {
    const away = await smtpPeer();
    await away.close();
    await queue("one@buyer.example");

    await work(away.url);
    expect(await mails()).toMatchObject([
      { status: "WAITING", attempts: 1, last_error: expect.stringContaining("ECONNREFUSED") },
    ]);
    await timePasses();
    await work();
    expect(recipientsOf(peer)).toEqual(["one@buyer.example"]);
  });

  test("accepts a mail without confirming it gets it twice, with the same Message-ID", async () => {
    peer.behave("takes the mail and drops the line before it says so");
    await queue("one@buyer.example");
    await work();
    peer.behave("takes everything");
    await timePasses();
    await work();

    expect(recipientsOf(peer)).toEqual(["one@buyer.example", "one@buyer.example"]);
    const [first, second] = peer.received;
    expect(first!.messageId).toMatch(/^<mail-\d+-\d+@tonneline\.example>$/);
    expect(second!.messageId).toBe(first!.messageId);
  });
});

describe("a mail that cannot be delivered", () => {
  test("is retried for most of a day, then is a reported dead letter that can be sent again", async () => {
    peer.behave("refuses the mail for now");
    await queue("one@buyer.example");
    for (let tries = 1; tries <= 24; tries++) {
      expect(givenUp).toEqual([]);
      await timePasses();
      await work();
    }

    expect(await mails()).toMatchObject([{ status: "FAILED", attempts: 24, next_try_at: null }]);
    expect(givenUp).toHaveLength(1);
    await timePasses();
    await work();
    expect((await mails())[0]!.attempts).toBe(24);
    peer.behave("takes everything");
    await inTransaction(t.db, (tx) => sendAgain(tx, undefined));
    await work();
    expect(await mails()).toMatchObject([{ status: "SENT", attempts: 1 }]);
    expect(recipientsOf(peer)).toEqual(["one@buyer.example"]);
  });

  test("is given up early if its address is rejected permanently", async () => {
    peer.behave("refuses the recipient for good");
    await queue("nobody@buyer.example");
    for (let tries = 1; tries <= 6; tries++) {
      await timePasses();
      await work();
    }
    expect(await mails()).toMatchObject([{ status: "FAILED", attempts: 6 }]);
    expect(givenUp.map(forLog)).toEqual([
      expect.stringMatching(/^Mail \d+ has failed permanently; it can be sent .*: .* 550 .*$/),
    ]);
  });

  test("is not sent without the file that it promises", async () => {
    await queue("one@buyer.example");
    await t.db.updateTable("mails").set({ attachments: "[999]" }).execute();
    await work();
    expect(peer.received).toEqual([]);
    expect(await mails()).toMatchObject([
      { status: "WAITING", last_error: "The attachment 999 is gone" },
    ]);
  });
});

test("A mail is only sent after the commit of its transaction", async () => {
  const failing = inTransaction(t.db, async (tx) => {
    await queueMails(tx, [
      { to: "a@b.example", permission: "orders:read", subject: "Never", text: "", html: "" },
    ]);
    throw new Error("something else went wrong");
  });
  await expect(failing).rejects.toThrow("something else");
  await work();
  expect(peer.received).toEqual([]);
  expect(await mails()).toEqual([]);
});

test("A mail that a dying server left behind is found, even when its job is lost", async () => {
  await queue("one@buyer.example", "two@buyer.example");
  await sql`delete from graphile_worker._private_jobs`.execute(t.db);
  await sql`update mails set attempts = 1, sending_since = now() - interval '9 minutes', created_at = now() - interval '1 hour'`.execute(
    t.db,
  );
  await handlers()["mail.sweep"]!({});
  await work();
  expect(peer.received).toEqual([]);

  await sql`update mails set sending_since = now() - interval '11 minutes'`.execute(t.db);
  await handlers()["mail.sweep"]!({});
  await work();

  expect(recipientsOf(peer)).toEqual(["one@buyer.example", "two@buyer.example"]);
});

test("A mail whose job is still waiting keeps it, however long that takes", async () => {
  await queue("one@buyer.example", "two@buyer.example");
  await queue("three@buyer.example");
  await sql`update mails set created_at = now() - interval '1 hour'`.execute(t.db);
  const ids = (await t.db.selectFrom("mails").select("id").orderBy("id").execute()).map(
    ({ id }) => id,
  );
  const jobs = async () => {
    type Job = { mailIds: number[]; id: string; isLeft: boolean };
    const found = sql<Job>`select payload -> 'mailIds' as "mailIds", id, run_at, revision, attempts < max_attempts as "isLeft"
      from graphile_worker._private_jobs order by id`;
    return (await found.execute(t.db)).rows;
  };
  const [before, lost] = await jobs();
  expect([before!.mailIds, lost!.mailIds]).toEqual([ids.slice(0, 2), ids.slice(2)]);
  await sql`delete from graphile_worker._private_jobs where id = ${lost!.id}`.execute(t.db);

  await handlers()["mail.sweep"]!({});
  const [after, again, ...others] = await jobs();
  expect(after).toEqual(before);
  expect(again!.mailIds).toEqual(ids.slice(2));
  expect(others).toEqual([]);

  // Of two with no tries left, one is still running its last.
  await sql`update graphile_worker._private_jobs set attempts = max_attempts,
      locked_at = case when id = ${before!.id} then now() end`.execute(t.db);
  await handlers()["mail.sweep"]!({});
  expect((await jobs()).filter((job) => job.isLeft).map(({ mailIds }) => mailIds)).toEqual([
    ids.slice(2),
  ]);
});

test("Mails written together are sent together, but fail and arrive separately", async () => {
  const recipients = Array.from({ length: 13 }, (_, at) => `${at + 1}@buyer.example`);
  await queue(...recipients);
  const { rows } = await sql<{
    mails: number;
  }>`select json_array_length(payload -> 'mailIds') as mails
    from graphile_worker._private_jobs order by id`.execute(t.db);
  expect(rows).toEqual([{ mails: 12 }, { mails: 1 }]);
  await t.db
    .updateTable("mails")
    .set({ attachments: "[999]" })
    .where("recipient", "=", "2@buyer.example")
    .execute();

  await work();

  expect((await mails()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ["SENT", 1],
    ["WAITING", expect.any(Number)], // On a busy machine it is soon due again.
    ...Array.from({ length: 11 }, () => ["SENT", 1]),
  ]);
  const attachments = JSON.stringify([await aFile("Invoice.pdf")]);
  await t.db.updateTable("mails").set({ attachments }).execute();
  await timePasses();
  await work();
  expect(recipientsOf(peer).sort()).toEqual(recipients.toSorted());
  expect(await locks()).toEqual([]);
});

test("A failed mail is retried in time while another of the same job still hangs", async () => {
  await queue("one@buyer.example", "two@buyer.example");
  const attachments = { gone: "[999]", there: JSON.stringify([await aFile("Invoice.pdf")]) };
  const attach = async (files: string) =>
    await t.db
      .updateTable("mails")
      .set({ attachments: files })
      .where("recipient", "=", "one@buyer.example")
      .execute();
  await attach(attachments.gone);
  peer.behave("hangs in the mail");
  const hanging = work(peer.url, { socketTimeout: 60_000, wholeTimeout: 4000 });
  await expect.poll(async () => (await mails())[0]!.next_try_at).not.toBeNull();

  const other = await smtpPeer();
  await attach(attachments.there);
  await timePasses();
  await work(other.url);

  const statuses = (await mails()).map(({ status }) => status);
  await hanging;
  expect(statuses).toEqual(["SENT", "WAITING"]);
  expect(recipientsOf(other)).toEqual(["one@buyer.example"]);
  await other.close();
  expect(await locks()).toEqual([]);
});

test.each([
  ["the try could not be counted", "attempts = 0", 0],
  ["its leaving could not be noted", "status <> 'SENT'", 3],
])("A mail is not locked after %s, as on a full disk", async (_, onlyWhere, receivedBefore) => {
  await queue("1@buyer.example", "2@buyer.example", "3@buyer.example");
  const rows = await t.db.selectFrom("mails").select("id").orderBy("id").execute();
  const send = () => handlers()["mail.send"]!({ mailIds: rows.map(({ id }) => id) });
  await sql`alter table mails add constraint full_disk check (${sql.raw(onlyWhere)})`.execute(t.db);
  await expect(send()).rejects.toThrow("full_disk");
  expect(peer.received).toHaveLength(receivedBefore);
  expect(await locks()).toEqual([]);

  await sql`alter table mails drop constraint full_disk`.execute(t.db);
  await send();
  expect((await mails()).map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"]);
});

test("Two servers that take the same mail send it once, and so does a job that comes back", async () => {
  await queue("one@buyer.example");
  const { id } = await t.db.selectFrom("mails").select("id").executeTakeFirstOrThrow();
  const send = () => handlers()["mail.send"]!({ mailIds: [id] });
  await Promise.all([send(), send(), send()]);
  await send();
  expect(peer.received).toHaveLength(1);
});

test("A mail has text and HTML, loads no external content, and escapes what people typed", async () => {
  const { subject, text, html } = mailText({
    subject: "Order 10482 is rejected",
    paragraphs: ['Reason: <img src="https://evil.example/x.png">\nSecond line & more'],
    lines: ["Łódź, 20 t"],
    action: { label: "View the order", path: "/orders/1?a=1&b=2" },
  });
  const about = { type: "order", id: 10_482 } as const;
  const addressed = { to: "one@buyer.example", replyTo: "desk@seller.example" };
  const queued = { ...addressed, permission: "orders:read", about } as const;
  await inTransaction(t.db, (tx) => queueMails(tx, [{ ...queued, subject, text, html }]));
  await work();
  const [mail] = peer.received;
  expect(mail!.replyTo).toMatchObject([{ address: "desk@seller.example" }]);
  expect([mail!.subject, mail!.inReplyTo]).toEqual(["Order 10482 is rejected", undefined]);
  expect(mail!.from).toMatchObject({ name: "Tonneline", address: "no-reply@tonneline.example" });
  expect(mail!.text).toContain("- Łódź, 20 t\n\nView the order:\nhttps://market.example/orders/1");
  expect(mail!.html).toContain("Second line &amp; more");
  expect(mail!.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import|<[^>]+ src=/);
  expect(mail!.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
});

test("Only the server's account can read the files of mails that stay local", async () => {
  const parent = await mkdtemp(path.join(tmpdir(), "tonneline-mails-"));
  const folder = path.join(parent, "mails");
  await queue("a@company.example");
  await t.runJobs(mailJobs(t.db, t.files, { from, folder, publicUrl }));
  const [name, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, name!))).mode & 0o777).toBe(0o600);
  await rm(parent, { recursive: true });
});

describe("If TLS is required", () => {
  const handOver = (smtpUrl: string) => {
    const settings = { from, folder: "/nowhere", smtpUrl, publicUrl, requireTls: true };
    return t.runJobs(mailJobs(t.db, t.files, settings));
  };

  test.each(["", "/?ignoreTLS=true&requireTLS=false"])(
    "a server without STARTTLS gets nothing, even with a URL that ends in %j",
    async (parameters) => {
      await queue("a@company.example");
      await handOver(`${peer.url}${parameters}`);
      expect(await mails()).toMatchObject([
        { status: "WAITING", attempts: 1, last_error: expect.stringContaining("STARTTLS") },
      ]);
      expect(peer.received).toEqual([]);
    },
  );

  test("a server with STARTTLS gets the mail encrypted, if its certificate is trusted", async () => {
    const other = await smtpPeer(undefined, { startTls: true });
    await queue("a@company.example");
    await handOver(other.url);
    expect(await mails()).toMatchObject([{ status: "WAITING", attempts: 1 }]);
    expect(other.received).toEqual([]);

    await timePasses();
    await handOver(`${other.url}/?tls.rejectUnauthorized=false`);
    expect(await mails()).toMatchObject([{ status: "SENT" }]);
    expect([other.received.length, other.secured()]).toEqual([1, 1]);
    await other.close();
  });
});
