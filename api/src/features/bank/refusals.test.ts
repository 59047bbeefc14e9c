import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited } from "../../../test/operators.ts";
import { createSettings } from "../settings/settings.service.ts";
import { asUpload, sampleCamt, type SampleEntry } from "./camt.fixtures.ts";
import { importStatements } from "./import.service.ts";
import { sampleReport } from "./pain.fixtures.ts";

let t: TestApp;
let admin: TestCaller;
let colleague: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
  colleague = await t.aUser("Admin");
});
afterAll(() => t.close());

const post = (address: string, body?: object, who = admin) =>
  t.call(who, "POST", `/management/bank/${address}`, body);
const get = async (address: string) =>
  (await t.call(admin, "GET", `/management/bank${address}`)).body;
async function upload(bytes: Buffer, query = "") {
  const { payload, headers } = asUpload(bytes);
  return await t.call(admin, "POST", `/management/bank/statements${query}`, payload, headers);
}

let count = 0;
const aStatement = (...entries: SampleEntry[]) =>
  sampleCamt({
    statementId: `S-${++count}`,
    entries: entries.map((entry, index) => ({ bankReference: `B-${count}-${index}`, ...entry })),
  });
async function add(entry: SampleEntry) {
  const { body } = await upload(aStatement(entry));
  return (await get(`/entries?statementId=${body.statements[0].id}`)).content[0];
}

/** Refunds of so many cents each, of one overpaid entry, listed. */
async function listed(...cents: number[]) {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 2);
  const { body } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const over = cents.reduce((sum, each) => sum + each, 0);
  const amount = body.totalPriceGross as number;
  const entry = await add({ cents: Math.round(amount * 100) + over, text: body.transactionId });
  await post(`entries/${entry.id}/book`, { orders: [{ orderId: id, amount }] });
  const to = { name: "Brennvik AG", iban: "DE02120300000000202051", text: "Paid too much" };
  const ids: number[] = [];
  for (const each of cents) {
    ids.push((await post(`entries/${entry.id}/refund`, { ...to, amount: each / 100 })).body.id);
  }
  return { entryId: entry.id as number, ids };
}
/** The same, in a file of their own. */
async function sent(...cents: number[]) {
  const refunds = await listed(...cents);
  return { ...refunds, fileId: (await post("refunds/file")).body.id as number };
}
const because = { reason: "The bank's letter of 9 January" };
const refund = async (id: number) =>
  (await get("/refunds?size=1000")).content.find((each: { id: number }) => each.id === id);
/** The refund that repeats a refused one. */
const again = async (refusedId: number) => {
  const row = await t.db
    .selectFrom("bank_refunds")
    .select("id")
    .where("again_of", "=", refusedId)
    .executeTakeFirst();
  return row && (await refund(row.id));
};
const clear = async () => {
  for (const { id } of (await get("/refunds?status=LISTED")).content) {
    await post(`refunds/${id}/remove`);
  }
};
const named = (id: number) => `REFUND-${id}`;

test("A refund that the bank refuses is owed again, and leaves by another file under another name", async () => {
  const { entryId, ids, fileId } = await sent(5000);
  const [id] = ids as [number];
  const short = await post(`refunds/${id}/refuse`, { reason: "  " });
  expect(short).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "reason" }] } });
  const { credit } = await get("");
  const refused = await post(`refunds/${id}/refuse`, because);
  expect(refused).toMatchObject({
    status: 200,
    body: { status: "REFUSED", fileId, refusal: { reason: because.reason, backOn: null } },
  });
  expect(refused.body.refusal.by).toMatch(/@/);
  const next = await again(id);
  expect(next).toMatchObject({
    status: "LISTED",
    entryId,
    amount: 50,
    iban: "DE02120300000000202051",
    text: "Paid too much",
    fileId: null,
    refusal: null,
    refusedBefore: because.reason,
  });
  expect(await audited(t, admin, "bank.refuseRefund")).toMatchObject({
    thingId: String(id),
    after: { file: fileId, amount: 50, reason: because.reason, again: next.id },
  });
  // It still counts once, as money to be refunded.
  expect(await get(`/entries/${entryId}`)).toMatchObject({ rest: 0, refunded: 50 });
  expect((await get("")).credit).toEqual(credit);

  for (const step of ["refuse", "remove", "done"]) {
    const body = step === "refuse" ? because : step === "done" ? { on: "2026-01-08" } : undefined;
    expect((await post(`refunds/${id}/${step}`, body)).status).toBe(409);
  }
  const { body: file } = await post("refunds/file");
  expect(file).toMatchObject({ refunds: 1, amount: 50 });
  expect(file.id).not.toBe(fileId);
  const { body: xml } = await t.app.inject({
    url: `/api/v1/management/bank/refunds/files/${file.id}`,
    headers: { authorization: `Bearer ${admin.authToken}` },
  });
  expect(xml).toContain(`<EndToEndId>${named(next.id)}<`);
  expect(xml).not.toContain(`<EndToEndId>${named(id)}<`);
  const left = await add({ cents: -5000, endToEndId: named(next.id) });
  expect(left).toMatchObject({ status: "IGNORED" });
  expect(await refund(next.id)).toMatchObject({ status: "DONE", doneEntryId: left.id });
});

