import type { CompanyDetails, InvoiceDetails } from "@tonneline/contract/company";
import { address } from "@tonneline/contract/addresses";
import type { Executor, Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { endInvitations } from "./invitations.sql.ts";
import { lockCompanyOf } from "./members.sql.ts";
import { deleteDetails, detailsOf, markClosed, saveDetails } from "./company.sql.ts";

/** The saved details; all null with version 0 before the first save. */
export async function companyDetailsOf(
  executor: Executor,
  companyId: number,
): Promise<CompanyDetails> {
  const row = await detailsOf(executor, companyId);
  if (!row) {
    return {
      companyName: null,
      invoiceAddress: null,
      invoiceEmail: null,
      vatNumber: null,
      version: 0,
    };
  }
  return {
    companyName: row.company_name,
    invoiceAddress: address.parse({
      street: row.street,
      postalCode: row.postal_code,
      province: row.province,
      city: row.city,
      countryCode: row.country_code,
    }),
    invoiceEmail: row.invoice_email,
    vatNumber: row.vat_number,
    version: row.version,
  };
}

/** Saves and reads back. VERSION_CONFLICT when `version` is given and is not the present one. */
export async function saveCompanyDetails(
  executor: Executor,
  companyId: number,
  { version, ...details }: InvoiceDetails & { version?: number | undefined },
): Promise<CompanyDetails> {
  const saved = await saveDetails(executor, companyId, details, version);
  if (!saved) refuse("VERSION_CONFLICT");
  return companyDetailsOf(executor, companyId);
}

/** Locks the company of an account, so that its members stay as they are until the transaction ends. */
export async function holdCompanyOf(tx: Tx, userId: number): Promise<void> {
  await lockCompanyOf(tx, userId);
}

/**
 * Closes a company that nobody is left in: whom it invited can come no more, and its details go; orders have their own
 * copy.
 */
export async function closeCompany(tx: Tx, companyId: number): Promise<void> {
  await endInvitations(tx, companyId);
  await deleteDetails(tx, companyId);
  await markClosed(tx, companyId);
}
