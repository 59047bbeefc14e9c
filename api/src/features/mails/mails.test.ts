import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { smtpPeer, type SmtpPeer } from "../../../test/smtpPeer.ts";
import { inTransaction } from "../../core/db.ts";
import { queueMails } from "../../core/mail.ts";
import { mailJobs } from "../../core/mailDelivery.ts";
import { withoutTokens } from "./mails.rules.ts";

let t: TestApp;
let peer: SmtpPeer;
let operator: TestCaller;
beforeAll(async () => {
  [t, peer] = await Promise.all([testApp(), smtpPeer()]);
  operator = await t.aUser("Admin");
});
afterAll(async () => {
  await Promise.all([t.close(), peer.close()]);
});

const work = () =>
  t.runJobs(
    mailJobs(t.db, t.files, { from: "m@market.example", folder: "/nowhere", smtpUrl: peer.url }),
  );
const list = async (query: string) =>
  (await t.call(operator, "GET", `/management/mails?${query}`)).body;

/** Queues mails, of which some are given up: their ids. */
async function queue(subject: string, count: number, { givenUp }: { givenUp: boolean }) {
  await inTransaction(t.db, (tx) =>
    queueMails(
      tx,
      Array.from({ length: count }, (_, index) => ({
        to: `${subject}-${index}@buyer.example`,
        subject,
        text: `Text of ${subject}`,
        html: `<p>${subject}</p>`,
      })),
    ),
  );
  const rows = await t.db.selectFrom("mails").select("id").where("subject", "=", subject).execute();
  if (givenUp) {
    await sql`update mails set status = 'FAILED', attempts = 24, last_error = '451 Try later' where subject = ${subject}`.execute(
      t.db,
    );
    await sql`delete from graphile_worker._private_jobs`.execute(t.db);
  }
  return rows.map(({ id }) => id);
}

describe("the operators' mails", () => {
  test("show what was written, to whom, when it left, and what is attached", async () => {
    const attachment = await t.db.transaction().execute((tx) =>
      t.files.keep(tx, {
        name: "Invoice 2026-000001.pdf",
        mediaType: "application/pdf",
        bytes: Buffer.from("%PDF-1.7"),
      }),
    );
    const mail = { to: "accounts@brennvik.example", subject: "Your invoice", text: "Attached." };
    await inTransaction(t.db, (tx) =>
      queueMails(tx, [{ ...mail, html: "<p>Attached.</p>", attachments: [attachment] }]),
    );
    await work();

    const { content, totalElements } = await list("q=your%20INVOICE");

    expect(totalElements).toBe(1);
    expect(content[0]).toMatchObject({
      ...mail,
      html: "<p>Attached.</p>",
      status: "SENT",
      attempts: 1,
      lastError: null,
      attachments: [
        { id: attachment, name: "Invoice 2026-000001.pdf", mediaType: "application/pdf", bytes: 8 },
      ],
    });
    expect(Math.abs(Date.parse(content[0].sentAt) - Date.now())).toBeLessThan(60_000);
    const path = `/management/mails/${content[0].id}`;
    expect((await t.call(operator, "GET", path)).body).toEqual(content[0]);
    const file = await t.app.inject({
      url: `/api/v1${path}/attachments/${attachment}`,
      headers: { authorization: `Bearer ${operator.authToken}` },
    });
    expect(file.body).toBe("%PDF-1.7");
    expect(file.headers["content-disposition"]).toContain("Invoice 2026-000001.pdf");
  });

  test("open no file that is not attached to them", async () => {
    const [mailId] = await queue("plain", 1, { givenUp: false });
    const foreign = await t.db
      .transaction()
      .execute((tx) =>
        t.files.keep(tx, { name: "x.pdf", mediaType: "application/pdf", bytes: Buffer.from("x") }),
      );
    const path = `/management/mails/${mailId}/attachments/${foreign}`;
    expect(await t.call(operator, "GET", path)).toMatchObject({ status: 404 });
  });

  test("are searched, sorted, paged and counted by status", async () => {
    await queue("paged", 5, { givenUp: false });
    await t.db
      .updateTable("mails")
      .set({ status: "FAILED" })
      .where("recipient", "in", ["paged-0@buyer.example", "paged-3@buyer.example"])
      .execute();

    const page = await list("q=paged&status=WAITING&sort=to,asc&page=1&size=2");

    expect(page).toMatchObject({
      totalElements: 3,
      last: true,
      counts: { WAITING: 3, SENT: 0, FAILED: 2 },
    });
    expect(page.content.map(({ to }: { to: string }) => to)).toEqual(["paged-4@buyer.example"]);
    expect((await list("q=100%25")).totalElements).toBe(0);
  });

  test("leave as a file as they are filtered, and what looks like a formula is none", async () => {
    await queue("=1+1 sheet", 2, { givenUp: true });
    await queue("sheet of another kind", 1, { givenUp: false });

    const answer = await t.app.inject({
      url: "/api/v1/management/mails?q=sheet&status=FAILED&sort=to,desc&size=1",
      headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
    });

    expect(answer.headers["content-disposition"]).toMatch(/mails-\d{4}-\d\d-\d\d\.csv/);
    const rows = parse<Record<string, string>>(answer.rawPayload, { bom: true, columns: true });
    expect(rows.map((row) => row.To)).toEqual([
      "'=1+1 sheet-1@buyer.example",
      "'=1+1 sheet-0@buyer.example",
    ]);
    expect(rows[0]).toMatchObject({
      Subject: "'=1+1 sheet",
      Status: "FAILED",
      Tries: "24",
      "Last error": "451 Try later",
      Text: "Text of =1+1 sheet",
    });
  });
});

