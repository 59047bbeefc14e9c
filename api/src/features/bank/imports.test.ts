import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { asUpload, sampleCamt, type Sample } from "./camt.fixtures.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

async function send(bytes: Buffer, name: string) {
  const { payload, headers } = asUpload(bytes, name);
  return await t.call(admin, "POST", "/management/bank/statements", payload, headers);
}

test("A file about several accounts is added for ours, and says which others it contains", async () => {
  const of = (sample: Partial<Sample>) =>
    String(sampleCamt({ entries: [{ cents: 5 }], ...sample }));
  const other = { statementId: "OTHER", account: "DE02120300000000202051" };
  const statement = /<Stmt>[^]*<\/Stmt>/.exec(of(other))![0];
  const both = of({ statementId: "OURS" }).replace("<Stmt>", `${statement}<Stmt>`);
  const { status, body } = await send(Buffer.from(both), "both.xml");
  expect(status).toBe(201);
  expect(body.statements).toMatchObject([{ statementId: "OURS", entries: 1 }]);
  const reason = `Account ${other.account} is not one of the accounts in the settings: add it under “Bank statements”.`;
  expect(body.refused).toEqual([{ fileName: "both.xml", reason }]);
  expect(await send(Buffer.from(of(other)), "other.xml")).toMatchObject({
    status: 400,
    body: { detail: reason },
  });
});

test("A later report with the name of an earlier one extends it, and a repeated one does not", async () => {
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${cents / 100}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>`;
  const report = (closingCents: number, ...amounts: number[]) => {
    const entries = amounts.map((cents) => ({ cents, bankReference: `R${cents}` }));
    const day = "2026-03-02";
    const sample = sampleCamt({ kind: "camt.052", statementId: "ONLINE", day, entries });
    const balances = balance("OPBD", 10_000) + balance("CLBD", closingCents);
    return Buffer.from(String(sample).replace("</Acct>", `</Acct>${balances}`));
  };
  const listed = async () =>
    (await t.call(admin, "GET", "/management/bank/statements?q=online")).body.content;
  const early = report(4700, -5300);
  await send(early, "early.xml");
  const { body } = await send(report(6700, -5300, 2000), "late.xml");
  const extended = { opening: 100, closing: 67, incoming: 20, outgoing: 53, entries: 2 };
  expect(body.statements).toMatchObject([{ ...extended, isNew: false, duplicates: 1 }]);
  await send(early, "early.xml");
  expect(await listed()).toMatchObject([extended]);
  const { accounts } = (await t.call(admin, "GET", "/management/bank")).body;
  expect(accounts).toMatchObject([{ balance: 67 }]);
});

test("A repeated statement that now has a collective entry's single payments keeps its figures", async () => {
  const whole = { cents: 1000, bankReference: "WHOLE" };
  const parts = [{ cents: 600 }, { cents: 400 }];
  for (const entries of [[whole], [{ ...whole, parts }]]) {
    const { status } = await send(sampleCamt({ statementId: "REPEATED", entries }), "repeated.xml");
    expect(status).toBe(201);
    const { body } = await t.call(admin, "GET", "/management/bank/statements?q=repeated");
    expect(body.content).toMatchObject([{ incoming: 10, outgoing: 0, entries: 1 }]);
  }
  const { body } = await t.call(admin, "GET", "/management/bank/entries?q=whole");
  expect(body.content.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([
    10, 4, 6,
  ]);
});

test("Matched entries are booked from the oldest on, and are not what is left to check", async () => {
  const { vintageId } = await aProject(t.db);
  const ids: number[] = [];
  for (const day of ["2025-03-02", "2025-02-01"]) {
    const { id } = await anOrder(t, await t.aUser(), vintageId, 4);
    const { body } = await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
    const cents = Math.round(body.totalPriceGross * 100);
    const entries = [{ cents, text: body.transactionId, day }];
    await send(sampleCamt({ statementId: `OF-${day}`, entries }), "matched.xml");
    ids.unshift(id);
  }
  await send(
    sampleCamt({ statementId: "CHECK", entries: [{ cents: 7, day: "2025-04-03" }] }),
    "x.xml",
  );
  const figures = (await t.call(admin, "GET", "/management/bank")).body;
  expect(figures).toMatchObject({ matched: { count: 2 }, oldestToCheck: "2025-04-03" });
  const { body } = await t.call(admin, "POST", "/management/bank/book-sure");
  expect(body.results.map(({ orderIds }: { orderIds: number[] }) => orderIds)).toEqual(
    ids.map((id) => [id]),
  );
});