test("An amount that is refunded to another account after a refusal cannot be refunded twice", async () => {
  const { entryId, ids } = await sent(3000);
  await post(`refunds/${ids[0]}/refuse`, because);
  const to = { name: "Brennvik AG", iban: "NL91ABNA0417164300", text: "Now here", amount: 30 };
  expect((await post(`entries/${entryId}/refund`, to)).status).toBe(400);
  await post(`refunds/${(await again(ids[0]!)).id}/remove`);
  expect(await get(`/entries/${entryId}`)).toMatchObject({ rest: 30, refunded: 0 });
  expect((await post(`entries/${entryId}/refund`, to)).status).toBe(200);
  expect((await post(`entries/${entryId}/refund`, to)).status).toBe(400);
  await clear();
});

test("Only a refund in a file can be refused, and none that a statement shows leaving", async () => {
  const { ids } = await listed(1000);
  const [id] = ids as [number];
  const unsent = await post(`refunds/${id}/refuse`, because);
  expect(unsent).toMatchObject({ status: 409, body: { detail: "It is in no file for the bank." } });
  await post("refunds/file");
  // An operator took another payment for it.
  await post(`refunds/${id}/done`, { on: "2026-01-08" });
  expect((await post(`refunds/${id}/refuse`, because)).body).toMatchObject({
    status: "REFUSED",
    doneOn: null,
  });
  const { id: next } = await again(id);
  await post("refunds/file");
  await add({ cents: -1000, endToEndId: named(next) });
  expect(await post(`refunds/${next}/refuse`, because)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("left the account on 9 January 2026") },
  });
  expect((await post("refunds/999999/refuse", because)).status).toBe(404);
});

test("A whole file is refused once, by whoever is first; its refunds are listed again", async () => {
  const { ids, fileId } = await sent(2000, 3000, 500);
  await post(`refunds/${ids[2]}/refuse`, because);
  const both = await Promise.all(
    [admin, colleague].map((who) => post(`refunds/files/${fileId}/refuse`, because, who)),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 200)!.body).toEqual({ refunds: 2, amount: 50 });
  for (const id of ids) {
    expect(await refund(id)).toMatchObject({ status: "REFUSED" });
    const { rows } = await sql`select from bank_refunds where again_of = ${id}`.execute(t.db);
    expect(rows).toHaveLength(1);
  }
  expect((await post("refunds/file")).body).toMatchObject({ refunds: 3, amount: 55 });
  expect((await post("refunds/files/999999/refuse", because)).status).toBe(404);
});

test("A file is not refused once one of its refunds has left the account", async () => {
  const { ids, fileId } = await sent(2000, 3000);
  await add({ cents: -3000, endToEndId: named(ids[1]!) });
  expect(await post(`refunds/files/${fileId}/refuse`, because)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("left the account on 9 January 2026") },
  });
  expect(await refund(ids[0]!)).toMatchObject({ status: "SENT" });
  // Nor when it has come back.
  await add({ cents: 3000, endToEndId: named(ids[1]!) });
  expect((await post(`refunds/files/${fileId}/refuse`, because)).status).toBe(409);
  // The other one still can.
  expect((await post(`refunds/${ids[0]}/refuse`, because)).status).toBe(200);
  await clear();
});

test("Of an operator's refusal and the statement that shows the refund leaving, the refund is paid once", async () => {
  const { ids } = await sent(1100);
  const [id] = ids as [number];
  const statement = aStatement({ cents: -1100, endToEndId: named(id) });
  await Promise.all([post(`refunds/${id}/refuse`, because), upload(statement)]);
  // Whichever was first: it has left, and is not on the list.
  expect(await refund(id)).toMatchObject({ status: "DONE", refusal: null });
  expect((await again(id))?.status ?? "REMOVED").toBe("REMOVED");
});

