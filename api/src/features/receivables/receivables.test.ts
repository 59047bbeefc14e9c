import { parse } from "csv-parse/sync";
import { groupInFours } from "@tonneline/contract/fours";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { audited } from "../../../test/operators.ts";
import { aProject } from "../../../test/builders/project.ts";
import { cents, formatEuros } from "../../core/money.ts";
import { sellerToday } from "../../core/days.sql.ts";
import { asUpload, sampleCamt } from "../bank/camt.fixtures.ts";
import { createSettings } from "../settings/settings.service.ts";
import { receivableJobs } from "./receivables.jobs.ts";
import { sendDueReminders } from "./receivables.service.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

interface Approved {
  id: number;
  totalPriceGross: number;
  transactionId: string;
  dueOn: string;
}

/** An approved order whose invoice was due `days` ago. */
async function aLate(days: number, buyer?: TestCaller) {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer ?? (await t.aUser()), vintageId, 10);
  const { body } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const dueOn = new Date(Date.parse(body.dueOn) - (14 + days) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  await t.db.updateTable("orders").set({ due_on: dueOn }).where("id", "=", id).execute();
  return { ...body, dueOn } as Approved;
}
const list = async (query = "") =>
  (await t.call(admin, "GET", `/management/receivables${query}`)).body;
const remind = (id: number, level: number) =>
  t.call(admin, "POST", `/management/orders/${id}/reminders`, { level });
const rowOf = async (id: number) =>
  (await list()).content.find((row: { id: number }) => row.id === id);
const save = async (change: object) => {
  const { reminders } = (await t.call(admin, "GET", "/management/settings")).body;
  const body = { reminders: { ...reminders, ...change } };
  expect((await t.call(admin, "PATCH", "/management/settings", body)).status).toBe(200);
};

test("Open invoices are counted by age, with the open amount of each", async () => {
  const before = await list();
  const made = [];
  for (const days of [-3, 0, 1, 14, 15, 30, 31, 60, 61]) made.push(await aLate(days));

  const { ageing, total, content } = await list();

  const grown = ageing.map(
    ({ bucket, invoices }: { bucket: string; invoices: number }, at: number) => [
      bucket,
      invoices - before.ageing[at].invoices,
    ],
  );
  expect(grown).toEqual([
    ["NOT_DUE", 2],
    ["1_14", 2],
    ["15_30", 2],
    ["31_60", 2],
    ["OVER_60", 1],
  ]);
  const sum = made.reduce(
    (cents, { totalPriceGross }) => cents + Math.round(totalPriceGross * 100),
    0,
  );
  expect(Math.round((total.amount - before.total.amount) * 100)).toBe(sum);
  expect(content[0]).toMatchObject({ id: made[8]!.id, daysLate: 61, bucket: "OVER_60", level: 0 });
  const { invoiceNumber } = content[1];
  expect((await list(`?q=${invoiceNumber}`)).content).toMatchObject([{ id: content[1].id }]);
  expect((await list("?bucket=31_60")).content).toMatchObject([
    { id: made[7]!.id },
    { id: made[6]!.id },
  ]);
});

