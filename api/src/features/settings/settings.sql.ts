import { sql } from "kysely";
import { dayStart, sellerToday } from "../../core/days.sql.ts";
import { lockOwner, type Executor, type Tx } from "../../core/db.ts";

/** Returns the saved sections, unparsed, with their versions; sections never saved are missing, and the defaults apply. */
export function storedSections(executor: Executor) {
  return executor.selectFrom("settings").select(["section", "value", "version"]).execute();
}

/** Returns a country's standard rate in percent today; undefined if it has none. */
export async function rateToday(
  executor: Executor,
  countryCode: string,
): Promise<number | undefined> {
  const row = await executor
    .selectFrom("vat_rates")
    .select("percent")
    .where("country_code", "=", countryCode)
    .where("valid_from", "<=", sellerToday)
    .orderBy("valid_from", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.percent;
}

/** Whether PostgreSQL has a time zone of exactly this name. */
export async function knowsTimeZone(executor: Executor, zone: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(executor);
  return rows.length > 0;
}

/** Saves a section over `version` (0: never saved); false if its version is a different one by now. */
export async function saveSection(
  tx: Tx,
  section: string,
  value: object,
  version: number,
  actorId: number | null,
): Promise<boolean> {
  const json = JSON.stringify(value);
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("settings")
      .values({ section, value: json, updated_by: actorId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable("settings")
    .set({
      value: json,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: actorId,
    })
    .where("section", "=", section)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Returns all standard rates in percent, including past and future ones, by country, each with its first day, the oldest
 * first.
 */
export function vatRates(executor: Executor) {
  return executor
    .selectFrom("vat_rates")
    .select(["country_code as countryCode", "valid_from as validFrom", "percent"])
    .orderBy("country_code")
    .orderBy("valid_from")
    .execute();
}

/** Inserts a rate; false if the country already has one from that day. */
export async function insertRate(tx: Tx, rate: Rate): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("vat_rates")
    .values({
      country_code: rate.countryCode,
      valid_from: rate.validFrom,
      percent: rate.percent,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

interface Rate {
  countryCode: string;
  validFrom: string;
  percent: number;
}

/** Returns the percentage of a country's rate from a day, and locks it until the transaction ends. */
export async function lockRate(
  tx: Tx,
  { countryCode, validFrom }: Pick<Rate, "countryCode" | "validFrom">,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom("vat_rates")
    .select("percent")
    .where("country_code", "=", countryCode)
    .where("valid_from", "=", validFrom)
    .forUpdate()
    .executeTakeFirst();
  return row?.percent;
}

/** Replaces a country's existing rate from a day. */
export async function replaceRate(tx: Tx, rate: Rate): Promise<void> {
  await tx
    .updateTable("vat_rates")
    .set({ percent: rate.percent })
    .where("country_code", "=", rate.countryCode)
    .where("valid_from", "=", rate.validFrom)
    .execute();
}

/** Whether an invoice has been issued at the rate since its first day. Orders without one get the rate of their approval. */
export async function hasInvoices(
  executor: Executor,
  { countryCode, validFrom, percent }: Rate,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (
      select from orders where approved_at >= ${dayStart(validFrom)} and vat_category = 'S'
        and country_code = ${countryCode} and vat_percent = ${percent}
    ) as has`.execute(executor);
  return rows[0]!.has;
}

/** Removes a rate and returns its percentage; undefined if there was none. */
export async function removeRate(
  tx: Tx,
  countryCode: string,
  validFrom: string,
): Promise<number | undefined> {
  const row = await tx
    .deleteFrom("vat_rates")
    .where("country_code", "=", countryCode)
    .where("valid_from", "=", validFrom)
    .returning("percent")
    .executeTakeFirst();
  return row?.percent;
}

/** Returns the current site files, each with its `slot`. */
export function siteFileRows(executor: Executor) {
  return executor
    .selectFrom("settings_files")
    .innerJoin("files", "files.id", "settings_files.file_id")
    .select(["settings_files.name as slot", "files.id", "files.name"])
    .execute();
}

/** Whether any demonstration project is visible to buyers. */
export async function showsDemonstration(executor: Executor): Promise<boolean> {
  const shown = await executor
    .selectFrom("projects")
    .select("id")
    .where("demonstration", "=", true)
    .where("hidden", "=", false)
    .limit(1)
    .executeTakeFirst();
  return shown !== undefined;
}

/** Replaces a site file (null: removes it) and returns the previous one. */
export async function replaceSiteFile(
  tx: Tx,
  slot: string,
  fileId: number | null,
): Promise<{ id: number; name: string } | undefined> {
  // A slot without a file has no row to lock.
  await lockOwner(tx, `site file ${slot}`, 0);
  const before = await tx
    .selectFrom("settings_files")
    .innerJoin("files", "files.id", "settings_files.file_id")
    .select(["files.id", "files.name"])
    .where("settings_files.name", "=", slot)
    .executeTakeFirst();
  if (fileId === null) {
    await tx.deleteFrom("settings_files").where("name", "=", slot).execute();
    return before;
  }
  await tx
    .insertInto("settings_files")
    .values({ name: slot, file_id: fileId })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ file_id: fileId, updated_at: sql<Date>`now()` }),
    )
    .execute();
  return before;
}

/** Finds a stored file of this name with the same bytes. */
export async function storedFileId(
  executor: Executor,
  name: string,
  sha256: string,
): Promise<number | undefined> {
  const row = await executor
    .selectFrom("files")
    .select("id")
    .where("name", "=", name)
    .where("sha256", "=", sha256)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the id if the file is currently a site file. */
export function siteFile(executor: Executor, fileId: number) {
  return executor
    .selectFrom("settings_files")
    .select("file_id as id")
    .where("file_id", "=", fileId)
    .executeTakeFirst();
}
