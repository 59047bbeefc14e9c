import { zipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited } from "../../../test/operators.ts";
import { paymentReference } from "../orders/orders.rules.ts";
import {
  asUpload,
  sampleCamt,
  sellerIban,
  type Sample,
  type SampleEntry,
} from "./camt.fixtures.ts";

let t: TestApp;
let admin: TestCaller;
let colleague: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
  colleague = await t.aUser("Admin");
});
afterAll(() => t.close());

let count = 0;
async function send(sample: Sample) {
  const entries = sample.entries.map((each) => ({ bankReference: `B-${++count}`, ...each }));
  const statementId = `S-${sample.number ?? ++count}`;
  const { payload, headers } = asUpload(sampleCamt({ statementId, ...sample, entries }));
  const { body } = await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  return body.statements[0];
}
const post = (address: string, body?: object, who = admin) =>
  t.call(who, "POST", `/management/bank/${address}`, body);
const get = async (address: string) =>
  (await t.call(admin, "GET", `/management/bank${address}`)).body;
const gaps = async () =>
  (await get("")).gaps.map(({ statementId }: { statementId: string }) => statementId);

test("A missing statement is reported until it arrives, or an operator accepts the gap", async () => {
  const paid = (number: number, openingCents: number, cents = 1000): Sample => ({
    number,
    openingCents,
    day: `2026-01-0${number}`,
    entries: [{ cents }],
  });
  expect(await send(paid(1, 5000))).toMatchObject({ number: 1, follows: null, gap: null });
  expect(await send(paid(2, 6000))).toMatchObject({ number: 2, follows: true, gap: null });

  const jumped = await send(paid(5, 9000));
  expect(jumped).toMatchObject({
    follows: false,
    gap: {
      before: { statementId: "S-2", to: "2026-01-02", closing: 70 },
      numbers: { first: 3, last: 4 },
      reason: null,
    },
  });
  expect(await gaps()).toEqual(["S-5"]);
  const { body: refused } = await post(`statements/${jumped.id}/accept`, { reason: "" });
  expect(refused.code).toBe("VALIDATION_FAILED");

  await send(paid(3, 7000));
  await send(paid(4, 8000));
  expect(await gaps()).toEqual([]);
  expect(await post(`statements/${jumped.id}/accept`, { reason: "Lost" })).toMatchObject({
    status: 409,
    body: { detail: "No statement is missing before this one." },
  });

  // The balance continues although a number is missing: a statement whose entries cancelled out.
  const skipped = await send(paid(7, 10_000));
  expect(skipped.gap).toMatchObject({ before: null, numbers: { first: 6, last: 6 } });
  const reason = { reason: "The bank's number 6 never was" };
  const responses = await Promise.all(
    [admin, colleague].map((who) => post(`statements/${skipped.id}/accept`, reason, who)),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 200)!.body.gap).toMatchObject(reason);
  expect(await gaps()).toEqual([]);
  expect(await audited(t, admin, "bank.acceptGap")).toMatchObject({
    thingId: String(skipped.id),
    after: reason,
  });
});

test("Several statements of one day are linked in any order of arrival, and numbers restart each year", async () => {
  const account = "DE89370400440532013000";
  const on = (day: string, number: number, openingCents: number, cents: number) =>
    send({ account, day, number, statementId: `D-${++count}`, openingCents, entries: [{ cents }] });
  await on("2026-03-01", 40, 100, 100);
  await on("2026-03-02", 42, 300, 100);
  await on("2026-03-02", 41, 200, 100);
  const statements = (await get("/statements?sort=to,desc")).content.filter(
    ({ from }: { from: string }) => from === "2026-03-02",
  );
  expect(statements).toMatchObject([{ follows: true }, { follows: true }]);
  expect(await on("2027-01-01", 1, 400, 100)).toMatchObject({ follows: true, gap: null });
  expect(await on("2028-01-01", 44, 500, 100)).toMatchObject({ follows: true, gap: null });
});

test("An import does not wait for an entry that is being decided", async () => {
  const { id: statementId } = await send({ entries: [{ cents: 4242 }] });
  const [entry] = (await get(`/entries?statementId=${statementId}`)).content;
  await t.db.transaction().execute(async (tx) => {
    await sql`select from bank_entries where id = ${entry.id} for update`.execute(tx);
    expect(await send({ entries: [{ cents: 4243 }] })).toMatchObject({ isNew: true });
  });
});

