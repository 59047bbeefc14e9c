import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { neverRows } from "./rows/neverRows.ts";
import { oneOfEach } from "./rows/oneOfEach.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(oneOfEach);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Returns the constraint that rejects a statement, or undefined; rolls the statement back. */
async function refusedBy(statement: string): Promise<string | undefined> {
  await client.query("begin");
  try {
    expect((await client.query(statement)).rowCount, statement).toBeGreaterThan(0);
    return undefined;
  } catch (error) {
    const { code, constraint } = error as pg.DatabaseError;
    if (code !== "23514" && code !== "23505" && code !== "23P01") throw error;
    return constraint;
  } finally {
    await client.query("rollback");
  }
}

const checksOf = async (table: string) =>
  (
    await client.query<{ name: string }>(
      "select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass",
      [table],
    )
  ).rows.map(({ name }) => name);

test.each(Object.entries(neverRows))(
  "Each check of %s rejects a row, and values at the limits pass",
  async (table, { never, just = [], redundantChecks = [] }) => {
    const refusals = new Set(redundantChecks);
    for (const change of never) {
      const refusal = await refusedBy(`update ${table} set ${change}`);
      expect(refusal, change).toBeDefined();
      refusals.add(refusal!);
    }
    expect([...refusals].toSorted()).toEqual((await checksOf(table)).toSorted());
    for (const change of just) {
      expect(await refusedBy(`update ${table} set ${change}`), change).toBeUndefined();
    }
  },
);

/** Inserts copies of the row with some columns changed. */
async function again(table: string, changes: Record<string, string>, copies = 1) {
  const { rows: columns } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ column_name }) => column_name);
  const values = names.map((name) => changes[name] ?? name);
  return await refusedBy(
    `insert into ${table} (${names.join(", ")}) select ${values.join(", ")}
       from (select * from ${table} limit 1) row, generate_series(1, ${copies})`,
  );
}

const aReportInCart = {
  vintage_id: "null",
  report_id: "1",
  quantity: "1",
  product_type: "'DUE_DILIGENCE_REPORT'",
};
const aReport = { vintage_id: "null", report_id: "1", product_type: "'DUE_DILIGENCE_REPORT'" };

type Copy = Record<string, string>;

/** A copy with the first changes is rejected, one with the others is not. */
const duplicates: [table: string, clash: Copy, apart: Copy][] = [
  ["files", {}, { storage_key: "'b'" }],
  ["roles", { name: "upper(name)" }, { name: "'Another'" }],
  ["partners", { name: "'a PARTNER'" }, { name: "'Another'" }],
  ["users", {}, { username: "'ole@brennvik.example'" }],
  ["passkeys", {}, { credential_id: "'b'" }],
  [
    "company_invitations",
    { email: "'ada@brennvik.example'" },
    { email: "'ada@brennvik.example'", token_hash: "'b'" },
  ],
  ["company_invitations", { token_hash: "'b'" }, { token_hash: "'b'", withdrawn_at: "now()" }],
  ["company_invitations", { token_hash: "'b'" }, { token_hash: "'b'", accepted_at: "now()" }],
  ["vat_rates", {}, { valid_from: "'1999-01-01'" }],
  ["flags", {}, { name: "'another_flag'" }],
  ["flag_overrides", {}, { identity: "'ole'" }],
  ["saved_views", {}, { list: "'users'" }],
  ["saved_views", {}, { user_id: "2" }],
  ["registries", { name: "'a REGISTRY'", code: "null" }, { name: "'Another'", code: "null" }],
  ["registries", { name: "'Another'" }, { name: "'Another'", code: "'BR'" }],
  ["developers", { name: "'a DEVELOPER'" }, { name: "'Another'" }],
  ["auditors", { name: "'an AUDITOR'" }, { name: "'Another'" }],
  ["project_types", { name: "'a TYPE'" }, { name: "'Another'" }],
  ["projects", { external_id: "'ar-1'" }, { external_id: "'AR-2'" }],
  ["vintages", {}, { imported_year: "2023" }],
  ["vintages", {}, { imported_year: "null" }],
  ["project_images", {}, { key: "gen_random_uuid()" }],
  ["price_lists", { name: "'a LIST'" }, { name: "'Another list'" }],
  ["carts", {}, { user_id: "2" }],
  ["cart_items", {}, aReportInCart],
  ["orders", {}, { payment_reference: "'RF02'" }],
  ["order_items", aReport, { ...aReport, position: "2" }],
  ["order_items", { position: "2" }, { ...aReport, position: "2" }],
  ["number_series", {}, { year: "2027" }],
  ["invoices", {}, { number: "'2026-2'" }],
  ["company_budgets", {}, { year: "2027" }],
  ["bank_statements", {}, { from_on: "'2025-01-02'" }],
  ["bank_entries", {}, { part: "1" }],
  ["reminders", {}, { level: "2" }],
  [
    "retirement_blocks",
    { position: "2", numbers: "'[7,8]'" },
    { position: "2", numbers: "'[8,9]'" },
  ],
  ["retirement_blocks", { position: "2", numbers: "'[4,4]'" }, { position: "2", block: "'B-'" }],
  ["holdings", {}, { company_id: "2" }],
];

