import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

/** Whether this server looks at the watched folder now: one at a time does, until its transaction ends. */
export async function lockFolder(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('bank.folder')) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** Where mails about the bank go: everybody who may book. */
export async function operatorsOfMoney(executor: Executor): Promise<string[]> {
  const rows = await executor
    .selectFrom("users")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select("users.username")
    .where("users.blocked", "=", false)
    .where((eb) => eb("roles.permissions", "@>", eb.val(["orders:write"])))
    .orderBy("users.id")
    .execute();
  return rows.map(({ username }) => username);
}