test("An order lists the entries booked for it, as long as they are, with the bank's reference", async () => {
  const { vintageId } = await aProject(t.db);
  const { id, totalPriceGross: amount } = await anOrder(t, await t.aUser(), vintageId, 3);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  const paying = {
    cents: 99_999,
    text: "No word of it",
    endToEndId: "OURS",
    bankReference: "BANKS",
  };
  const { id: statementId } = await send({ entries: [paying] });
  const [entry] = (await get(`/entries?statementId=${statementId}`)).content;
  const listed = async () => (await get(`/entries?orderId=${id}`)).content.length;
  expect(await listed()).toBe(0);
  await post(`entries/${entry.id}/book`, { orders: [{ orderId: id, amount }] });
  expect(await listed()).toBe(1);
  // The bank's own reference, by which it can look up the payment.
  const { body } = await t.call(admin, "GET", `/management/orders/${id}`);
  expect(body.payments).toMatchObject([{ reference: "BANKS" }]);
  await post(`entries/${entry.id}/unbook`, { reason: "For another" });
  expect(await listed()).toBe(0);
});

test("The pages of a statement share its name, and are linked over its period", async () => {
  const month =
    "<FrToDt><FrDtTm>2028-05-01T00:00:00</FrDtTm><ToDtTm>2028-05-31T23:59:59</ToDtTm></FrToDt><Acct>";
  const sendPage = async (page: number, openingCents: number, bankReference: string) => {
    const entries = [{ cents: 100, bankReference }];
    const sample = {
      statementId: "MAY",
      number: 5,
      page,
      day: "2028-05-31",
      openingCents,
      entries,
    };
    const bytes = sampleCamt(sample).toString().replace("<Acct>", month);
    const { payload, headers } = asUpload(Buffer.from(bytes));
    return await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  };
  const first = await sendPage(1, 500, "PAGE-1");
  expect(first.body.statements).toMatchObject([{ statementId: "MAY", isNew: true }]);
  const second = await sendPage(2, 600, "PAGE-2");
  expect(second.body.statements).toMatchObject([
    { statementId: "MAY, page 2", isNew: true, follows: true, gap: null },
  ]);
  expect((await sendPage(2, 600, "PAGE-2")).body.statements).toMatchObject([
    { isNew: false, duplicates: 1 },
  ]);
});

test("A known message is audited if it brings a new entry, and not otherwise", async () => {
  const sent = (references: string[]) =>
    send({
      kind: "camt.052",
      statementId: "TODAY",
      entries: references.map((bankReference) => ({ cents: 100, bankReference })),
    });
  const noted = async () => {
    const { body } = await t.call(admin, "GET", "/management/audit?action=bank.import&q=TODAY");
    return body.content.map(({ after }: { after: { entries: number } }) => after.entries);
  };
  await sent(["MORNING-1"]);
  expect(await sent(["MORNING-1", "NOON-1", "NOON-2"])).toMatchObject({ isNew: false });
  await sent(["MORNING-1", "NOON-1", "NOON-2"]);
  expect(await noted()).toEqual([2, 1]);
});

test("A file with the same statement twice is refused with a message, and nothing of it is saved", async () => {
  const sample = sampleCamt({ statementId: "TWICE", entries: [{ cents: 100 }] }).toString();
  const bytes = sample.replace(/<Stmt>[^]*<\/Stmt>/, "$&$&");
  const { payload, headers } = asUpload(Buffer.from(bytes));
  const response = await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  expect(response).toMatchObject({
    status: 400,
    body: { detail: "Statement TWICE of 2026-01-09 is in this file twice." },
  });
  expect((await get("/statements?q=twice")).content).toEqual([]);
});

test("An entry is found by its amount, account and reference as the pages show them", async () => {
  const text = "Fee RF18 5390 0754 7034";
  const bankReference = "XQ-0815";
  const entry = { cents: 745_258, payer: "Found AG", iban: "DE02500105170137075030", text };
  const other = { cents: 1_745_258, payer: "Other", text: "Other" };
  await send({ entries: [{ ...entry, bankReference }, other] });
  const found = async (q: string) =>
    (await get(`/entries?q=${encodeURIComponent(q)}`)).content.map(
      ({ payer }: { payer: string }) => payer,
    );
  const shown = ["7,452.58", "€7,452.58", "7452,58", "DE02 5001 0517 0137 0750 30"];
  for (const q of [...shown, bankReference, "RF18 5390 0754 7034", "RF18539007547034"]) {
    expect(await found(q), q).toEqual(["Found AG"]);
  }
});

