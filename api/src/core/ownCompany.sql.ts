import { sql, type RawBuilder } from "kysely";
import type { Tx } from "./db.ts";

/**
 * In SQL, the company of an account, which cannot be merged into another until the transaction ends: what is written for it
 * goes along with a merge, or is the other one's from the start.
 */
export function ownCompany(userId: number): RawBuilder<number> {
  return sql<number>`(select coalesce(c.merged_into_id, c.id)
    from users u join companies c on c.id = u.company_id where u.id = ${userId} for share of c)`;
}

/** The same by statements of its own. There must be such an account. */
export async function lockOwnCompany(tx: Tx, userId: number): Promise<number> {
  let found: number | undefined;
  for (;;) {
    const { rows } = await sql<{ id: number }>`select ${ownCompany(userId)} as id`.execute(tx);
    const { id } = rows[0]!;
    // Whoever waited for a merge has the other company, but has not locked it: it may be merged by now.
    if (id === found) return id;
    found = id;
  }
}
