import { groupInFours } from "@tonneline/contract/fours";
import type { Db } from "../../core/db.ts";
import { defaultSettings } from "./settings.defaults.ts";
import { createSettings } from "./settings.service.ts";

/** Returns warnings for the startup in production mode, if invoices name the sample seller or bank account. */
export async function sampleWarnings(db: Db): Promise<string[]> {
  // The values compared do not depend on the startup parameters.
  const sample = defaultSettings(1, true);
  const { seller, payment } = await createSettings(db, 1).current();
  const warnings: string[] = [];
  if (seller.name === sample.seller.name && seller.vatNumber === sample.seller.vatNumber) {
    warnings.push(
      `INVOICES NAME AN INVENTED SELLER: ${seller.name}, ${seller.vatNumber}. Enter your own company under Management, Settings.`,
    );
  }
  if (payment.iban === sample.payment.iban) {
    warnings.push(
      `INVOICES ASK FOR PAYMENT TO A SAMPLE ACCOUNT: ${groupInFours(payment.iban)}. Enter your own under Management, Settings.`,
    );
  }
  return warnings;
}
