import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../test/app.ts";
import { smtpPeer, type SmtpPeer } from "../../test/smtpPeer.ts";
import { queueMails, type Mail } from "./mail.ts";
import { mailJobs } from "./mailDelivery.ts";
import { mailText } from "./mailText.ts";

let t: TestApp;
let peer: SmtpPeer;
let isRushed: boolean;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  peer = await smtpPeer();
  isRushed = true;
});
afterEach(async () => {
  await peer.close();
  await sql`truncate mails, graphile_worker._private_jobs`.execute(t.db);
});

async function queue(...mails: Pick<Mail, "to" | "secret">[]): Promise<void> {
  const text = mailText({ subject: "Your order", paragraphs: ["It waits for approval."] });
  await queueMails(
    t.db,
    mails.map((mail) => ({ ...mail, ...text, permission: "orders:read" })),
  );
}

async function send(): Promise<void> {
  const rows = await t.db.selectFrom("mails").select("id").execute();
  const { "mail.send": handle } = mailJobs(t.db, t.files, {
    from: "Tonneline <no-reply@tonneline.example>",
    folder: "/nowhere",
    smtpUrl: peer.url,
    publicUrl,
    isRushed: () => isRushed,
  });
  await handle!({ mailIds: rows.map(({ id }) => id) });
}

test("Mails give way until the rush is over", async () => {
  await queue({ to: "one@buyer.example" }, { to: "two@buyer.example" });
  const sending = send();
  await sleep(700);
  expect(peer.taken).toEqual([]);
  // Nobody is at them: a server that dies now leaves no try behind.
  const { attempts } = await t.db.selectFrom("mails").select("attempts").executeTakeFirstOrThrow();
  expect(attempts).toBe(0);
  isRushed = false;
  await sending;
  expect(peer.taken).toHaveLength(2);
});

test.each([
  ["29 seconds", 0],
  ["31 seconds", 1],
])("Of a mail that gave way for %s, so many have left: %i", async (age, left) => {
  await queue({ to: "one@buyer.example" });
  await sql`update mails set created_at = now() - ${age}::interval`.execute(t.db);
  const sending = send();
  await sleep(400);
  expect(peer.taken).toHaveLength(left);
  isRushed = false;
  await sending;
});

test("A mail with a link that somebody waits for leaves at once", async () => {
  const secret = { token: "secret", until: new Date(Date.now() + 3_600_000) };
  await queue({ to: "one@buyer.example", secret });
  await send();
  expect(peer.taken).toHaveLength(1);
});
