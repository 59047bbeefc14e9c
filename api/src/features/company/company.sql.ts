import { sql } from "kysely";
import type { InvoiceDetails } from "@tonneline/contract/company";
import type { Executor, Tx } from "../../core/db.ts";

/** Returns the last saved invoice details; orders have their own copy. Undefined before the first save. */
export function detailsOf(executor: Executor, companyId: number) {
  return executor
    .selectFrom("company_details")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
}

/** Saves over `version` (0: none saved yet; undefined: any version). False if another save came first. */
export async function saveDetails(
  executor: Executor,
  companyId: number,
  details: InvoiceDetails,
  version: number | undefined,
): Promise<boolean> {
  const { companyName, invoiceAddress: address, invoiceEmail, vatNumber } = details;
  const columns = {
    company_name: companyName,
    vat_number: vatNumber,
    invoice_email: invoiceEmail,
    street: address.street,
    postal_code: address.postalCode,
    province: address.province,
    city: address.city,
    country_code: address.countryCode,
  };
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto("company_details")
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column("company_id")
        .doUpdateSet({
          ...columns,
          version: sql<number>`company_details.version + 1`,
          updated_at: sql<Date>`now()`,
        })
        .where(
          sql<boolean>`${version ?? null}::integer is null or company_details.version = ${version ?? null}`,
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes the details: the next save starts at version 1 again. Orders have their own copy. */
export async function deleteDetails(executor: Executor, companyId: number): Promise<void> {
  await executor.deleteFrom("company_details").where("company_id", "=", companyId).execute();
}

/** Closes a company and replaces its name, which may be that of a person. */
export async function markClosed(tx: Tx, companyId: number): Promise<void> {
  await tx
    .updateTable("companies")
    .set({ closed_at: sql<Date>`now()`, name: "Closed company", version: sql<number>`version + 1` })
    .where("id", "=", companyId)
    .execute();
}
