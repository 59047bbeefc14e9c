import type { CompanyVatCheck } from "@tonneline/contract/vatChecks";
import { compactVatNumber } from "@tonneline/contract/vatNumbers";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { daysAfter } from "../../core/days.ts";
import { databaseNow, inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import {
  companyOf,
  lockCompanyShared,
  insertVatCheck,
  type NewVatCheck,
  type VatCheckRow,
} from "./vatChecks.sql.ts";
import { queryVies } from "./vies.ts";

export { moveVatChecks } from "./vatChecks.sql.ts";

/** Returns a check as operators see it. */
export function vatCheckView(
  { checkedAt, checkedOn, result, source, ...row }: VatCheckRow,
  days: number,
): CompanyVatCheck {
  return {
    ...row,
    result: result as CompanyVatCheck["result"],
    source: source as CompanyVatCheck["source"],
    checkedAt: checkedAt.toISOString(),
    offeredUntil: daysAfter(checkedOn, days),
  };
}

/**
 * Returns the company and the VAT number to check, by default its own. NOT_FOUND also for a merged company, VALIDATION_FAILED
 * without a number.
 */
export async function checkedNumber(
  executor: Executor,
  companyId: number,
  given: string | undefined,
): Promise<{ name: string; vatNumber: string }> {
  await lockCompanyShared(executor, companyId);
  const company = await companyOf(executor, companyId);
  if (!company || company.mergedIntoId !== null) return refuse("NOT_FOUND");
  const vatNumber = given ?? company.vatNumber;
  if (!vatNumber) {
    return refuseField(
      "vatNumber",
      "No VAT number of this company is known yet: enter the one that was checked",
    );
  }
  return { name: company.name, vatNumber: compactVatNumber(vatNumber) };
}

/** Saves the result of checking a company's number, in the caller's transaction. Returns its id. */
export async function saveCheck(
  tx: Tx,
  actor: KnownActor,
  check: NewVatCheck & { name: string },
): Promise<number> {
  const { name, ...found } = check;
  const id = await insertVatCheck(tx, found, actor.userId);
  await recordAudit(tx, actor, {
    action: "company.vat-check",
    thing: { type: "company", id: check.companyId, name },
    after: {
      vatNumber: found.vatNumber,
      result: found.result,
      checkedAt: found.checkedAt,
      source: found.source,
      evidence: found.evidence,
      consultationNumber: found.consultationNumber,
    },
  });
  return id;
}

/** Queries VIES, outside any transaction, and saves its answer. UNAVAILABLE if it does not answer or is not configured. */
export async function checkAndSave(
  db: Db,
  settings: SettingsService,
  viesUrl: string | undefined,
  actor: KnownActor,
  { companyId, given }: { companyId: number; given: string | undefined },
): Promise<number> {
  const { name, vatNumber } = await checkedNumber(db, companyId, given);
  if (viesUrl === undefined) {
    const detail =
      "This server does not ask VIES, since VIES_URL is not set. Check the number by hand and enter the result.";
    return refuse("UNAVAILABLE", { detail });
  }
  const { seller } = await settings.current();
  const answer = await queryVies(viesUrl, vatNumber, compactVatNumber(seller.vatNumber));
  const check: Omit<NewVatCheck, "checkedAt"> & { name: string } = {
    name,
    companyId,
    vatNumber,
    result: answer.valid ? "VALID" : "INVALID",
    evidence: null,
    source: "VIES",
    consultationNumber: answer.consultationNumber,
    registeredName: answer.name,
  };
  return await inTransaction(db, async (tx) => {
    // The company may have been merged while VIES was answering.
    await checkedNumber(tx, companyId, vatNumber);
    return await saveCheck(tx, actor, { ...check, checkedAt: await databaseNow(tx) });
  });
}