test("A reminder requested during its order's approval has the bank account of the invoice", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 10);
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const waits = (count: number) =>
    expect.poll(async () => (await waiting.execute(t.db)).rows.length).toBe(count);
  let reminded!: ReturnType<typeof remind>;
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table invoices in share mode`.execute(tx);
    void t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    await waits(1);
    reminded = remind(id, 1);
    await waits(2);
  });
  expect((await reminded).status).toBe(201);
});

test("A buyer whose address is also the invoice's gets one mail", async () => {
  const buyer = await t.aUser();
  const { username } = (await t.call(buyer, "GET", "/me")).body;
  const { id } = await aLate(20, buyer);
  await t.db.updateTable("orders").set({ invoice_email: username }).where("id", "=", id).execute();
  expect((await remind(id, 1)).body.sentTo).toEqual([username]);
});

test("A reminder is mailed with the invoice, once per level, and adds fee and interest at the third", async () => {
  await save({ fee: 40, interestPercent: 10 });
  const { seller } = (await t.call(admin, "GET", "/management/settings")).body;
  await t.call(admin, "PATCH", "/management/settings", { seller });
  const buyer = await t.aUser();
  const { id, totalPriceGross: gross } = await aLate(73, buyer);
  await sql`with pdf as (insert into files (storage_key, name, media_type, bytes, sha256)
      values ('due', 'Due.pdf', 'application/pdf', 1, '') returning id)
    update orders set invoice_file_id = pdf.id from pdf where orders.id = ${id}`.execute(t.db);
  const first = await remind(id, 1);
  expect(first).toMatchObject({
    status: 201,
    body: { level: 1, amount: gross, fee: 0, interest: 0, total: gross },
  });
  const friendly = await t.mailTo("accounts@brennvik.example");
  expect(friendly.text_body).not.toMatch(/Interest|Lump sum/);
  const mails = t.db.selectFrom("mails").where("about", "=", `order/${id}`);
  const mailed = await mails.select(["reply_to", "attachments"]).executeTakeFirstOrThrow();
  expect(mailed).toEqual({ reply_to: seller.email, attachments: [expect.any(Number)] });
  expect(await remind(id, 1)).toMatchObject({ status: 409, body: { code: "INVALID_TRANSITION" } });
  const asked = (level: number) =>
    t.call(admin, "GET", `/management/orders/${id}/reminders?level=${level}`);
  expect((await asked(1)).body.preview).toBeNull();
  const { body } = await asked(3);
  const interest = Math.round(gross * 100 * 0.1 * 0.2) / 100;
  expect(body.preview).toMatchObject({
    level: 3,
    fee: 40,
    interest,
    sentTo: ["accounts@brennvik.example", expect.any(String)],
  });
  const total = Math.round((gross + 40 + interest) * 100) / 100;
  expect(await remind(id, 3)).toMatchObject({ status: 201, body: { total } });
  const mail = await t.mailTo("accounts@brennvik.example");
  expect(mail.text_body).toContain(formatEuros(cents(total)));
  expect(mail.subject).toBe(body.preview.subject);
  expect(mail.text_body).toContain("Lump sum for late payment: €40.00");
  const { body: trail } = await t.call(admin, "GET", `/management/records/orders/${id}`);
  expect(trail.mails).toContainEqual(expect.objectContaining({ subject: body.preview.subject }));
  const [notice] = (await t.call(buyer, "GET", "/me/notifications")).body.content;
  expect(notice).toMatchObject({ code: "order.reminded", facts: { total } });
  expect(await rowOf(id)).toMatchObject({ level: 3, next: null });
  const noted = await audited(t, admin, "order.remind");
  expect(noted).toMatchObject({
    actorId: admin.userId,
    thingId: String(id),
    after: { level: 3, total, to: body.preview.sentTo },
  });
  const { sent } = (await t.call(admin, "GET", `/management/orders/${id}/reminders`)).body;
  expect(sent).toMatchObject([{ level: 1, sentBy: noted.actor }, { level: 3 }]);
});

test("A friendly reminder does not ask for payment before the due date", async () => {
  const { id, dueOn } = await aLate(-60);
  expect((await remind(id, 1)).body).toMatchObject({ payBy: dueOn });
});

test("A credited amount is not open, and a partial payment on the bank's list stops no reminder", async () => {
  const buyer = await t.aUser();
  const { id } = await aLate(20, buyer);
  const { body: order } = await t.call(admin, "GET", `/management/orders/${id}`);
  const lines = [{ itemId: order.items[0].id, quantity: 1 }];
  const credit = { lines, reason: "Fewer were issued" };
  await t.call(admin, "POST", `/management/orders/${id}/credit-notes`, credit);
  const entries = [{ cents: 100, text: order.transactionId, bankReference: "PART" }];
  const { payload, headers } = asUpload(sampleCamt({ statementId: "PART", entries }));
  await t.call(admin, "POST", "/management/bank/statements", payload, headers);

  await aLate(40);
  const { content, total, ageing } = await list(`?companyId=${buyer.companyId}`);
  expect(content).toMatchObject([{ id, stop: null }]);
  // The age buckets are restricted to the company, too.
  expect(total).toEqual({ invoices: 1, amount: content[0].open });
  const aged = ageing.filter(({ invoices }: { invoices: number }) => invoices > 0);
  expect(aged).toMatchObject([{ bucket: "15_30", amount: content[0].open }]);
  expect(content[0].open).toBe(content[0].total);
  expect(content[0].open).toBeLessThan(order.totalPriceGross);

  const { payload: file } = await t.app.inject({
    url: `/api/v1/management/receivables?companyId=${buyer.companyId}`,
    headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
  });
  const [row] = parse<Record<string, string>>(file, { bom: true, columns: true });
  expect(Number(row!["Left of the total (EUR)"])).toBe(content[0].total);
  expect(row).not.toHaveProperty("Total (EUR)");
});

test.each([2, 3])("A first reminder of level %i does not mention earlier ones", async (level) => {
  const { id } = await aLate(40);
  const path = `/management/orders/${id}/reminders?level=${level}`;
  const { preview } = (await t.call(admin, "GET", path)).body;
  expect(`${preview.subject} ${preview.body}`).not.toMatch(/second|remind/i);
});

test("An operator's text applies to all reminders of a level, or to a single mail", async () => {
  const { id } = await aLate(20);
  const { texts } = (await t.call(admin, "GET", "/management/mail-texts")).body;
  const first = texts.find(({ code }: { code: string }) => code === "order.reminderFirst");
  const own = { subject: "{company}: {invoice}", body: "Please pay {total}.\n\nThank you." };
  const saved = { ...own, version: first.version };
  await t.call(admin, "PUT", "/management/mail-texts/order.reminderFirst", saved);
  const { preview } = (await t.call(admin, "GET", `/management/orders/${id}/reminders`)).body;
  expect(preview.body).toMatch(/^Please pay €[\d,.]+\.\n\nThank you\.$/);
  await remind(id, 1);
  const mail = await t.mailTo("accounts@brennvik.example");
  expect(mail.subject).toBe(preview.subject);
  for (const part of preview.body.split("\n\n")) expect(mail.text_body).toContain(part);

  const words = { subject: "As we said on the phone", body: "{total} by Friday.\n\nMira Okafor" };
  const path = `/management/orders/${id}/reminders`;
  expect((await t.call(admin, "POST", path, { level: 2, words })).status).toBe(201);
  const second = await t.mailTo("accounts@brennvik.example");
  expect(second.subject).toBe(words.subject);
  expect(second.text_body).toContain("{total} by Friday.\n\nMira Okafor\n\n- Open amount: €");
  await t.call(admin, "DELETE", "/management/mail-texts/order.reminderFirst");
});

test.each([
  [1, "1 day"],
  [2, "2 days"],
])("Interest is stated with its days: %i", async (late, words) => {
  await save({ interestPercent: 10 });
  const { id } = await aLate(late);
  await remind(id, 3);
  const mail = await t.mailTo("accounts@brennvik.example");
  expect(mail.text_body).toMatch(new RegExp(`- Interest for ${words}: €`));
});

test("A reminder has the bank account of its invoice, even if the current one is different", async () => {
  const { id } = await aLate(20);
  const { payment } = (await t.call(admin, "GET", "/management/settings")).body;
  const { version: _, ...other } = { ...payment, iban: "DE02120300000000202051" };
  const value = JSON.stringify(other);
  await t.db.insertInto("settings").values({ section: "payment", value }).execute();
  await save({});

  await remind(id, 1);

  const mail = await t.mailTo("accounts@brennvik.example");
  expect(mail.text_body).toContain(` to ${groupInFours(payment.iban)},`);
  await t.db.deleteFrom("settings").where("section", "=", "payment").execute();
  await save({});
});

test("Before the due date only a friendly reminder can be sent, and none if nothing is to be paid", async () => {
  const { id } = await aLate(-3);
  expect(await remind(id, 2)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/not overdue/) },
  });
  expect((await remind(id, 1)).status).toBe(201);
  await t.call(admin, "POST", `/management/orders/${id}/pay`, { paidAt: new Date().toISOString() });
  expect((await remind(id, 2)).status).toBe(409);
  expect((await remind(id, 4)).status).toBe(400);
  expect((await remind(999_999, 1)).status).toBe(404);
});

test("A pause or a dispute stops reminders until it ends", async () => {
  const { id } = await aLate(20);
  const stop = (body: object) =>
    t.call(admin, "PUT", `/management/orders/${id}/reminders/stop`, body);
  expect((await stop({ kind: "PAUSED", until: "2020-01-01", reason: "Payment run" })).status).toBe(
    400,
  );
  // The last day of a pause still counts.
  const { rows } = await sql<{ day: string }>`select ${sellerToday}::text as day`.execute(t.db);
  const pause = { kind: "PAUSED", until: rows[0]!.day, reason: "Payment run" };
  expect((await stop(pause)).status).toBe(204);
  expect((await remind(id, 1)).status).toBe(409);
  expect((await stop({ kind: "DISPUTE", reason: "Wrong vintage" })).status).toBe(204);
  // A colleague with a stale page is told, and reverts nothing.
  const colleague = await t.aUser("Admin");
  const late = await t.call(colleague, "PUT", `/management/orders/${id}/reminders/stop`, pause);
  expect(late).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/ has already stopped its reminders: Wrong vintage$/) },
  });
  expect(await rowOf(id)).toMatchObject({
    next: null,
    stop: { kind: "DISPUTE", reason: "Wrong vintage" },
  });
  const dispute = { kind: "DISPUTE", until: null, reason: "Wrong vintage" };
  const of = { actorId: admin.userId, thingId: String(id) };
  expect(await audited(t, admin, "order.stopReminders")).toMatchObject({ ...of, after: dispute });
  expect(await remind(id, 1)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/Wrong vintage/) },
  });
  const resume = (query = "") =>
    t.call(admin, "DELETE", `/management/orders/${id}/reminders/stop${query}`);
  // Nor does a request that names someone else's stop.
  expect(await resume(`?by=nobody@demo.example`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/ has already stopped its reminders: Wrong vintage$/) },
  });
  const { by } = (await rowOf(id)).stop;
  expect((await resume(`?by=${encodeURIComponent(by)}`)).status).toBe(204);
  expect(await audited(t, admin, "order.resumeReminders")).toMatchObject({
    ...of,
    before: dispute,
  });
  expect((await remind(id, 1)).status).toBe(201);
});

test("A stop set after an expired pause names its author and day", async () => {
  const { id } = await aLate(20);
  const colleague = await t.aUser("Admin");
  const dispute = { kind: "DISPUTE", reason: "Wrong vintage" };
  const stop = (who: TestCaller) =>
    t.call(who, "PUT", `/management/orders/${id}/reminders/stop`, dispute);
  await stop(admin);
  const { stop: first } = await rowOf(id);
  await sql`update reminder_stops set kind = 'PAUSED', until = current_date - 2, created_at = now() - interval '9 days'
    where order_id = ${id}`.execute(t.db);
  expect(await rowOf(id)).toMatchObject({ stop: null });

  expect((await stop(colleague)).status).toBe(204);

  const { stop: now } = await rowOf(id);
  expect(now).toMatchObject({ kind: "DISPUTE", since: first.since });
  expect(now.by).not.toBe(first.by);
});

test("Due reminders are sent automatically if enabled, but not while a payment is on the bank's list", async () => {
  const [late, early, paying] = [await aLate(3), await aLate(2), await aLate(30)];
  const entries = [
    {
      cents: Math.round(paying.totalPriceGross * 100),
      text: paying.transactionId,
      bankReference: "B1",
    },
  ];
  const { payload, headers } = asUpload(sampleCamt({ entries }));
  await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  const settings = createSettings(t.db, 30);
  await t.runJobs(receivableJobs(t.db, settings));
  await sendDueReminders(t.db, settings);
  expect(await rowOf(late.id)).toMatchObject({ level: 0 });
  await save({ automatic: true });

  // Two servers at once, then once more.
  await Promise.all([1, 2].map(() => sendDueReminders(t.db, createSettings(t.db, 30))));
  await sendDueReminders(t.db, createSettings(t.db, 30));

  expect(await rowOf(late.id)).toMatchObject({ level: 1, next: { level: 2 } });
  expect(await rowOf(early.id)).toMatchObject({ level: 0, next: { level: 1 } });
  expect(await rowOf(paying.id)).toMatchObject({ level: 0, next: null, stop: { kind: "BANK" } });
  const { sent } = (await t.call(admin, "GET", `/management/orders/${late.id}/reminders`)).body;
  expect(sent).toMatchObject([{ level: 1, sentBy: null }]);
  // An operator who sends one manually has seen the entry.
  expect((await remind(paying.id, 1)).status).toBe(201);
  // A suggested match stops them, too; an entry that was put aside does not.
  await sql`update bank_entries set status = 'SUGGESTED' where bank_reference = 'B1'`.execute(t.db);
  expect((await rowOf(paying.id)).stop).toMatchObject({ kind: "BANK" });
  await sql`update bank_entries set status = 'IGNORED', reason = 'Not ours', decided_at = now()
    where bank_reference = 'B1'`.execute(t.db);
  expect((await rowOf(paying.id)).stop).toBeNull();
});

test("The next reminder waits for the deadline of the previous one, or of a reopened order", async () => {
  await save({ automatic: true });
  const [late, returned] = [await aLate(40), await aLate(40)];
  const paidAt = new Date().toISOString();
  await t.call(admin, "POST", `/management/orders/${returned.id}/pay`, { paidAt });
  const back = await t.call(admin, "POST", `/management/orders/${returned.id}/payments`, {
    amount: -returned.totalPriceGross,
    day: paidAt.slice(0, 10),
    reference: "Returned",
  });
  expect(back.body).toMatchObject({ status: "AWAITING_PAYMENT" });

  for (const _ of [1, 2, 3]) await sendDueReminders(t.db, createSettings(t.db, 30));

  const { sent } = (await t.call(admin, "GET", `/management/orders/${late.id}/reminders`)).body;
  expect(sent).toMatchObject([{ level: 1 }]);
  const on = new Date(Date.parse(sent[0].payBy) + 86_400_000).toISOString().slice(0, 10);
  expect(await rowOf(late.id)).toMatchObject({ level: 1, next: { level: 2, on } });
  expect(await rowOf(returned.id)).toMatchObject({ level: 0, next: { level: 1, on } });

  await t.db
    .updateTable("reminders")
    .set({ pay_by: sql<string>`pay_by - 8` })
    .where("order_id", "=", late.id)
    .execute();
  await sendDueReminders(t.db, createSettings(t.db, 30));
  expect(await rowOf(late.id)).toMatchObject({ level: 2 });
});
