import { companyEInvoices, type CompanyEInvoices } from "@tonneline/contract/eInvoices";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Executor } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { eInvoicesBy, setEInvoices } from "./eInvoices.sql.ts";

/** Returns a company's e-invoice settings. */
export async function eInvoicesOf(
  executor: Executor,
  companyId: number,
): Promise<CompanyEInvoices> {
  const { scheme, id, profile, reference, version } = await eInvoicesBy(executor, companyId);
  return companyEInvoices.parse({ profile, reference, address: scheme && { scheme, id }, version });
}

/** Saves a company's e-invoice settings. VERSION_CONFLICT after a concurrent change. */
export async function saveEInvoices(
  db: Db,
  actor: KnownActor,
  companyId: number,
  given: CompanyEInvoices,
): Promise<CompanyEInvoices> {
  return await inTransaction(db, async (tx) => {
    const { version: _, ...before } = await eInvoicesOf(tx, companyId);
    if (!(await setEInvoices(tx, companyId, given))) refuse("VERSION_CONFLICT");
    const { version, ...after } = await eInvoicesOf(tx, companyId);
    const { name } = await eInvoicesBy(tx, companyId);
    const thing = { type: "company", id: companyId, name };
    await recordAudit(tx, actor, { action: "company.eInvoices", thing, before, after });
    return { ...after, version };
  });
}