test("A range of days includes the entries of its first and last day", async () => {
  const days = ["2030-05-01", "2030-05-02", "2030-05-03", "2030-05-04"];
  await send({ day: days[0]!, entries: days.map((day, at) => ({ cents: 100 + at, day })) });
  const { content } = await get("/entries?from=2030-05-02&to=2030-05-03&sort=bookedOn,asc");
  expect(content.map(({ bookedOn }: { bookedOn: string }) => bookedOn)).toEqual(days.slice(1, 3));
});

test("A file sent twice concurrently is added and stored once", async () => {
  const { payload, headers } = asUpload(
    sampleCamt({ statementId: "AT-ONCE", entries: [{ cents: 100, bankReference: "AT-ONCE" }] }),
  );
  const kept = () => t.db.selectFrom("files").select("id").execute();
  const before = await kept();
  const responses = await Promise.all(
    [admin, colleague, admin].map((who) =>
      t.call(who, "POST", "/management/bank/statements", payload, headers),
    ),
  );
  const news = responses.map(({ body }) => body.statements[0].duplicates);
  expect(news.toSorted()).toEqual([0, 1, 1]);
  expect(await kept()).toHaveLength(before.length + 1);
});

const fee: SampleEntry = { cents: -1240, payer: "Bank of Tests", text: "Account fee 01/2026" };

test("Entries that match a rule are put aside automatically from then on, and name the rule", async () => {
  const add = async (...entries: SampleEntry[]) => {
    const { id } = await send({ day: "2027-02-01", entries });
    return (await get(`/entries?statementId=${id}&sort=id,asc`)).content;
  };
  const [first] = await add(fee);
  expect(first).toMatchObject({ status: "UNMATCHED", ruleId: null });
  const before = await t.db
    .selectFrom("audit_entries")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirst();
  const always = { words: "account fee" };
  const put = await post(`entries/${first.id}/ignore`, { reason: "Fees of the bank", always });
  expect(put.body).toMatchObject({ status: "IGNORED", ruleId: expect.any(Number) });
  const { ruleId } = put.body;

  const later = await add(
    { ...fee, text: "Interest" },
    { ...fee, text: "ACCOUNT FEE 02/2026" },
    { ...fee, returnReason: "AM05" },
    { ...fee, cents: 1240 },
  );
  expect(later).toMatchObject([
    { status: "UNMATCHED" },
    { status: "IGNORED", reason: "Fees of the bank", ruleId, decidedBy: null },
    { status: "UNMATCHED" },
    { status: "UNMATCHED" },
  ]);
  expect((await get(`/entries?ruleId=${ruleId}`)).content).toHaveLength(2);
  expect((await get("/rules?state=ACTIVE")).content).toMatchObject([
    { id: ruleId, outgoing: true, words: "account fee", entries: 2, newestOn: "2027-02-01" },
  ]);

  // An entry reopened by an operator is not put aside again.
  const again = await post(`entries/${later[1].id}/unbook`, { reason: "It is another fee" });
  expect(again.body).toMatchObject({ status: "UNMATCHED", ruleId: null });
  await add({ cents: 5 });
  expect((await get(`/entries/${later[1].id}`)).status).toBe("UNMATCHED");

  const ends = await Promise.all(
    [admin, colleague].map((who) => post(`rules/${ruleId}/end`, undefined, who)),
  );
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [last] = await add({ ...fee, text: "Account fee 03/2026" });
  expect(last.status).toBe("UNMATCHED");
  expect((await get("/rules")).counts).toMatchObject({ ACTIVE: 0, ENDED: 1 });

  const { rows } =
    await sql`select action, thing_type as type, thing_id::integer as id, after from audit_entries
    where id > ${before!.id} and thing_type in ('bank-rule', 'bank-entry') order by audit_entries.id`.execute(
      t.db,
    );
  const [reason, rule] = ["Fees of the bank", { type: "bank-rule", id: ruleId }];
  const { words } = always;
  expect(rows).toEqual([
    {
      ...rule,
      action: "bank.rule",
      after: { outgoing: true, payer: fee.payer, payerIban: "", words, reason },
    },
    { action: "bank.ignore", type: "bank-entry", id: first.id, after: { reason } },
    { ...rule, action: "bank.aside", after: { reason, entries: [later[1].id] } },
    expect.objectContaining({ action: "bank.unbook", id: later[1].id }),
    { ...rule, action: "bank.endRule", after: null },
  ]);
});