test.each(duplicates)("A duplicate row in %s is rejected with %o", async (table, clash, apart) => {
  expect(await again(table, clash)).toBeDefined();
  expect(await again(table, apart)).toBeUndefined();
});

/** One copy with these changes is allowed, two are not. */
const pairs: [table: string, copy: Copy][] = [
  ["shortlists", { share_key: `'${randomUUID()}'`, share_until: "now()" }],
  ["cart_items", aReportInCart],
  [
    "bank_refunds",
    {
      status: "'REFUSED'",
      file_id: "1",
      back_entry_id: "1",
      refused_reason: "''",
      refused_at: "now()",
      done_on: "now()",
    },
  ],
  [
    "retirements",
    {
      status: "'RETIRED'",
      decided_at: "now()",
      serials: "'1'",
      registry_url: "''",
      retired_at: "now()",
      certificate_number: "'1'",
    },
  ],
];

test.each(pairs)("Two rows in %s are rejected with %o", async (table, copy) => {
  expect(await again(table, copy)).toBeUndefined();
  expect(await again(table, copy, 2)).toBeDefined();
});

test("Each unique constraint and index is tested with a duplicate row", async () => {
  const { rows } = await client.query<{ name: string }>(`
    select indexrelid::regclass::text as name from pg_index
    where indisunique and not indisprimary and indrelid in (
      select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)`);
  const refusals: (string | undefined)[] = [];
  for (const [table, clash] of duplicates) refusals.push(await again(table, clash));
  for (const [table, copy] of pairs) refusals.push(await again(table, copy, 2));
  // The trigger chains every entry, once.
  refusals.push(await again("audit_chain", { position: "2" }));
  expect(rows.map(({ name }) => name).filter((name) => !refusals.includes(name))).toEqual([]);
});

/** As in SQL: a movement's missing values are null. */
const moves = (kind: string, from: string, to: string, quantity = 1, company = "null") =>
  refusedBy(`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, company_id, reason)
    values (1, '${kind}', '${from}', '${to}', ${quantity}, ${company}, '')`);

test("A movement has a positive quantity, a known kind, and a company if a holding moves", async () => {
  expect(await moves("ISSUE", "OUTSIDE", "AVAILABLE")).toBeUndefined();
  expect(await moves("ISSUE", "OUTSIDE", "AVAILABLE", 0)).toBe("credit_movements_quantity_check");
  expect(await moves("ISSUE", "OUTSIDE", "AVAILABLE", 1, "1")).toBe("credit_movements_check");
  expect(await moves("ISSUE", "OUTSIDE", "RESERVED")).toBe("known_movement");
});

const columnOf = ({ column }: { column: string }) => column;

test("Every table with checks is tested with forbidden rows", async () => {
  const { rows } = await client.query<{ table: string }>(`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`);
  const tried = [...Object.keys(neverRows), "credit_movements"];
  expect(rows.map(({ table }) => table).filter((table) => !tried.includes(table))).toEqual([]);
});

test("Every column that refers to a row has a foreign key", async () => {
  const { rows } = await client.query<{ column: string }>(`
    select attrelid::regclass || '.' || attname as column from pg_attribute
      join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
    where attnum > 0 and not attisdropped and attname ~ '_(id|by)$' and atttypid = any('{int2,int4,int8}'::regtype[])
      and not exists (
        select from pg_constraint where contype = 'f' and conrelid = attrelid and conkey = array[attnum])
    order by 1`);
  expect(rows.map(columnOf)).toEqual([
    // may have been deleted
    "cart_changes.product_id",
    // 0 means all of them
    "catalogue_changes.project_id",
    // recomputed when the rows that they refer to change
    "managed_listings.developer_id",
    "managed_listings.project_type_id",
    "managed_listings.registry_id",
    // in one of four tables
    "record_notes.record_id",
    "record_visits.record_id",
  ]);
});

// Only private data and parts of a record are deleted with it.
test("Nothing that is booked, issued, decided or moved is deleted with the rows that it refers to", async () => {
  const kept = `
    orders order_items order_transitions invoices payments refunds reminders bank_statements
    bank_entries bank_refunds bank_refund_files bank_rules approvals approval_items quotes
    vat_checks companies users retirements retirement_blocks credit_movements vintage_stock
    holdings audit_entries audit_chain
  `.split(/\s+/);
  const { rows } = await client.query<{ column: string }>(
    `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as column from pg_constraint
     where contype = 'f' and confdeltype <> 'a' and conrelid::regclass::text = any($1)`,
    [kept],
  );
  expect(rows.map(columnOf)).toEqual([]);
});
