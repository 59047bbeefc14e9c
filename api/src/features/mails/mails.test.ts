import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mail } from "@tonneline/contract/mails";
import { publicUrl, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { smtpPeer, type SmtpPeer } from "../../../test/smtpPeer.ts";
import { inTransaction } from "../../core/db.ts";
import { mergeHandlers } from "../../core/jobs.ts";
import { queueMails } from "../../core/mail.ts";
import { mailJobs } from "../../core/mailDelivery.ts";
import { accountJobs } from "../accounts/accounts.jobs.ts";
import { createAccount } from "../accounts/accounts.service.ts";

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
    mailJobs(t.db, t.files, {
      from: "m@market.example",
      folder: "/nowhere",
      smtpUrl: peer.url,
      publicUrl,
    }),
  );
const list = async (query: string) =>
  (await t.call(operator, "GET", `/management/mails?${query}`)).body;

/** Creates a caller whose role has only these permissions. */
async function withPermissions(...permissions: string[]): Promise<TestCaller> {
  const name = permissions.join(" and ");
  await t.db
    .insertInto("roles")
    .values({ name, permissions })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await t.aUser(name);
}

/** Queues mails, as failed ones if `givenUp`; returns their ids. */
async function queue(subject: string, count: number, { givenUp }: { givenUp: boolean }) {
  await inTransaction(t.db, (tx) =>
    queueMails(
      tx,
      Array.from({ length: count }, (_, index) => ({
        to: `${subject}-${index}@buyer.example`,
        permission: "orders:read" as const,
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
  test("show their text, recipient, time of sending and attachments", async () => {
    const attachment = await t.db.transaction().execute((tx) =>
      t.files.keep(tx, {
        name: "Invoice 2026-000001.pdf",
        mediaType: "application/pdf",
        bytes: Buffer.from("%PDF-1.7"),
      }),
    );
    const mail = { to: "accounts@brennvik.example", subject: "Your invoice", text: "Attached." };
    await inTransaction(t.db, (tx) =>
      queueMails(tx, [
        { ...mail, permission: "orders:read", html: "<p>Attached.</p>", attachments: [attachment] },
      ]),
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
    const address = `/management/mails/${content[0].id}`;
    expect((await t.call(operator, "GET", address)).body).toEqual(content[0]);
    const file = await t.app.inject({
      url: `/api/v1${address}/attachments/${attachment}`,
      headers: { authorization: `Bearer ${operator.authToken}` },
    });
    expect(file.body).toBe("%PDF-1.7");
    expect(file.headers["content-disposition"]).toContain("Invoice 2026-000001.pdf");
  });

  test("serve no file that is not attached to them", async () => {
    const [mailId] = await queue("plain", 1, { givenUp: false });
    const foreign = await t.db
      .transaction()
      .execute((tx) =>
        t.files.keep(tx, { name: "x.pdf", mediaType: "application/pdf", bytes: Buffer.from("x") }),
      );
    const address = `/management/mails/${mailId}/attachments/${foreign}`;
    expect(await t.call(operator, "GET", address)).toMatchObject({ status: 404 });
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

  test("are exported as filtered, and no cell is a formula", async () => {
    await queue("=1+1 sheet", 2, { givenUp: true });
    await queue("sheet of another kind", 1, { givenUp: false });

    const response = await t.app.inject({
      url: "/api/v1/management/mails?q=sheet&status=FAILED&sort=to,desc&size=1",
      headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
    });

    expect(response.headers["content-disposition"]).toMatch(/mails-\d{4}-\d\d-\d\d\.csv/);
    const rows = parse<Record<string, string>>(response.rawPayload, { bom: true, columns: true });
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
    expect(peer.received.filter(({ subject }) => subject === "again")).toHaveLength(1);
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
    const subjects = peer.received.map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "chosen")).toHaveLength(2);
    expect(subjects.filter((subject) => subject === "rest")).toHaveLength(3);
  });
});
describe("a link that opens an account", () => {
  const username = "locked-out@company.example";
  const inbox = () =>
    t.runJobs(
      mergeHandlers(
        accountJobs(t.db),
        mailJobs(t.db, t.files, { from: "m@market.example", folder: inboxFolder, publicUrl }),
      ),
    );
  const linkIn = (text: string | null) => /token=([\w-]{40,})/.exec(text ?? "")?.[1];
  let inboxFolder: string;
  beforeAll(async () => {
    inboxFolder = await mkdtemp(path.join(tmpdir(), "tonneline-inbox-"));
    const names = { firstName: "Ida", lastName: "Berg" };
    await createAccount(t.db, {
      ...names,
      username,
      password: "granite lantern at noon",
      roleName: "Admin",
      demonstration: false,
    });
  });
  afterAll(() => rm(inboxFolder, { recursive: true, force: true }));
  const asked = async () => {
    await t.call(undefined, "POST", "/auth/password/remind", { username });
    await inbox();
    const { content } = await list(`q=${username}&sort=id,desc`);
    return content[0] as Mail;
  };

  test("is shown in this inbox to readers with all permissions, and to nobody else", async () => {
    const { id, text, html } = await asked();
    const token = linkIn(text)!;
    expect(linkIn(html)).toBe(token);
    const settings = await withPermissions("settings:read", "settings:write");
    const people = await withPermissions("settings:read", "users:read", "users:write");
    const address = `/management/mails/${id}`;

    expect((await t.call(settings, "GET", address)).body).toMatchObject({ text: null, html: null });
    const read = (await t.call(people, "GET", address)).body;
    expect(read.text).toContain("token=…");
    expect(read.html).toContain("token=…");
    for (const each of [settings, people, operator]) {
      for (const part of [token.slice(0, 3), token.slice(10, 30), token.slice(-4)]) {
        const found = (await t.call(each, "GET", `/management/mails?q=token=${part}`)).body;
        expect(found.totalElements).toBe(0);
      }
    }
    const stored = await sql<{
      all: string;
    }>`select string_agg(m.text_body || m.html_body || m.words, '') as all
      from mails m`.execute(t.db);
    expect(stored.rows[0]!.all).not.toContain(token);
    expect(stored.rows[0]!.all).not.toContain(token.toLowerCase());
    const file = await t.app.inject({
      url: "/api/v1/management/mails",
      headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
    });
    expect(file.body).toContain("token=…");
    expect(file.body).not.toContain(token);
    // The link works for the recipient.
    expect(await readFile(fileOf(id), "utf8")).toContain(token.slice(0, 20));
  });

  test("is deleted once it has expired, and its mail is not sent again", async () => {
    const { id } = await asked();
    const { "mail.sweep": sweep } = mailJobs(t.db, t.files, {
      from: "m@x.example",
      folder: "/nowhere",
      publicUrl,
    });
    const change = (facts: { status?: string; sent_at?: Date | null; token_until?: Date }) =>
      t.db.updateTable("mails").set(facts).where("id", "=", id).execute();
    await sweep!({});
    expect(await tokenOf(id)).toEqual(expect.any(String));
    // A mail that is still waiting must not be sent with a dead link.
    await change({ status: "WAITING", sent_at: null, token_until: new Date(Date.now() - 1000) });
    await sweep!({});
    expect(await tokenOf(id)).toEqual(expect.any(String));
    await change({ status: "SENT", sent_at: new Date() });
    expect(
      linkIn((await t.call(operator, "GET", `/management/mails/${id}`)).body.text),
    ).toBeUndefined();

    expect(await t.call(operator, "POST", `/management/mails/${id}/resend`)).toMatchObject({
      status: 409,
      body: { code: "INVALID_TRANSITION", detail: expect.stringContaining("link in this email") },
    });
    await sweep!({});
    expect(await tokenOf(id)).toBeNull();
  });

  test("is deleted as soon as a mail server has accepted the mail, which contains it", async () => {
    await t.call(undefined, "POST", "/auth/password/remind", { username });
    await t.runJobs(accountJobs(t.db));
    const { content } = await list(`q=${username}&sort=id,desc`);
    const id = content[0].id as number;
    const token = (await tokenOf(id))!;

    await work();

    const sent = peer.received.find((mail) => mail.text!.includes(token))!;
    expect(sent.html).toContain(token);
    expect(await tokenOf(id)).toBeNull();
    expect((await t.call(operator, "POST", `/management/mails/${id}/resend`)).status).toBe(409);
  });

  const fileOf = (id: number) => path.join(inboxFolder, `${id}.eml`);
  const tokenOf = async (id: number) =>
    (await t.db.selectFrom("mails").select("token").where("id", "=", id).executeTakeFirstOrThrow())
      .token;
});

test("a mail is read and searched, and its files opened, only with the permission for its subject", async () => {
  const attachment = await t.db.transaction().execute((tx) =>
    t.files.keep(tx, {
      name: "Invoice.pdf",
      mediaType: "application/pdf",
      bytes: Buffer.from("%PDF"),
    }),
  );
  const words = { subject: "Order 77 is approved", text: "Granite Works owe 7,140 euros" };
  await inTransaction(t.db, (tx) =>
    queueMails(tx, [
      {
        ...words,
        to: "books@granite.example",
        permission: "orders:read",
        html: `<p>${words.text}</p>`,
        attachments: [attachment],
      },
    ]),
  );
  const settings = await withPermissions("settings:read");
  const orders = await withPermissions("settings:read", "orders:read");
  const find = async (caller: TestCaller, q: string) =>
    (await t.call(caller, "GET", `/management/mails?q=${encodeURIComponent(q)}`)).body;

  const [{ id, ...shown }] = (await find(settings, "Order 77")).content;
  expect(shown).toMatchObject({
    to: "books@granite.example",
    subject: words.subject,
    permission: "orders:read",
    text: null,
    html: null,
    attachments: [],
  });
  expect((await find(settings, "GRANITE.example")).totalElements).toBe(1);
  expect((await find(settings, "owe 7,140")).totalElements).toBe(0);
  const file = `/management/mails/${id}/attachments/${attachment}`;
  expect((await t.call(settings, "GET", file)).status).toBe(403);

  expect((await find(orders, "owe 7,140")).content[0]).toMatchObject({
    text: words.text,
    attachments: [{ name: "Invoice.pdf" }],
  });
  const opened = await t.app.inject({
    url: `/api/v1${file}`,
    headers: { authorization: `Bearer ${orders.authToken}` },
  });
  expect(opened.body).toBe("%PDF");

  const exported = async ({ authToken }: TestCaller) =>
    await t.app.inject({
      url: "/api/v1/management/mails?q=Order%2077",
      headers: { authorization: `Bearer ${authToken}`, accept: "text/csv" },
    });
  expect((await exported(settings)).body).not.toMatch(/Invoice\.pdf|7,140/);
  expect((await exported(orders)).body).toMatch(/Invoice\.pdf.*7,140/);
});
