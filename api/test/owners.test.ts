import { expect, test } from "vitest";
import { filesBelow, textOf } from "./imports.ts";

// Projects are written by operators, imports and the demonstration; merging directory entries updates their references.
const projectWriters = ["catalogue", "demo", "directory", "imports", "projects"];
// What buyers see of a project changes with its facts and with its stock.
const listingWriters = ["catalogue", "ledger"];

/** The features that may write each table; reading is not restricted. `core` is api/src/core. */
const tableOwners: Record<string, string | readonly string[]> = {
  account_tokens: "accounts",
  approval_items: "approvals",
  approval_rules: "approvals",
  approvals: "approvals",
  attempts: "accounts",
  audit_chain: "core",
  audit_entries: "core",
  audit_head: "core",
  audit_start: "core",
  auditors: "directory",
  bank_entries: "bank",
  bank_refund_files: "bank",
  bank_refunds: "bank",
  bank_rules: "bank",
  bank_statements: "bank",
  bulk_runs: "core",
  cart_changes: "cart",
  cart_items: "cart",
  carts: "cart",
  catalogue_changes: listingWriters,
  catalogue_horizon: "catalogue",
  catalogue_import_rows: "imports",
  catalogue_imports: "imports",
  companies: ["accounts", "company"],
  company_budgets: "approvals",
  company_details: "company",
  company_invitations: "company",
  company_targets: "portfolio",
  country_names: "catalogue",
  credit_movements: "ledger",
  developers: "directory",
  files: "core",
  flag_overrides: "flags",
  flags: "flags",
  holdings: "portfolio",
  idempotency_keys: "core",
  import_mappings: "imports",
  invoices: "invoices",
  mail_texts: "mails",
  mails: "core",
  managed_listings: "catalogue",
  notifications: "notifications",
  number_series: "invoices",
  order_items: "orders",
  order_transitions: "orders",
  orders: "orders",
  partners: "partners",
  passkeys: "accounts",
  payments: "orders",
  price_list_companies: "priceLists",
  price_list_prices: "priceLists",
  price_lists: "priceLists",
  project_changes: projectWriters,
  project_documents: "projects",
  project_facts: "evidence",
  project_images: "projects",
  project_imports: ["demo", "imports"],
  project_labels: projectWriters,
  project_types: "directory",
  projects: projectWriters,
  // Merging companies updates them.
  quotes: ["company", "quotes"],
  record_notes: "records",
  record_visits: "records",
  recovery_codes: "accounts",
  refunds: "orders",
  registries: "directory",
  registry_vintages: ["demo", "imports"],
  registry_years: ["demo", "imports"],
  reminder_stops: "receivables",
  reminders: "receivables",
  report_projects: "reports",
  reports: "reports",
  retirement_blocks: "retirements",
  retirements: "retirements",
  roles: "people",
  saved_searches: "shortlists",
  saved_views: "views",
  second_factors: "accounts",
  sessions: "accounts",
  settings: "settings",
  settings_files: "settings",
  shortlist_vintages: "shortlists",
  shortlists: "shortlists",
  support_messages: "support",
  support_requests: "support",
  users: "accounts",
  vat_checks: "vatChecks",
  vat_rates: "settings",
  vintage_facts: "evidence",
  vintage_prices: ["catalogue", "demo"],
  vintage_stock: "ledger",
  vintages: projectWriters,
};

/** Triggers that write to another feature's table. */
const crossingTriggers = [
  // A vintage must have its row of stock from the start.
  "open_vintage_stock on vintages writes vintage_stock",
];

const schema = filesBelow("api/schema").map(textOf).join("\n");
const ownersOf = (table: string) => [tableOwners[table] ?? []].flat();
const builder = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)/g;
const statement =
  /(?<!\b(?:for|key|do|or|before|after) )\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?(\w+)/gi;
const writtenBy = (text: string, ...patterns: RegExp[]) =>
  new Set(
    patterns
      .flatMap((pattern) => [...text.matchAll(pattern)].map(([, table]) => table!))
      .filter((table) => table in tableOwners),
  );

test("A table has an owner", () => {
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(Object.keys(tableOwners)).toEqual(tables.toSorted());
});

test("A table is only written by its owner, a feature or the core", () => {
  const files = filesBelow("api/src").filter((file) => !/\.(test|harness)\.ts$/.test(file));
  const writes = files.flatMap((file) => {
    const who = /\/features\/([^/]+)\//.exec(file)?.[1] ?? "core";
    return [...writtenBy(textOf(file), builder, statement)].map((table) => ({
      file,
      who,
      table,
    }));
  });
  expect(writes.length).toBeGreaterThan(50);
  const foreign = writes.filter(({ who, table }) => !ownersOf(table).includes(who));
  expect(foreign.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
});

test("Writes to a feature's table are in its SQL files", () => {
  const files = filesBelow("api/src/features").filter(
    (file) => file.endsWith(".ts") && !/\.(test|harness|sql)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => writtenBy(textOf(file), builder, statement).size > 0)).toEqual([]);
});

test("A table is written by no trigger of another feature's table", () => {
  const bodies = new Map(
    [...schema.matchAll(/create function (\w+)\(.*?\$\$(.*?)\$\$;/gs)].map(([, name, body]) => [
      name!,
      body!,
    ]),
  );
  const triggers = [
    ...schema.matchAll(
      /create (?:constraint )?trigger \w+\s.*?\son (\w+)\s.*?execute function (\w+)/gs,
    ),
  ];
  expect(triggers.length).toBeGreaterThan(5);
  const crossing = triggers.flatMap(([, table, name]) =>
    [...writtenBy(bodies.get(name!) ?? "", statement)]
      .filter((written) => !ownersOf(written).some((who) => ownersOf(table!).includes(who)))
      .map((written) => `${name} on ${table} writes ${written}`),
  );
  expect(crossing.toSorted()).toEqual(crossingTriggers.toSorted());
});