test("A rule does not put aside an entry that names an order", async () => {
  const rent: SampleEntry = { cents: 500, payer: "Brennvik", text: "Rent" };
  const { vintageId } = await aProject(t.db);
  const { id: orderId } = await anOrder(t, await t.aUser(), vintageId, 1);
  const statement = await send({ entries: [rent] });
  const [first] = (await get(`/entries?statementId=${statement.id}`)).content;
  await post(`entries/${first.id}/ignore`, { reason: "Our tenant", always: { words: "rent" } });

  const named = { ...rent, text: `Rent ${paymentReference(orderId)}` };
  // Also if only the end-to-end id contains the reference.
  const { id: otherId } = await anOrder(t, await t.aUser(), vintageId, 1);
  const called = { ...rent, cents: 502, endToEndId: paymentReference(otherId) };
  const { id } = await send({ entries: [named, called, { ...rent, cents: 501 }] });
  expect((await get(`/entries?statementId=${id}&sort=id,asc`)).content).toMatchObject([
    { status: "UNMATCHED", why: "NOT_APPROVED" },
    { status: "UNMATCHED", why: "NOT_APPROVED" },
    { status: "IGNORED" },
  ]);
});

test("A rule with neither a counterparty nor words is refused, and nothing is put aside", async () => {
  const { id } = await send({ entries: [{ cents: -77, payer: "", text: "" }] });
  const [entry] = (await get(`/entries?statementId=${id}`)).content;
  for (const words of ["", "–"]) {
    const response = await post(`entries/${entry.id}/ignore`, {
      reason: "Fees",
      always: { words },
    });
    expect(response).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "always.words" }] },
    });
  }
  expect((await get(`/entries/${entry.id}`)).status).toBe("UNMATCHED");
});

test("A statement name that the bank reuses in another year is a new statement, and its balance the latest", async () => {
  for (const [day, openingCents] of [
    ["2032-01-02", 600],
    ["2031-01-02", 500],
  ] as const) {
    const named = { statementId: "NAMED", day, openingCents, entries: [{ cents: 100 }] };
    expect(await send(named)).toMatchObject({ isNew: true });
  }
  const { accounts } = await get("");
  expect(accounts).toMatchObject([{ balance: 7, on: "2032-01-02" }]);
});

test("Statements of several accounts are distinguished, even with the same names and entries", async () => {
  const second = "DE02120300000000202051";
  const third = "DE75512108001245126199";
  const { body } = await t.call(admin, "GET", "/management/settings");
  const bank = { ...body.bank, accounts: [second, third] };
  expect((await t.call(admin, "PATCH", "/management/settings", { bank })).status).toBe(200);
  const entries = [{ cents: 100, bankReference: "SAME" }];
  const sample = { statementId: "SAME", day: "2029-06-01", number: 70, openingCents: 900, entries };
  const isNew = { isNew: true, duplicates: 0, follows: null, gap: null };
  expect(await send({ ...sample, account: second })).toMatchObject(isNew);
  const other = { ...sample, account: third };
  // Nor is it compared with the closing balance of another account.
  expect(await send({ ...other, openingCents: 1000, number: 75 })).toMatchObject(isNew);
  // An advice of the same day and id is a statement of another kind.
  const told = { entries: [{ cents: 7, bankReference: "TOLD" }], kind: "camt.054" as const };
  expect(await send({ ...other, ...told })).toMatchObject(isNew);
});

test("The files of a zip are added by day, whatever their names", async () => {
  const file = (statementId: string, day: string) =>
    sampleCamt({
      account: sellerIban,
      statementId,
      day,
      entries: [{ cents: 1, bankReference: day }],
    });
  const zip = zipSync({
    "1.xml": file("LATER", "2033-02-02"),
    "2.xml": file("SOONER", "2033-02-01"),
  });
  const { payload, headers } = asUpload(Buffer.from(zip), "both.zip");
  const { body } = await t.call(admin, "POST", "/management/bank/statements", payload, headers);
  const names = body.statements.map(({ statementId }: { statementId: string }) => statementId);
  expect(names).toEqual(["SOONER", "LATER"]);
});
