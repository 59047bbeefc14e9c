import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../test/app.ts";
import { smtpPeer, type Behaviour, type SmtpPeer } from "../../test/smtpPeer.ts";
import { inTransaction } from "./db.ts";
import type { JobHandlers } from "./jobs.ts";
import { queueMails } from "./mail.ts";
import { mailJobs } from "./mailDelivery.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
afterEach(async () => {
  await sql`truncate mails, graphile_worker._private_jobs`.execute(t.db);
});

/** Posts two mails to a server that behaves so, and tries all pending mails once. */
async function tryMails(
  peer: SmtpPeer,
  behaviour: Behaviour,
  handlers: JobHandlers,
): Promise<void> {
  peer.behave(behaviour);
  await postMails();
  await tryAll(handlers);
}

async function postMails(): Promise<void> {
  const mail = { subject: "Your order", text: "", html: "", permission: "orders:read" } as const;
  const mails = ["one@buyer.example", "two@buyer.example"].map((to) => ({ ...mail, to }));
  await inTransaction(t.db, (tx) => queueMails(tx, mails));
}

async function tryAll(handlers: JobHandlers): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(t.db);
  await t.runJobs(handlers);
}

function telling(smtpUrl: string | undefined, folder = "/nowhere") {
  const logged: string[] = [];
  const limits = { connectionTimeout: 1200, greetingTimeout: 1200, socketTimeout: 1500 };
  const from = "no-reply@tonneline.example";
  const settings = { ...(smtpUrl && { smtpUrl }), from, folder, publicUrl, limits };
  const log = (line: string) => logged.push(line);
  return { logged, handlers: mailJobs(t.db, t.files, settings, undefined, log) };
}

test.each<[Behaviour, RegExp]>([
  ["hangs before its greeting", /Greeting never received/],
  ["hangs in the mail", /Timeout/],
  ["turns away the connection", /Too busy/],
])("The log reports when a mail server %s, and when it has recovered", async (behaviour, why) => {
  const peer = await smtpPeer("secret");
  const { logged, handlers } = telling(peer.url.replace("://", "://user:secret@"));

  await tryMails(peer, behaviour, handlers);
  await tryMails(peer, behaviour, handlers);
  const server = `The mail server ${new URL(peer.url).host}`;
  expect(logged).toEqual([expect.stringMatching(why)]);
  expect(logged[0]).toMatch(
    new RegExp(`^${server} does not accept mails \\([^\\n]+\\): they wait until it does\\.$`),
  );

  await tryMails(peer, "takes everything", handlers);
  await tryMails(peer, "takes everything", handlers);
  expect(logged.slice(1)).toEqual([`${server} accepts mails again.`]);
  await peer.close();
});

test("A mail server that works is not logged, whatever it refuses", async () => {
  const peer = await smtpPeer();
  const { logged, handlers } = telling(peer.url);
  await tryMails(peer, "takes everything", handlers);
  await tryMails(peer, "refuses the recipient for now", handlers);
  await tryMails(peer, "refuses the mail for good", handlers);
  expect(logged).toEqual([]);
  await peer.close();
});

test.skipIf(process.platform !== "linux")(
  "A full disk under the mail folder is logged, and leaves no partial mail",
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "tonneline-mails-"));
    const { logged, handlers } = telling(undefined, folder);
    await postMails();
    const mails = await t.db.selectFrom("mails").select("id").execute();
    for (const { id } of mails) await symlink("/dev/full", path.join(folder, `${id}.eml.part`));

    await tryAll(handlers);
    expect(await readdir(folder)).toEqual([]);
    expect(logged).toEqual([
      expect.stringMatching(/^The folder \S+ does not accept mails \(ENOSPC[^\n]+ it does\.$/),
    ]);

    await tryAll(handlers);
    expect(await readdir(folder)).toHaveLength(2);
    expect(logged.slice(1)).toEqual([`The folder ${folder} accepts mails again.`]);
    await rm(folder, { recursive: true });
  },
);
