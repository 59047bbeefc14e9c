import { readdir, readlink } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../test/app.ts";
import { smtpPeer, type Behaviour } from "../../test/smtpPeer.ts";
import { inTransaction } from "./db.ts";
import { queueMails } from "./mail.ts";
import { mailJobs } from "./mailDelivery.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** The stored PDFs that this process has open. */
async function openPdfs(): Promise<string[]> {
  const names = await readdir("/proc/self/fd");
  const links = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(String)),
  );
  return links.filter((link) => link.includes("application-pdf"));
}

test
  .skipIf(process.platform !== "linux")
  .each<Behaviour>([
    "turns away the connection",
    "refuses the recipient for now",
    "refuses the mail for now",
    "drops the line in the mail",
    "hangs in the mail",
  ])("An attached file does not stay open when the server %s", async (behaviour) => {
  const peer = await smtpPeer();
  peer.behave(behaviour);
  const bytes = Buffer.alloc(600_000, "invoice ");
  await inTransaction(t.db, async (tx) => {
    const pdf = { name: "Invoice.pdf", mediaType: "application/pdf", bytes };
    const mail = { to: "one@buyer.example", subject: "Your invoice", text: "", html: "" };
    const attachments = [await t.files.keep(tx, pdf)];
    await queueMails(tx, [{ ...mail, permission: "orders:read", attachments }]);
  });
  const limits = { connectionTimeout: 1200, greetingTimeout: 1200, socketTimeout: 1500 };
  const settings = { from: "no-reply@tonneline.example", folder: "/nowhere", publicUrl, limits };
  const handlers = mailJobs(t.db, t.files, { ...settings, smtpUrl: peer.url });
  for (let tries = 0; tries < 3; tries++) {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(t.db);
    await t.runJobs(handlers);
  }
  const mail = t.db.selectFrom("mails").select("attempts").orderBy("id", "desc");
  expect(await mail.executeTakeFirst()).toEqual({ attempts: 3 });
  await expect.poll(openPdfs, { timeout: 2000 }).toEqual([]);
  await peer.close();
  await sql`truncate mails, graphile_worker._private_jobs`.execute(t.db);
});