test("A refused refund that leaves all the same is taken off the list, unless it is in another file", async () => {
  const { ids } = await sent(1200, 1300, 1100);
  const [one, two, three] = ids as [number, number, number];
  await post(`refunds/${one}/refuse`, because);
  expect(await add({ cents: -1200, endToEndId: named(one) })).toMatchObject({ status: "IGNORED" });
  expect(await refund(one)).toMatchObject({ status: "DONE", refusal: null });
  expect(await again(one)).toMatchObject({ status: "REMOVED" });

  await post(`refunds/${three}/refuse`, because);
  await post(`refunds/${(await again(three)).id}/remove`);
  await add({ cents: -1100, endToEndId: named(three) });
  expect(await refund(three)).toMatchObject({ status: "DONE" });

  await post(`refunds/${two}/refuse`, because);
  await post("refunds/file");
  // It is paid twice: a person has to see that.
  expect(await add({ cents: -1300, endToEndId: named(two) })).toMatchObject({
    status: "UNMATCHED",
  });
  expect(await refund(two)).toMatchObject({ status: "REFUSED" });
  expect(await again(two)).toMatchObject({ status: "SENT" });
});

test("A refund that comes back is listed again, until the entry that brought it is restored", async () => {
  const { ids, entryId } = await sent(4000);
  const [id] = ids as [number];
  const out = await add({ cents: -4000, endToEndId: named(id) });
  const coming = { cents: 4000, endToEndId: named(id), returnReason: "AC04", text: "RETURN" };
  // Another amount is not the refund.
  expect(await add({ ...coming, cents: 3999 })).toMatchObject({ status: "UNMATCHED" });
  const { body: read } = await upload(aStatement(coming));
  const reason = "AC04, account closed";
  expect(read.refusals).toEqual([
    { refundId: id, name: "Brennvik AG", amount: 40, reason, cameBack: true },
  ]);
  const statementId = read.statements[0].id;
  const back = (await get(`/entries?statementId=${statementId}`)).content[0];
  expect(back).toMatchObject({
    status: "IGNORED",
    reason: `Refund to Brennvik AG came back: ${reason}`,
  });
  expect(await refund(id)).toMatchObject({
    status: "REFUSED",
    doneOn: "2026-01-09",
    refusal: { reason, by: null, backOn: "2026-01-09" },
  });
  const { id: next } = await again(id);
  expect(await audited(t, admin, "bank.returnRefund")).toMatchObject({
    thingId: String(id),
    after: { entry: back.id, amount: 40, reason, again: next },
  });
  // A second return of it needs to be looked at.
  expect(await add(coming)).toMatchObject({ status: "UNMATCHED" });
  expect(await post(`entries/${out.id}/unbook`, { reason: "Mistake" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("restore the entry of its return first") },
  });
  const { body: restored } = await post(`entries/${back.id}/unbook`, { reason: "Not ours" });
  expect(restored.status).toBe("UNMATCHED");
  expect(await refund(id)).toMatchObject({
    status: "DONE",
    doneOn: "2026-01-09",
    doneEntryId: out.id,
    refusal: null,
  });
  expect(await refund(next)).toMatchObject({ status: "REMOVED" });
  expect(await get(`/entries/${entryId}`)).toMatchObject({ rest: 0, refunded: 40 });
  expect((await post(`entries/${out.id}/unbook`, { reason: "Mistake" })).status).toBe(200);
  expect(await refund(id)).toMatchObject({ status: "SENT", doneOn: null });
});

test("The entry of a return is not restored once the refund is in another file, or its amount refunded", async () => {
  const { ids, entryId } = await sent(1400, 1500);
  const [one, two] = ids as [number, number];
  const returnOf = (id: number, cents: number) => add({ cents, endToEndId: named(id) });
  const [first, second] = [await returnOf(one, 1400), await returnOf(two, 1500)];
  // Returned before its statement showed it leaving.
  expect(await refund(one)).toMatchObject({ status: "REFUSED", doneOn: null });
  await post(`refunds/${(await again(two)).id}/remove`);
  const to = { name: "Brennvik AG", iban: "NL91ABNA0417164300", text: "Now here", amount: 15 };
  await post(`entries/${entryId}/refund`, to);
  await post("refunds/file");
  for (const { id } of [first, second]) {
    expect(await post(`entries/${id}/unbook`, { reason: "Mistake" })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("listed again") },
    });
  }
  // The late statement of its leaving is recognized.
  const late = await add({ cents: -1400, endToEndId: named(one) });
  expect(late).toMatchObject({ status: "IGNORED", reason: "Refund to Brennvik AG" });
  expect(await refund(one)).toMatchObject({ status: "REFUSED", doneEntryId: late.id });
});

