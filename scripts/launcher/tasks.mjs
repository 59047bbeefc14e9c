import { serverEnv, serverFlags } from "./runtime.mjs";

/**
 * `options` are the accepted arguments; without them any is accepted. With `settings`, invalid settings end the task at
 * once.
 * @typedef {{
 *   file?: string, settings?: boolean, options?: import("./arguments.mjs").Options,
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
  bench: { file: "bench/run.ts", needsWeb: true },
  "bench:books": { file: "bench/books.ts" },
  "bench:catalogue": { file: "bench/catalogue.ts" },
  "bench:lists": { file: "bench/lists.ts" },
  "bench:size": { file: "bench/size.ts" },
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
