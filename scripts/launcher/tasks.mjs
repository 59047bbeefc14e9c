import { serverEnv, serverFlags } from "./runtime.mjs";

/**
 * `options` are the accepted arguments; without them any is accepted, and `usage` is the task's --help. With
 * `settings`, invalid settings end the task at once.
 * @typedef {{
 *   file?: string, settings?: boolean, options?: import("./arguments.mjs").Options, usage?: string,
 *   needsWeb?: boolean, stopsWithLauncher?: boolean, flags?: string[], env?: Record<string, string>
 * }} Task
 */

/**
 * The tasks behind the npm scripts, by script name.
 * @type {Record<string, Task>}
 */
export const tasks = {
  start: {
    file: "api/src/main.ts",
    settings: true,
    options: { help: "boolean" },
    needsWeb: true,
    stopsWithLauncher: true,
    flags: serverFlags,
    env: serverEnv,
  },
  build: { needsWeb: true, options: {} },
  dev: { file: "scripts/dev.mjs", settings: true, options: {} },
  check: { file: "scripts/check.mjs", options: {} },
  test: { file: "scripts/test.mjs", options: {} },
  e2e: { file: "scripts/e2e.mjs" },
  fuzz: { file: "scripts/fuzz.mjs", options: {} },
  mutate: { file: "scripts/mutate.mjs" },
  bench: {
    file: "bench/run.ts",
    needsWeb: true,
    usage:
      "npm run bench [-- [--check] [PART OF A NAME]…] also reads BENCH_SECONDS and BENCH_PORT.",
  },
  "bench:books": {
    file: "bench/books.ts",
    usage: "npm run bench:books reads BENCH_SECONDS, BENCH_MOVEMENTS and BENCH_APPROVALS.",
  },
  "bench:catalogue": {
    file: "bench/catalogue.ts",
    usage: "npm run bench:catalogue [-- PROJECTS…] also reads BENCH_DATA, a folder to keep.",
  },
  "bench:lists": {
    file: "bench/lists.ts",
    usage:
      "npm run bench:lists [-- LIST…] also reads BENCH_ROWS, and BENCH_DATA, a folder to keep.",
  },
  "bench:size": {
    file: "bench/size.ts",
    usage: "npm run bench:size [-- PROJECTSxORDERS…] also reads BENCH_SECONDS.",
  },
  chaos: { file: "chaos/run.ts", needsWeb: true },
  import: {
    file: "api/src/commands/import.ts",
    settings: true,
    options: { projects: "string", vintages: "string", annual: "string", "dry-run": "boolean" },
  },
  "ledger:verify": { file: "api/src/commands/ledger-verify.ts", settings: true, options: {} },
  "audit:verify": {
    file: "api/src/commands/audit-verify.ts",
    settings: true,
    options: { expect: "string" },
  },
  "demo:end": { file: "api/src/commands/demo-end.ts", settings: true, options: {} },
  "admin:create": {
    file: "api/src/commands/admin-create.ts",
    settings: true,
    options: { username: "string", "first-name": "string", "last-name": "string" },
  },
  backup: { file: "api/src/commands/backup.ts", settings: true, options: { to: "string" } },
  restore: { file: "api/src/commands/restore.ts", settings: true, options: { from: "string" } },
  migrate: { file: "api/src/commands/migrate.ts", settings: true, options: {} },
};
