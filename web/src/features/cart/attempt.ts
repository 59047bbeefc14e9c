import { z } from "zod";
import { invoiceDetails } from "@tonneline/contract/company";
import { createAttempts as attemptsOf, type Shelf } from "../../lib/attempts.ts";

const checkoutBody = invoiceDetails.extend({ version: z.int().min(0) });
export type CheckoutBody = z.output<typeof checkoutBody>;

/** The checkout that is being attempted. */
export function createAttempts(shelf: Shelf, name: string) {
  return attemptsOf<CheckoutBody>(shelf, name, checkoutBody);
}
