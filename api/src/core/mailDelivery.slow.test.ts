import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../test/app.ts";
import { smtpPeer } from "../../test/smtpPeer.ts";
import { inTransaction } from "./db.ts";
import { queueMails } from "./mail.ts";
import { mailJobs } from "./mailDelivery.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("A slow server gets every mail of a burst once, even if its job runs again", async () => {
  const peer = await smtpPeer();
  peer.behave("takes its time");
  const mail = { subject: "Your order", text: "", html: "", permission: "orders:read" } as const;
  const burst = Array.from({ length: 12 }, (_, at) => ({ ...mail, to: `m${at}@buyer.example` }));
  await inTransaction(t.db, (tx) => queueMails(tx, burst));

  // Together they take far longer than any one of them may.
  const limits = { wholeTimeout: 1000 };
  const settings = { from: "no-reply@tonneline.example", folder: "/nowhere", publicUrl, limits };
  const handlers = mailJobs(t.db, t.files, { ...settings, smtpUrl: peer.url });
  await t.runJobs(handlers);
  // As after a crash between sending the mails and completing their job.
  const sent = await t.db.selectFrom("mails").select("id").execute();
  await handlers["mail.send"]!({ mailIds: sent.map(({ id }) => id) });

  const mails = await t.db.selectFrom("mails").select(["status", "attempts"]).execute();
  expect(mails).toEqual(burst.map(() => ({ status: "SENT", attempts: 1 })));
  expect(peer.received.map(({ to }) => to![0]!.address).toSorted()).toEqual(
    burst.map(({ to }) => to).toSorted(),
  );
  await peer.close();
});