test("A status report lists again what the bank refused, once, and says so before it does", async () => {
  const { ids, fileId } = await sent(2000, 3000);
  const report = sampleReport({
    messageId: `REFUNDS-${fileId}`,
    group: { status: "PART" },
    transfers: [
      { endToEndId: named(ids[0]!), status: "RJCT", code: "AC04" },
      { endToEndId: named(ids[1]!), status: "ACSC" },
    ],
  });
  const reason = "AC04, account closed";
  const expected = {
    statements: [],
    reports: [{ fileId, isNew: true }],
    refusals: [{ refundId: ids[0], name: "Brennvik AG", amount: 20, reason, cameBack: false }],
    refused: [],
    found: [],
  };
  expect(await upload(report, "?dryRun=true")).toMatchObject({ status: 201, body: expected });
  expect(await refund(ids[0]!)).toMatchObject({ status: "SENT" });
  expect(await upload(report)).toMatchObject({ status: 201, body: expected });
  expect(await refund(ids[0]!)).toMatchObject({ status: "REFUSED", refusal: { reason, by: null } });
  expect(await refund(ids[1]!)).toMatchObject({ status: "SENT" });
  expect((await upload(report)).body).toMatchObject({
    reports: [{ fileId, isNew: false }],
    refusals: [],
  });
  expect(await again(ids[0]!)).toMatchObject({ status: "LISTED", refusedBefore: reason });
  await clear();
});

test("A report that refuses the file refuses what is left of it, but nothing once a part has left", async () => {
  const { ids, fileId } = await sent(2000, 3000, 400);
  const about = (group: { status: string; code?: string }, ...transfers: { status: string }[]) =>
    upload(
      sampleReport({
        messageId: `REFUNDS-${fileId}`,
        group,
        transfers: transfers.map((each, index) => ({ ...each, endToEndId: named(ids[index]!) })),
      }),
    );
  expect((await about({ status: "ACTC" })).body).toMatchObject({
    reports: [{ fileId, isNew: false }],
    refusals: [],
  });
  await post(`refunds/${ids[0]}/done`, { on: "2026-01-08" });
  const whole = { status: "RJCT", code: "AM04" };
  const { body: doubtful } = await about(whole);
  expect(doubtful.refusals).toEqual([]);
  const left = expect.stringContaining("left the account on 8 January 2026");
  expect(doubtful.refused).toMatchObject([{ reason: left }]);
  // What it says of single transfers still holds.
  const rejected = { status: "RJCT" };
  const { body: single } = await about(whole, rejected, rejected);
  expect(single.refusals).toMatchObject([{ refundId: ids[1] }]);
  expect(single.refused).toMatchObject([{ reason: left }, { reason: left }]);
  await post(`refunds/${ids[0]}/refuse`, because);
  const { body } = await about(whole);
  const reason = "AM04, not enough money in our account";
  expect(body).toMatchObject({ refusals: [{ refundId: ids[2], reason }], refused: [] });
  await clear();
});

test("A report about another program's file changes nothing", async () => {
  const { ids, fileId } = await sent(2000);
  const group = { status: "RJCT" };
  for (const messageId of ["SALARIES-1", "REFUNDS-999999", `OUR-REFUNDS-${fileId}`]) {
    const transfers = [{ endToEndId: named(ids[0]!), status: "RJCT" }];
    const answer = await upload(sampleReport({ messageId, group, transfers }));
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("was not created here") },
    });
  }
  expect(await refund(ids[0]!)).toMatchObject({ status: "SENT" });
});

test("Operators are mailed what the bank refused or sent back if nobody uploaded its file", async () => {
  const { ids, fileId } = await sent(2000, 3000);
  const folder = { userId: null, username: "Watched folder", ip: "" };
  const settings = createSettings(t.db, 30);
  const take = (bytes: Buffer) =>
    importStatements(t.db, t.files, settings, folder, { name: "file.xml", bytes });
  await take(
    sampleReport({
      messageId: `REFUNDS-${fileId}`,
      transfers: [{ endToEndId: named(ids[0]!), status: "RJCT", code: "MD07" }],
    }),
  );
  await take(aStatement({ cents: 3000, endToEndId: named(ids[1]!), returnReason: "AC01" }));
  const { rows } = await sql<{ text: string }>`select text_body as text from mails
    where subject = 'The bank did not carry out a refund' order by id`.execute(t.db);
  const texts = rows.map(({ text }) => text);
  const of = (sentence: string) => texts.filter((text) => text.includes(sentence)).length;
  const refused = of("€20.00 to Brennvik AG was refused: MD07, account holder deceased");
  expect(refused).toBeGreaterThan(1);
  expect(of("€30.00 to Brennvik AG came back: AC01, wrong account number")).toBe(refused);
  expect(texts).toHaveLength(2 * refused);
});
