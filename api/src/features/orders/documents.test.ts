import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import PostalMime, { type Email } from "postal-mime";
import { publicUrl, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { readUbl } from "../../../test/en16931/reading.ts";
import { broken } from "../../../test/en16931/rules.ts";
import { readQr } from "../../../test/pdf.ts";
import { mailJobs } from "../../core/mailDelivery.ts";
import { invoiceJobs } from "../invoices/invoices.jobs.ts";
import { retirementJobs } from "../retirements/retirements.jobs.ts";
import { createSettings } from "../settings/settings.service.ts";
import { orderJobs } from "./orders.jobs.ts";

let t: TestApp;
let admin: TestCaller;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  folder = await mkdtemp(path.join(tmpdir(), "tonneline-documents-"));
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

async function runJobs() {
  const settings = createSettings(t.db, 30);
  const store = t.files;
  const mail = { from: "Tonneline <no-reply@tonneline.example>", folder, publicUrl };
  for (const handlers of [
    invoiceJobs(t.db, store),
    orderJobs(t.db),
    retirementJobs(t.db, store, settings, publicUrl),
    mailJobs(t.db, store, mail),
  ]) {
    await t.runJobs(handlers);
  }
}

async function mailsWith(subject: RegExp) {
  const mails = await Promise.all(
    (await readdir(folder)).map(async (file) =>
      PostalMime.parse(await readFile(path.join(folder, file))),
    ),
  );
  return mails.filter((mail) => subject.test(mail.subject ?? ""));
}

const recipientsOf = (mails: Email[]) => mails.map(({ to }) => to![0]!.address!).toSorted();

async function usernameOf({ userId }: TestCaller): Promise<string> {
  const { username } = await t.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return username;
}

const load = (caller: TestCaller, url: string) =>
  t.app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${caller.authToken}` } });

test("The invoice of an approved order is available to its buyer by download and mail, and to nobody else", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 7);
  expect((await load(buyer, `/me/orders/${id}/invoice`)).statusCode).toBe(404);
  const approved = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});

  // A request before the file is made waits for it.
  const asked = load(buyer, `/me/orders/${id}/invoice`);
  await runJobs();
  await runJobs();

  const pdf = await asked;
  expect(pdf.statusCode).toBe(200);
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.headers["content-disposition"]).toContain(
    `Invoice ${approved.body.invoiceNumber}.pdf`,
  );
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await load(admin, `/management/orders/${id}/invoice`)).rawPayload).toEqual(
    pdf.rawPayload,
  );
  const ubl = await load(buyer, `/me/orders/${id}/invoice/ubl`);
  expect(ubl.headers["content-type"]).toBe("application/xml");
  expect(ubl.headers["content-disposition"]).toContain(
    `Invoice ${approved.body.invoiceNumber}.xml`,
  );
  expect(broken(readUbl(ubl.rawPayload))).toEqual([]);
  expect(readUbl(ubl.rawPayload).number).toBe(approved.body.invoiceNumber);
  expect((await load(admin, `/management/orders/${id}/invoice/ubl`)).rawPayload).toEqual(
    ubl.rawPayload,
  );
  const stranger = await t.aUser();
  for (const file of ["invoice", "invoice/ubl", "credit-note", "credit-note/ubl"])
    expect((await load(stranger, `/me/orders/${id}/${file}`)).statusCode).toBe(404);
  expect((await load(buyer, `/me/orders/${id}/credit-note`)).statusCode).toBe(404);
  const mails = await mailsWith(new RegExp(`invoice ${approved.body.invoiceNumber}`));
  expect(recipientsOf(mails)).toEqual(
    [await usernameOf(buyer), "accounts@brennvik.example"].toSorted(),
  );
  for (const mail of mails) {
    expect(mail.attachments.map((each) => each.filename)).toEqual([
      `Invoice ${approved.body.invoiceNumber}.pdf`,
    ]);
    expect(mail.html).toContain(`https://market.example/user/settings/orders/${id}`);
  }
});

