import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { invoiceDetails, testApp, type TestApp } from "../../../test/app.ts";
import { anOrder, aPaidOrder } from "../../../test/builders/order.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import type { Tx } from "../../core/db.ts";
import { differences } from "./ledger.sql.ts";

let t: TestApp;
/** The subjects of all stored numbers; each is created by a step of its own. */
let made: {
  adminId: number;
  userId: number;
  companyId: number;
  projectId: number;
  vintageId: number;
  otherVintageId: number;
  paid: number;
  open: number;
  rejected: number;
  ofReports: number;
  waiting: number;
  retired: number;
  declined: number;
};

beforeAll(async () => {
  t = await testApp();
  const [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  const project = await aProject(t.db, {
    registry: "A registry of its own",
    vintages: [{ credits: 1000 }, { year: 2023, credits: 500 }],
  });
  const [vintageId, otherVintageId] = project.vintageIds as [number, number];
  const decide = (thing: string, step: string, body: object) =>
    t.call(admin, "POST", `/management/${thing}/${step}`, body);
  const retire = async (quantity: number) =>
    (
      await t.call(buyer, "POST", "/me/retirements", {
        vintageId,
        quantity,
        beneficiaryName: "Brennvik Logistics GmbH",
        purpose: "OWN_EMISSIONS",
      })
    ).body.id as number;
  const paid = (await aPaidOrder(t, admin, buyer, vintageId, 100)).id;
  const open = (await anOrder(t, buyer, vintageId, 30)).id;
  const rejected = (await anOrder(t, buyer, vintageId, 20)).id;
  await decide(`orders/${rejected}`, "reject", { reason: "Not a company" });
  const reportId = await aReport(t.db, project.id);
  const cart = await t.call(buyer, "POST", "/me/cart/reports", { reportId });
  const checkout = { ...invoiceDetails, version: cart.body.version };
  const ofReports = (await t.call(buyer, "POST", "/me/cart/checkout", checkout)).body.id;
  const [waiting, retired, declined] = [await retire(10), await retire(7), await retire(5)];
  await decide(`retirements/${retired}`, "complete", {
    serialNumberFrom: "A-1",
    serialNumberTo: "A-7",
    registryUrl: "https://registry.example/1",
    retiredAt: new Date().toISOString(),
  });
  await decide(`retirements/${declined}`, "decline", { reason: "Not possible" });
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 40 });
  made = {
    adminId: admin.userId,
    userId: buyer.userId,
    companyId: buyer.companyId,
    projectId: project.id,
    vintageId,
    otherVintageId,
    paid,
    open,
    rejected,
    ofReports,
    waiting,
    retired,
    declined,
  };
});
afterAll(() => t.close());

test("The ledger agrees with every number after every kind of step", async () => {
  expect(await differences(t.db)).toEqual([]);
  const stock = await t.db
    .selectFrom("vintage_stock")
    .selectAll()
    .where("vintage_id", "=", made.vintageId)
    .executeTakeFirst();
  expect(stock).toMatchObject({
    issued: 1000,
    available: 830,
    reserved: 40,
    committed: 30,
    held: 83,
    retiring: 10,
    retired: 7,
  });
});

