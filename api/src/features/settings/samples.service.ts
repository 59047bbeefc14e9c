import { groupInFours } from "@tonneline/contract/fours";
import type { Db } from "../../core/db.ts";
import { defaultSettings } from "./settings.defaults.ts";
import { createSettings } from "./settings.service.ts";

/** What a start in production mode says while invoices name the seller, or the account, that come with the product. */
export async function sampleWarnings(db: Db): Promise<string[]> {
  // Nothing of what is compared depends on what the server was started with.
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
