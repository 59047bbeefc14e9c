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

/** The same by a statement of its own. There must be such an account. */
export async function lockOwnCompany(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${ownCompany(userId)} as id`.execute(tx);
  return rows[0]!.id;
}