/** Corrupts a number, bypassing the checks that would reject it, then runs `work` and rolls back. */
async function corrupted<T>(table: string, statement: string, work: (tx: Tx) => Promise<T>) {
  const undo = new Error("taken back");
  let result: T | undefined;
  await t.db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
        where contype = 'c' and conrelid = ${table}::regclass`.execute(tx);
      for (const { name } of rows)
        await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
      const { numAffectedRows } = await sql.raw(statement).execute(tx);
      expect(numAffectedRows).toBe(1n);
      result = await work(tx);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return result;
}

type Change = [
  number: string,
  table: string,
  statement: (m: typeof made) => string,
  found: (m: typeof made) => object,
];
const stockColumns = [
  ["issued", 1000],
  ["available", 830],
  ["reserved", 40],
  ["committed", 30],
  ["held", 83],
  ["retiring", 10],
  ["retired", 7],
] as const;
const holdingColumns = [
  ["purchased", "purchased", 100],
  ["in_progress", "in progress", 10],
  ["retired", "retired", 7],
] as const;
const changes: Change[] = [
  ...stockColumns.map(([column, ledger]): Change => [
    `a vintage's stock ${column}`,
    "vintage_stock",
    (m) => `update vintage_stock set ${column} = ${column} + 1 where vintage_id = ${m.vintageId}`,
    (m) => ({
      what: `stock ${column}`,
      vintageId: m.vintageId,
      counted: ledger + 1,
      ledger,
    }),
  ]),
  ...holdingColumns.map(([column, words, ledger]): Change => [
    `a holding's ${words} credits`,
    "holdings",
    (m) => `update holdings set ${column} = ${column} + 2 where company_id = ${m.companyId}`,
    (m) => ({
      what: `holding of company ${m.companyId} ${words}`,
      vintageId: m.vintageId,
      counted: ledger + 2,
      ledger,
    }),
  ]),
  [
    "what a cart holds",
    "cart_items",
    (m) => `update cart_items set reserved = 39 where vintage_id = ${m.vintageId}`,
    (m) => ({
      what: `held for user ${m.userId}`,
      vintageId: m.vintageId,
      counted: 39,
      ledger: 40,
    }),
  ],
  ...(["paid", "open", "rejected"] as const).map((which): Change => [
    `the quantity of an order that is ${which}`,
    "order_items",
    (m) => `update order_items set quantity = quantity + 1 where order_id = ${m[which]}`,
    (m) => {
      const ledger = { paid: 100, open: 30, rejected: 20 }[which];
      const what = `order ${m[which]} ordered`;
      return { what, vintageId: m.vintageId, counted: ledger + 1, ledger };
    },
  ]),
  [
    "an order's credits in all",
    "orders",
    (m) => `update orders set total_credits = 31 where id = ${m.open}`,
    (m) => ({ what: `order ${m.open} in all`, vintageId: null, counted: 31, ledger: 30 }),
  ],
  [
    "the credits of an order that has none",
    "orders",
    (m) => `update orders set total_credits = 2 where id = ${m.ofReports}`,
    (m) => ({ what: `order ${m.ofReports} in all`, vintageId: null, counted: 2, ledger: 0 }),
  ],
  [
    "an order that says it is paid",
    "orders",
    (m) => `update orders set status = 'PAID' where id = ${m.open}`,
    (m) => ({
      what: `order ${m.open} delivered`,
      vintageId: m.vintageId,
      counted: 30,
      ledger: 0,
    }),
  ],
  [
    "a rejected order that says it is open",
    "orders",
    (m) => `update orders set status = 'AWAITING_APPROVAL' where id = ${m.rejected}`,
    (m) => ({
      what: `order ${m.rejected} returned`,
      vintageId: m.vintageId,
      counted: 0,
      ledger: 20,
    }),
  ],
  ...(["waiting", "retired", "declined"] as const).map((which): Change => [
    `the quantity of a retirement that is ${which}`,
    "retirements",
    (m) => `update retirements set quantity = quantity - 1 where id = ${m[which]}`,
    (m) => {
      const ledger = { waiting: 10, retired: 7, declined: 5 }[which];
      const what = `retirement ${m[which]} requested`;
      return { what, vintageId: m.vintageId, counted: ledger - 1, ledger };
    },
  ]),
  [
    "a retirement that says it is done",
    "retirements",
    (m) => `update retirements set status = 'RETIRED' where id = ${m.waiting}`,
    (m) => ({
      what: `retirement ${m.waiting} retired`,
      vintageId: m.vintageId,
      counted: 10,
      ledger: 0,
    }),
  ],
  [
    "what a buyer bought in all",
    "users",
    (m) => `update users set total_purchased_volume = 101 where id = ${m.userId}`,
    (m) => ({
      what: `bought by user ${m.userId}`,
      vintageId: null,
      counted: 101,
      ledger: 100,
    }),
  ],
  [
    "what someone bought who never did",
    "users",
    (m) => `update users set total_purchased_volume = 5 where id = ${m.adminId}`,
    (m) => ({ what: `bought by user ${m.adminId}`, vintageId: null, counted: 5, ledger: 0 }),
  ],
  [
    "a holding of what was never delivered",
    "holdings",
    (m) => `insert into holdings (company_id, vintage_id, purchased, credit_type)
      values (${m.companyId}, ${m.otherVintageId}, 5, 'EX_POST')`,
    (m) => ({
      what: `holding of company ${m.companyId} purchased`,
      vintageId: m.otherVintageId,
      counted: 5,
      ledger: 0,
    }),
  ],
];

