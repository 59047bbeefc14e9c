import { spawn } from "node:child_process";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../test/app.ts";
import { recordAudit } from "../core/audit.ts";
import { pruneOldEntries } from "../features/audit/audit.service.ts";
import { chainHead } from "../features/audit/audit.sql.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  const actor = { userId: null, username: "ola@market.example", ip: "192.0.2.7" };
  for (const n of [1, 2, 3, 4])
    await recordAudit(t.db, actor, { action: "tail.grow", after: { n } });
});
afterAll(() => t.close());

/** Runs the command with checkpoints to expect; returns its exit code and output. */
async function verify(
  { databaseUrl }: TestApp,
  ...checkpoints: string[]
): Promise<{ code: number | null; output: string }> {
  const file = path.join(import.meta.dirname, "audit-verify.ts");
  const expected = checkpoints.flatMap((each) => ["--expect", each]);
  const child = spawn(process.execPath, [file, ...expected], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

/** The current end of the log, as recorded elsewhere. */
async function checkpoint() {
  const { position, hash } = await chainHead(t.db);
  return { position, written: `${position}:${hash}` };
}

test("A log that matches its checkpoints is intact, and its next checkpoint is printed", async () => {
  const { position, written } = await checkpoint();
  const output = `${position} entries, the chain is whole; its checkpoint is ${written}\n`;
  expect(await verify(t)).toEqual({ code: 0, output });
  expect(await verify(t, written)).toEqual({ code: 0, output });
});

test("A checkpoint that does not match the log is a break, even next to one that does", async () => {
  const { position, written } = await checkpoint();
  const other = `${position}:${"0".repeat(64)}`;
  const { code, output } = await verify(t, written, other);
  expect(code).toBe(1);
  expect(output).toContain(
    `checkpoint ${position}: position ${position} is not what it was at the checkpoint\n`,
  );
  expect(output).toContain(`1 break in a chain of ${position} entries`);
});

test("Anything that is not a checkpoint is refused, with an example of one", async () => {
  const { code, output } = await verify(t, "yesterday's");
  expect(code).toBe(1);
  expect(output).toMatch(
    /^--expect "yesterday's" is not a checkpoint\.\nUsage: .*--expect POSITION:HASH/,
  );
});

test("A truncated log is only detected by the checkpoint", async () => {
  const { position, written } = await checkpoint();
  await t.db.transaction().execute(async (tx) => {
    // An attacker who can do this can also adjust the head.
    for (const statement of [
      "set local session_replication_role = replica",
      "delete from audit_entries where id in (select entry_id from audit_chain order by position desc limit 2)",
      "delete from audit_chain where position > (select max(position) - 2 from audit_chain)",
      "update audit_head set (position, hash) = (select position, hash from audit_chain order by position desc limit 1)",
    ])
      await sql.raw(statement).execute(tx);
  });
  expect((await verify(t)).code).toBe(0);
  const { code, output } = await verify(t, written);
  expect(code).toBe(1);
  expect(output).toContain(
    `the log ends at ${position - 2}, but had ${position} entries at the checkpoint: its end was cut off`,
  );
});

test("Entries deleted by the settings are reported, as is a checkpoint that no longer proves anything", async () => {
  const own = await testApp();
  await sql`insert into audit_entries (at, action) values (now() - interval '400 days', 'test.old')`.execute(
    own.db,
  );
  const { position, hash } = await chainHead(own.db);
  await recordAudit(own.db, undefined, { action: "test.new" });
  await pruneOldEntries(own.db, 365);
  const { code, output } = await verify(own, `${position}:${hash}`);
  expect(code).toBe(0);
  expect(output).toContain(
    `checkpoint ${position}: older than the entries that are kept, and proves nothing\n`,
  );
  expect(output).toContain(
    `${position + 2} entries (the first ${position} were removed, as the settings say), the chain is whole`,
  );
  await own.close();
});