describe("a dead letter", () => {
  test("is sent again by an operator, alone", async () => {
    const [first, second] = await queue("again", 2, { givenUp: true });

    const { status, body } = await t.call(operator, "POST", `/management/mails/${first}/resend`);
    await work();

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: first, status: "WAITING", attempts: 0 });
    const read = async (id?: number) =>
      (await t.call(operator, "GET", `/management/mails/${id}`)).body;
    expect(await read(first)).toMatchObject({ status: "SENT", attempts: 1 });
    expect(await read(second)).toMatchObject({ status: "FAILED", lastError: "451 Try later" });
    expect(peer.taken.filter(({ subject }) => subject === "again")).toHaveLength(1);
    const { body: log } = await t.call(operator, "GET", "/management/audit");
    expect(log.content[0]).toMatchObject({
      action: "mail.resend",
      thingType: "mail",
      thingId: String(first),
    });
    expect(await t.call(operator, "POST", "/management/mails/999999/resend")).toMatchObject({
      status: 404,
    });
  });

  test("is sent again with the others, chosen ones or all, each once", async () => {
    const chosen = await queue("chosen", 2, { givenUp: true });
    const rest = await queue("rest", 3, { givenUp: true });
    const resend = async (body: object) =>
      (await t.call(operator, "POST", "/management/mails/resend", body)).body;

    expect(await resend({ ids: chosen })).toEqual({ count: 2 });
    await work();
    const { count } = await resend({});
    await work();
    await resend({});
    await work();

    expect(count).toBeGreaterThanOrEqual(rest.length);
    expect((await list("status=FAILED")).totalElements).toBe(0);
    const subjects = peer.taken.map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "chosen")).toHaveLength(2);
    expect(subjects.filter((subject) => subject === "rest")).toHaveLength(3);
  });
});

test("Where mails leave the machine, their links cannot be used by whoever reads the outbox", () => {
  const link = "https://market.example/password-reset?token=aB3-_x.y~z&expireAt=1799999999999";
  const html = '<a href="https://market.example/x?a=1&amp;token=aB3&amp;b=2">Choose</a>';
  expect(withoutTokens(link)).toBe(
    "https://market.example/password-reset?token=…&expireAt=1799999999999",
  );
  expect(withoutTokens(html)).toBe(
    '<a href="https://market.example/x?a=1&amp;token=…&amp;b=2">Choose</a>',
  );
});