test.each(changes)(
  "Tampering with %s is detected, and nothing else reported",
  async (_number, table, change, found) => {
    expect(await corrupted(table, change(made), differences)).toEqual([found(made)]);
  },
);

describe("a deleted row", () => {
  test("of the holdings is detected by each of its numbers", async () => {
    const rows = await corrupted(
      "holdings",
      `delete from holdings where company_id = ${made.companyId}`,
      differences,
    );
    expect(rows!.map(({ what, ledger }) => [what, ledger])).toEqual([
      [`holding of company ${made.companyId} in progress`, 10],
      [`holding of company ${made.companyId} purchased`, 100],
      [`holding of company ${made.companyId} retired`, 7],
    ]);
  });
  test("of a cart is detected", async () => {
    const statement = `delete from cart_items where vintage_id = ${made.vintageId}`;
    expect(await corrupted("cart_items", statement, differences)).toMatchObject([
      { what: `held for user ${made.userId}`, counted: 0, ledger: 40 },
    ]);
  });
});

test.each([
  ["a hold", "'RESERVE', 'AVAILABLE', 'RESERVED'", ["held for user unknown"]],
  [
    "an order",
    "'COMMIT', 'RESERVED', 'COMMITTED'",
    ["held for user unknown", "order unknown ordered"],
  ],
])("A movement of %s without references is detected and described", async (_, movement, found) => {
  const statement = `insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, reason)
    select ${made.vintageId}, ${movement}, 1, 'test'`;
  const rows = await corrupted("vintage_stock", statement, differences);
  expect(rows!.map(({ what }) => what)).toEqual(found);
});

describe("the ledger itself", () => {
  test.each([
    ["changed", "update credit_movements set quantity = quantity + 1"],
    ["changed in one row", "update credit_movements set reason = 'x' where id = 1"],
    ["shortened", "delete from credit_movements where id = 1"],
    ["emptied", "truncate credit_movements"],
    ["emptied with all that hangs on it", "truncate vintages cascade"],
  ])("cannot be %s", async (_name, statement) => {
    const before = await sql`select * from credit_movements order by id`.execute(t.db);
    await expect(sql.raw(statement).execute(t.db)).rejects.toThrow(
      "credit_movements is append-only",
    );
    expect((await sql`select * from credit_movements order by id`.execute(t.db)).rows).toEqual(
      before.rows,
    );
  });

  test.each([
    ["more than is available", "'COMMIT', 'RESERVED', 'COMMITTED', 41"],
    ["between accounts that no step connects", "'RETIRE', 'AVAILABLE', 'RETIRED', 1"],
    ["nothing", "'RESERVE', 'AVAILABLE', 'RESERVED', 0"],
  ])("accepts no movement of %s", async (_name, movement) => {
    const insert = `insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, reason)
      select ${made.vintageId}, ${movement}, 'test'`;
    await expect(sql.raw(insert).execute(t.db)).rejects.toMatchObject({ code: "23514" });
  });
});

test("npm run ledger:verify prints the one number that is wrong, and fails", async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db);
  const DATABASE_URL = inject("postgresUrl").replace("/postgres?", `/${rows[0]!.name}?`);
  const command = path.resolve(import.meta.dirname, "../../commands/ledger-verify.ts");
  const verify = () =>
    promisify(execFile)(process.execPath, [command], { env: { ...process.env, DATABASE_URL } });

  expect((await verify()).stdout).toMatch(
    /^\d+ movements checked in [\d.]+ s: all counts agree\n$/,
  );
  await sql`update holdings set retired = retired + 1 where company_id = ${made.companyId}`.execute(
    t.db,
  );
  const wrong = await verify().catch((error: { code: number; stdout: string }) => error);

  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.stdout.split("\n").slice(0, 1)).toEqual([
    `holding of company ${made.companyId} retired of vintage ${made.vintageId}: counted 8, the ledger says 7`,
  ]);
  expect(wrong.stdout).toMatch(/: 1 difference\n$/);
});
