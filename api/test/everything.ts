import { sql } from "kysely";
import type { Db } from "../src/core/db.ts";

/** Returns a hash of each table's rows, by table: equal before and after a call that changes nothing. */
export async function everything(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as hash from ${sql.table(name)} r`.execute(
      db,
    );
    hashes[name] = rows[0]!.hash;
  }
  return hashes;
}
