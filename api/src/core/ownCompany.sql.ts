import { sql, type RawBuilder } from "kysely";
import type { Tx } from "./db.ts";

/**
 * In SQL, the company of an account, locked against being merged into another until the transaction ends: rows written for it
 * are then included in a later merge, or belong to the merged company from the start.
 */
export function ownCompany(userId: number): RawBuilder<number> {
  return sql<number>`(select coalesce(c.merged_into_id, c.id)
    from users u join companies c on c.id = u.company_id where u.id = ${userId} for share of c)`;
}

/** Runs the same in its own statements. The account must exist. */
export async function lockOwnCompany(tx: Tx, userId: number): Promise<number> {
  let found: number | undefined;
  for (;;) {
    const { rows } = await sql<{ id: number }>`select ${ownCompany(userId)} as id`.execute(tx);
    const { id } = rows[0]!;
    // After waiting for a merge this is the other company, which is not locked yet: it may have been merged by now.
    if (id === found) return id;
    found = id;
  }
}
