import type { CompanyDetails, InvoiceDetails } from "@tonneline/contract/company";
import { address } from "@tonneline/contract/addresses";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { endInvitations } from "./invitations.sql.ts";
import { lockCompany } from "./members.sql.ts";
import { deleteDetails, detailsOf, markClosed, saveDetails } from "./company.sql.ts";

export { lockCompanyOf } from "./members.sql.ts";

/** Returns the saved details; all null with version 0 before the first save. */
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

/**
 * Locks the caller's company until the transaction ends. FORBIDDEN if it was merged or closed since it was looked up:
 * nobody would see what is written to it now.
 */
export async function lockOwn(tx: Tx, companyId: number) {
  const company = await lockCompany(tx, companyId);
  if (company && company.closed_at === null) return company;
  const detail = "Your company has just become part of another one. Please load the page again.";
  return refuse("FORBIDDEN", { detail });
}

/** Saves the details and returns them. VERSION_CONFLICT if `version` is given but not current. */
export async function saveCompanyDetails(
  db: Db,
  actor: KnownActor,
  companyId: number,
  { version: seen, ...details }: InvoiceDetails & { version?: number | undefined },
): Promise<CompanyDetails> {
  return await inTransaction(db, async (tx) => {
    const company = await lockOwn(tx, companyId);
    const { version: _, ...before } = await companyDetailsOf(tx, companyId);
    if (!(await saveDetails(tx, companyId, details, seen))) refuse("VERSION_CONFLICT");
    const { version, ...after } = await companyDetailsOf(tx, companyId);
    const thing = { type: "company", id: companyId, name: company.name };
    await recordAudit(tx, actor, { action: "company.details", thing, before, after });
    return { ...after, version };
  });
}

/** Closes a company without members: withdraws its invitations and deletes its details. Orders have their own copy. */
export async function closeCompany(tx: Tx, companyId: number): Promise<void> {
  await endInvitations(tx, companyId);
  await deleteDetails(tx, companyId);
  await markClosed(tx, companyId);
}
