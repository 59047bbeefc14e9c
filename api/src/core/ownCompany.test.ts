import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../test/app.ts";
import { inTransaction, type Tx } from "./db.ts";
import { lockOwnCompany } from "./ownCompany.sql.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const waiting = async () =>
  (
    await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  ).rows.length;

async function merge(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await sql`update companies set merged_into_id = ${intoId}, merge_reason = 'One group', closed_at = now()
    where id = ${fromId}`.execute(tx);
  await sql`update users set company_id = ${intoId} where company_id = ${fromId}`.execute(tx);
}

test("An account whose company is merged twice belongs to the last company", async () => {
  const [person, second, third] = [await t.aUser(), await t.aUser(), await t.aUser()];
  let found: Promise<number> | undefined;
  await inTransaction(t.db, async (later) => {
    await sql`select from companies where id = ${second.companyId} for no key update`.execute(
      later,
    );
    await inTransaction(t.db, async (sooner) => {
      await merge(sooner, person.companyId, second.companyId);
      found = inTransaction(t.db, (tx) => lockOwnCompany(tx, person.userId));
      await expect.poll(waiting).toBe(1);
    });
    await expect.poll(waiting).toBe(1);
    await merge(later, second.companyId, third.companyId);
  });
  expect(await found!).toBe(third.companyId);
});