test("The mails of a new order are written once, even if their job is repeated after a crash", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 1);
  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker._private_jobs
    where payload ->> 'orderId' = ${String(id)}`.execute(t.db);
  const [run, ...others] = rows;
  expect(others).toEqual([]);
  const written = async () => {
    const { n } = await t.db
      .selectFrom("mails")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("subject", "=", `Order ${id} is placed`)
      .executeTakeFirstOrThrow();
    return n;
  };

  const mail = orderJobs(t.db)["order.confirm"]!;
  await Promise.all([mail({ orderId: id }, run!), mail({ orderId: id }, run!)]);
  await mail({ orderId: id }, run!);

  expect(await written()).toBe(2);
});

test("The files of an invoice are made once, even by two workers at the same time", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const { invoiceId } = await t.db
    .selectFrom("invoices")
    .select("id as invoiceId")
    .where("order_id", "=", id)
    .executeTakeFirstOrThrow();
  const files = () => t.db.selectFrom("files").select("id").execute();
  const before = await files();

  const make = () => invoiceJobs(t.db, t.files)["invoice.make"]!({ invoiceId });
  await Promise.all([make(), make()]);
  await make();

  expect(await files()).toHaveLength(before.length + 2);
});

test.each([
  ["DE", "€11.90 including VAT"],
  ["FR", "€10.00 without VAT"],
] as const)("The mail about an order from %s states a total of %s", async (country, sum) => {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 10, priceCents: 1000 }] });
  const { id } = await anOrder(t, await t.aUser(), vintageId, 1, country);
  await runJobs();
  const [forOperators, ...forBuyers] = (await mailsWith(new RegExp(`Order ${id} `))).toSorted(
    (one, other) => (one.subject! < other.subject! ? -1 : 1),
  );
  expect(forOperators!.text).toContain(`ordered for ${sum}.`);
  expect(forBuyers).toHaveLength(2);
  for (const { text } of forBuyers)
    expect(text).toContain(`Thank you for your order of ${sum} for `);
});

test("The buyer and the payer are mailed every step by the seller, to whom they reply, and operators what awaits their decision", async () => {
  const buyer = await t.aUser();
  const { seller } = (await t.call(admin, "GET", "/management/settings")).body;
  expect((await t.call(admin, "PATCH", "/management/settings", { seller })).status).toBe(200);
  const { userId } = await t.aUser("Admin");
  await t.call(admin, "POST", `/management/users/${userId}/block`);
  const { vintageId } = await aProject(t.db);
  const { id } = await aPaidOrder(t, admin, buyer, vintageId, 3);

  await runJobs();

  const subjects = (await mailsWith(new RegExp(`Order ${id} `))).map((mail) => [
    mail.to![0]!.address,
    mail.subject!.replace(/invoice .*/, "invoice …"),
    mail.replyTo?.[0]!.address,
    [mail.text!, mail.html!].map((body) =>
      body.includes(`${seller.street} · ${seller.postalCode}`),
    ),
  ]);
  const company = [await usernameOf(buyer), "accounts@brennvik.example"];
  expect(subjects.toSorted()).toEqual(
    [
      [await usernameOf(admin), `Order ${id} awaits approval`, undefined, [false, false]],
      ...["is placed", "is approved: invoice …", "is paid"].flatMap((what) =>
        company.map((to) => [to, `Order ${id} ${what}`, seller.email, [true, true]]),
      ),
    ].toSorted(),
  );
});

test("A rejected order that was invoiced gets a credit note from a separate series", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 5);
  const approved = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await runJobs();
  await t.call(admin, "POST", `/management/orders/${id}/reject`, { reason: "Not paid in time" });
  await runJobs();

  const { body } = await t.call(buyer, "GET", `/me/orders/${id}`);
  expect(body.creditNoteNumber).toMatch(/^CN-\d{4}-000001$/);
  const pdf = await load(buyer, `/me/orders/${id}/credit-note`);
  expect(pdf.headers["content-disposition"]).toContain(`Credit note ${body.creditNoteNumber}.pdf`);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  const ubl = await load(buyer, `/me/orders/${id}/credit-note/ubl`);
  const note = readUbl(ubl.rawPayload);
  expect(broken(note)).toEqual([]);
  expect(note).toMatchObject({
    number: body.creditNoteNumber,
    preceding: [approved.body.invoiceNumber],
  });
  for (const file of ["credit-note", "credit-note/ubl"]) {
    expect((await load(admin, `/management/orders/${id}/${file}`)).statusCode).toBe(200);
    expect((await load(await t.aUser(), `/me/orders/${id}/${file}`)).statusCode).toBe(404);
  }
  // The invoice stays as it was.
  expect((await load(buyer, `/me/orders/${id}/invoice`)).statusCode).toBe(200);
});

test("From its approval on, an order has the same payment details as its invoice", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, buyer, vintageId, 3);
  const read = async () => (await t.call(buyer, "GET", `/me/orders/${id}`)).body;
  expect(await read()).toMatchObject({ payment: null, creditNoteNumber: null });

  const approved = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const { payment, transactionId } = await read();

  expect(payment).toEqual({
    accountHolder: "Tonneline GmbH",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
    bankName: "Sample Bank",
    dueOn: approved.body.dueOn,
    transferText: `BCD\n002\n1\nSCT\nCOBADEFFXXX\nTonneline GmbH\nDE89370400440532013000\nEUR35.70\n\n${transactionId}`,
  });
  // A bank account entered later does not change an issued invoice.
  const moved = { days: 30, iban: "DE02120300000000202051", bic: "BYLADEM1001", bankName: "Other" };
  await t.db
    .insertInto("settings")
    .values({ section: "payment", value: JSON.stringify(moved) })
    .execute();
  expect((await read()).payment).toEqual(payment);
  await runJobs();
  expect(await readQr((await load(buyer, `/me/orders/${id}/invoice`)).rawPayload)).toBe(
    payment.transferText,
  );
  await t.call(admin, "POST", `/management/orders/${id}/pay`, { paidAt: new Date().toISOString() });
  expect((await read()).payment).toEqual({ ...payment, transferText: null });
  await t.db.deleteFrom("settings").where("section", "=", "payment").execute();
});

test("The certificate of a completed retirement is available to its buyer by download and mail", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { registry: "A registry of its own" });
  await aPaidOrder(t, admin, buyer, vintageId, 9);
  const asked = await t.call(buyer, "POST", "/me/retirements", {
    vintageId,
    quantity: 9,
    beneficiaryName: "Łódź Żywność sp. z o.o.",
    purpose: "OWN_EMISSIONS",
  });
  await t.call(admin, "POST", `/management/retirements/${asked.body.id}/complete`, {
    serialNumberFrom: "A-1",
    serialNumberTo: "A-9",
    registryUrl: "https://registry.example/retirements/1",
    retiredAt: new Date().toISOString(),
  });

  await runJobs();

  const pdf = await load(buyer, `/me/retirements/${asked.body.id}/certificate`);
  expect(pdf.statusCode).toBe(200);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await t.call(buyer, "GET", `/me/retirements/${asked.body.id}`)).body.hasCertificate).toBe(
    true,
  );
  expect(
    (await load(await t.aUser(), `/me/retirements/${asked.body.id}/certificate`)).statusCode,
  ).toBe(404);
  const theirs = await load(admin, `/management/retirements/${asked.body.id}/certificate`);
  expect(theirs.rawPayload).toEqual(pdf.rawPayload);
  expect(theirs.headers["content-disposition"]).toContain(
    `Certificate of retirement ${asked.body.id}.pdf`,
  );
  const mails = await mailsWith(new RegExp(`Retirement ${asked.body.id} is completed`));
  expect(recipientsOf(mails)).toEqual([await usernameOf(buyer)]);
  expect(mails[0]!.attachments.map((each) => each.filename)).toEqual([
    `Certificate of retirement ${asked.body.id}.pdf`,
  ]);
  expect(mails[0]!.text).toMatch(/https:\/\/market\.example\/certificates\/TL-\d{4}-\w{4}-\w{4}/);
  const waiting = await mailsWith(
    new RegExp(`Retirement ${asked.body.id} (is requested|awaits completion)`),
  );
  expect(recipientsOf(waiting)).toEqual(
    [await usernameOf(admin), await usernameOf(buyer)].toSorted(),
  );
});

test("A rejection is mailed with its reason, and with the credit note if there was an invoice", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const invoiced = await anOrder(t, buyer, vintageId, 2);
  const plain = await anOrder(t, buyer, vintageId, 2);
  await t.call(admin, "POST", `/management/orders/${invoiced.id}/approve`, {});
  for (const { id } of [invoiced, plain]) {
    const reason = "Withdrawn by the developer";
    await t.call(admin, "POST", `/management/orders/${id}/reject`, { reason });
  }

  await runJobs();
  await runJobs();

  const { creditNoteNumber } = (await t.call(admin, "GET", `/management/orders/${invoiced.id}`))
    .body;
  expect(creditNoteNumber).not.toBeNull();
  for (const [id, names] of [
    [invoiced.id, [`Credit note ${creditNoteNumber}.pdf`]],
    [plain.id, []],
  ] as const) {
    const mails = await mailsWith(new RegExp(`Order ${id} is rejected`));
    expect(mails).toHaveLength(2);
    expect(mails[0]!.text).toContain("Reason: Withdrawn by the developer");
    expect(mails[0]!.attachments.map((each) => each.filename)).toEqual(names);
  }
});

test("The credit note's mail announces the refund of an overpayment, only if there was one", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const [rejected, unpaid] = [
    await anOrder(t, buyer, vintageId, 3),
    await anOrder(t, buyer, vintageId, 3),
  ];
  const day = new Date().toISOString().slice(0, 10);
  for (const { id } of [rejected, unpaid])
    await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const part = { amount: 10, day, reference: "Statement 12" };
  await t.call(admin, "POST", `/management/orders/${rejected.id}/payments`, part);
  const { items } = (await t.call(admin, "GET", `/management/orders/${unpaid.id}`)).body;
  const before = { lines: [{ itemId: items[0].id, quantity: 1 }], reason: "Fewer were issued" };
  await t.call(admin, "POST", `/management/orders/${unpaid.id}/credit-notes`, before);
  for (const { id } of [rejected, unpaid])
    await t.call(admin, "POST", `/management/orders/${id}/reject`, { reason: "Not paid in full" });
  const paid = await aPaidOrder(t, admin, buyer, vintageId, 10);
  const lines = [{ itemId: paid.items[0].id, quantity: 2 }];
  const credit = { lines, reason: "Fewer were issued" };
  await t.call(admin, "POST", `/management/orders/${paid.id}/credit-notes`, credit);

  await runJobs();
  await runJobs();

  const said = async (subject: string) =>
    (await mailsWith(new RegExp(subject)))[0]!.text!.match(/We will refund .* to you\./)?.[0];
  expect(await said(`Order ${rejected.id} is rejected`)).toBe("We will refund €10.00 to you.");
  expect(await said(`Order ${unpaid.id} is rejected`)).toBeUndefined();
  // The rejection comes with its own credit note, not with the earlier one.
  expect(await mailsWith(new RegExp(`Order ${unpaid.id} is rejected`))).toHaveLength(2);
  expect(await mailsWith(new RegExp(`Credit note .* for order ${unpaid.id}`))).toHaveLength(2);
  expect(await said(`Credit note .* for order ${paid.id}`)).toBe("We will refund €23.80 to you.");
});

test("The mail of a second credit note states the total that is refunded", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db);
  const { id, items } = await aPaidOrder(t, admin, buyer, vintageId, 10);
  for (const quantity of [2, 1]) {
    const credit = { lines: [{ itemId: items[0].id, quantity }], reason: "Fewer were issued" };
    const made = await t.call(admin, "POST", `/management/orders/${id}/credit-notes`, credit);
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    await runJobs();
    await runJobs();
  }
  const mails = await mailsWith(new RegExp(`Credit note .* for order ${id}`));
  const said = mails.map(
    ({ text }) => text!.match(/(In total, we|We) will refund .* to you.*/)?.[0],
  );
  const inAll = "In total, we will refund €35.70 to you for this order.";
  expect(new Set(said)).toEqual(new Set(["We will refund €23.80 to you.", inAll]));
});
