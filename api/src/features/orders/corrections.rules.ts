import { formatEuros, vatCents } from "../../core/money.ts";
import { formatInteger } from "../../core/formats.ts";

/** An order line with what credit notes have credited so far. Amounts are net cents. */
export interface CreditableItem {
  id: number;
  quantity: number;
  priceCents: number;
  totalCents: number;
  creditedQuantity: number;
  creditedCents: number;
}

export interface RequestedCredit {
  itemId: number;
  quantity?: number | undefined;
  amountCents?: number | undefined;
}

export interface Credit {
  itemId: number;
  /** Pieces or tonnes credited on this line; 0 for a price reduction only. */
  quantity: number;
  cents: number;
}

interface Fault {
  path: string;
  message: string;
}

/** Returns the credit requested for each line, or why it is refused: never more than the uncredited rest of the line. */
export function creditsOf(
  items: readonly CreditableItem[],
  requested: readonly RequestedCredit[],
): { credits: Credit[]; faults: Fault[] } {
  const credits: Credit[] = [];
  const faults: Fault[] = [];
  requested.forEach((line, index) => {
    const item = items.find(({ id }) => id === line.itemId);
    const twice = requested.findIndex(({ itemId }) => itemId === line.itemId) < index;
    const found = item && !twice ? creditOf(item, line) : unknownLine(twice);
    if ("message" in found) faults.push({ ...found, path: `lines.${index}.${found.path}` });
    else credits.push(found);
  });
  return { credits, faults };
}

const unknownLine = (twice: boolean): Fault => ({
  path: "itemId",
  message: twice ? "This line is listed twice" : "This order has no such line",
});

function creditOf(item: CreditableItem, requested: RequestedCredit): Credit | Fault {
  const { quantity = 0 } = requested;
  const left = item.quantity - item.creditedQuantity;
  const leftCents = item.totalCents - item.creditedCents;
  if (quantity === 0 && requested.amountCents === undefined)
    return { path: "quantity", message: "Enter a quantity, an amount or both" };
  if (quantity > left)
    return { path: "quantity", message: `At most ${formatInteger(left)} left on this line` };
  // The last units of a line are worth its remaining amount, whatever price reductions came before.
  const defaultCents = quantity === left ? leftCents : quantity * item.priceCents;
  const cents = requested.amountCents ?? defaultCents;
  const path = requested.amountCents === undefined ? "quantity" : "amount";
  if (cents > leftCents) {
    const message = `At most ${formatEuros(leftCents)} is left on this line`;
    return { path, message: path === "amount" ? message : `${message}: enter the amount as well` };
  }
  if (cents === 0) return { path, message: "Nothing is left on this line" };
  return { itemId: item.id, quantity, cents };
}

export interface Sums {
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/**
 * Returns the sums of one part of an invoice, after earlier parts of `beforeCents` net. Its VAT is the increase of the
 * cumulative rounded VAT, so that the parts add up to the VAT of the whole to the cent (a single part may be one cent off its
 * own VAT).
 */
export function sumsOfPart(beforeCents: number, netCents: number, percent: number): Sums {
  const vat = vatCents(beforeCents + netCents, percent) - vatCents(beforeCents, percent);
  return { netCents, vatCents: vat, grossCents: netCents + vat };
}

/** Returns the tonnes of a credited line that go back on sale: only those that the buyer still holds. */
export function returnable(
  credited: number,
  holding: { purchased: number; inProgress: number; retired: number } | undefined,
): number {
  if (!holding) return 0;
  return Math.min(credited, holding.purchased - holding.inProgress - holding.retired);
}

/** Returns what a buyer has paid above the amount due, in cents; nothing is due for a rejected order. */
export function toRefundCents(order: {
  status: string;
  grossCents: number;
  creditedCents: number;
  receivedCents: number;
  refundedCents: number;
}): number {
  const owed = order.status === "REJECTED" ? 0 : order.grossCents - order.creditedCents;
  return Math.max(0, order.receivedCents - order.refundedCents - owed);
}
