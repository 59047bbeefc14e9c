import { maxPaymentEuros } from "@tonneline/contract/ceilings";
import { refuse } from "../../core/errors.ts";
import { cents } from "../../core/money.ts";
import { formatInteger } from "../../core/formats.ts";

const most = `€${formatInteger(maxPaymentEuros)}`;

/** Throws VALIDATION_FAILED for a sum that no payment could settle. */
export function requirePayable(sumCents: number): void {
  if (sumCents <= cents(maxPaymentEuros)) return;
  refuse("VALIDATION_FAILED", { detail: `An order can be at most ${most}. Choose fewer tonnes.` });
}
