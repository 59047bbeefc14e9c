import { sql } from "kysely";
import type { Executor } from "../../core/db.ts";

export function storedSections(executor: Executor) {
  return executor.selectFrom("settings").select(["section", "value"]).execute();
}

/** A country's standard rate in percent on a day; undefined where the table has none. */
export async function rateOn(
  executor: Executor,
  countryCode: string,
  on: Date,
): Promise<number | undefined> {
  const row = await executor
    .selectFrom("vat_rates")
    .select("percent")
    .where("country_code", "=", countryCode)
    .where("valid_from", "<=", sql<string>`(${on}::timestamptz at time zone 'UTC')::date`)
    .orderBy("valid_from", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.percent;
}
