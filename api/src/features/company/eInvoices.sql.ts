import type { CompanyEInvoices } from "@tonneline/contract/eInvoices";
import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

/**
 * Returns e-invoice settings with the company's name and version; `scheme` and `id` are null without an address. The
 * company must exist.
 */
export async function eInvoicesBy(executor: Executor, companyId: number) {
  return await executor
    .selectFrom("companies")
    .select([
      "name",
      "version",
      "e_invoice_profile as profile",
      "e_invoice_reference as reference",
      "e_address_scheme as scheme",
      "e_address as id",
    ])
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
}

/** Saves e-invoice settings; false if the version has changed. */
export async function setEInvoices(
  tx: Tx,
  companyId: number,
  { profile, reference, address, version }: CompanyEInvoices,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("companies")
    .set({
      e_invoice_profile: profile,
      e_invoice_reference: reference || null,
      e_address_scheme: address?.scheme ?? null,
      e_address: address?.id ?? null,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", companyId)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
