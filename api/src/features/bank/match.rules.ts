import type { EntryStatus, MatchReason } from "@tonneline/contract/bank";
import { isCreditorReference, numbersIn, referencesIn } from "./references.rules.ts";

/** The parts of an entry that matching uses. */
export interface EntryFacts {
  amountCents: number;
  payer: string;
  payerIban: string;
  text: string;
  remitted: readonly { reference: string; cents: number | null }[];
  /** The payer's own reference; some programs put the creditor reference only there. */
  endToEndId: string | null;
  /** The reason the bank gives for reversing a payment; null for any other entry. */
  returnReason: string | null;
}

/** An order that an entry may be for. */
export interface PayableOrder {
  id: number;
  status: "AWAITING_APPROVAL" | "AWAITING_PAYMENT" | "PAID" | "REJECTED";
  reference: string;
  invoiceNumber: string | null;
  companyName: string;
  ownerId: number;
  openCents: number;
  receivedCents: number;
  /** The refunds that operators have recorded. */
  refundedCents: number;
}

/** The data that entries are matched against. */
export interface Book {
  /** Orders by their reference, whatever their status. */
  byReference: ReadonlyMap<string, PayableOrder>;
  /** Orders that await payment, earliest due date first. */
  open: readonly PayableOrder[];
  /** The companies that have paid from an account. */
  ownersOf: ReadonlyMap<string, ReadonlySet<number>>;
  /** Cents that an order's payments may fall short of its total. */
  allowanceCents: number;
  /** Orders already matched by an earlier entry. */
  taken: ReadonlySet<number>;
}

export interface Match {
  status: Extract<EntryStatus, "MATCHED" | "SUGGESTED" | "UNMATCHED">;
  why: MatchReason;
  orders: { orderId: number; cents: number }[];
}

const none = (why: MatchReason): Match => ({ status: "UNMATCHED", why, orders: [] });
const suggested = (why: MatchReason, orders: Match["orders"]): Match => ({
  status: "SUGGESTED",
  why,
  orders,
});
const openOf = ({ id, openCents }: PayableOrder) => ({ orderId: id, cents: openCents });

/**
 * Matches an entry with orders. MATCHED requires references with valid check digits and exactly the amount open for their
 * orders: a name, a number or an amount alone is never enough.
 */
export function matchOf(entry: EntryFacts, book: Book): Match {
  const named = referredTo(entry, book);
  if (entry.amountCents < 0) return returned(entry, named);
  const payable = named.filter(
    ({ id, status }) => status === "AWAITING_PAYMENT" && !book.taken.has(id),
  );
  if (payable.length > 0) return byReference(entry, payable, book);
  const refund = returnedRefund(entry, named);
  if (refund) return refund;
  const other = named[0];
  if (other) return none(other.status === "AWAITING_APPROVAL" ? "NOT_APPROVED" : "ALREADY_PAID");
  return byNumber(entry, book) ?? byPayer(entry, book) ?? byAmount(entry, book);
}

/** Returns the orders by the structured references, else by those in the text, else by the payer's own reference. */
function referredTo(
  { remitted, text, endToEndId }: EntryFacts,
  { byReference: known }: Book,
): PayableOrder[] {
  const given = remitted.flatMap(({ reference }) =>
    isCreditorReference(reference) ? (known.get(reference) ?? []) : [],
  );
  const spelled = (words: string) =>
    referencesIn(words).flatMap(
      (candidates) => candidates.map((each) => known.get(each)).find(Boolean) ?? [],
    );
  const found = [given, spelled(text), spelled(endToEndId ?? "")].find(({ length }) => length > 0);
  return [...new Set(found)];
}

/** A reversal by the bank. Without a return reason it may also be a refund of the order that was recorded when it was sent. */
function returned(
  { amountCents, returnReason }: EntryFacts,
  named: readonly PayableOrder[],
): Match {
  const order = named.find(
    ({ receivedCents, refundedCents }) =>
      receivedCents >= -amountCents && (returnReason !== null || refundedCents < -amountCents),
  );
  return order ? suggested("RETURN", [{ orderId: order.id, cents: amountCents }]) : none("NOTHING");
}

/** A refund that its payee's bank returned, of an order for which an operator recorded it. */
function returnedRefund(
  { amountCents, returnReason }: EntryFacts,
  named: readonly PayableOrder[],
): Match | undefined {
  if (returnReason === null) return undefined;
  const order = named.find(({ refundedCents }) => refundedCents >= amountCents);
  return order && suggested("REFUND_RETURN", [{ orderId: order.id, cents: amountCents }]);
}

function byReference(entry: EntryFacts, orders: readonly PayableOrder[], book: Book): Match {
  const { amountCents } = entry;
  const sum = orders.reduce((cents, { openCents }) => cents + openCents, 0);
  const several = orders.length > 1;
  if (amountCents === sum) {
    return {
      status: "MATCHED",
      why: several ? "REFERENCE_SEVERAL" : "REFERENCE",
      orders: orders.map(openOf),
    };
  }
  if (amountCents > sum) return suggested("REFERENCE_OVER", orders.map(openOf));
  if (several) return suggested("REFERENCE_SEVERAL", shared(entry, orders));
  const why = sum - amountCents <= book.allowanceCents ? "REFERENCE_CHARGES" : "REFERENCE_PART";
  return suggested(why, shared(entry, orders));
}

/** Splits an insufficient amount: as the payer divides it, else in order, with the last share partial. */
function shared(entry: EntryFacts, orders: readonly PayableOrder[]): Match["orders"] {
  const shares = orders.map(
    ({ id, reference }) =>
      [id, entry.remitted.find((each) => each.reference === reference)?.cents ?? 0] as const,
  );
  if (shares.reduce((sum, [, cents]) => sum + cents, 0) === entry.amountCents) {
    return shares.filter(([, cents]) => cents > 0).map(([orderId, cents]) => ({ orderId, cents }));
  }
  let left = entry.amountCents;
  return orders.flatMap(({ id, openCents }) => {
    const cents = Math.min(left, openCents);
    left -= cents;
    return cents > 0 ? [{ orderId: id, cents }] : [];
  });
}

function byNumber(entry: EntryFacts, book: Book): Match | undefined {
  const { invoices, orders: ids } = numbersIn(entry.text);
  const named = free(book).filter(
    ({ id, invoiceNumber }) =>
      ids.includes(id) || (invoiceNumber !== null && invoices.includes(invoiceNumber)),
  );
  if (named.length === 0) return undefined;
  const sum = named.reduce((cents, { openCents }) => cents + openCents, 0);
  if (entry.amountCents === sum) return suggested("NUMBER", named.map(openOf));
  if (entry.amountCents > sum) return suggested("NUMBER_OVER", named.map(openOf));
  return suggested("NUMBER_PART", shared(entry, named));
}

function byPayer(entry: EntryFacts, book: Book): Match | undefined {
  const owners = book.ownersOf.get(entry.payerIban);
  if (!owners || entry.payerIban === "") return undefined;
  const own = free(book).filter(({ ownerId }) => owners.has(ownerId));
  const [one, another] = own.filter(({ openCents }) => openCents === entry.amountCents);
  if (one && !another) return suggested("PAYER", [openOf(one)]);
  const sum = own.reduce((cents, { openCents }) => cents + openCents, 0);
  return own.length > 1 && sum === entry.amountCents
    ? suggested("PAYER_SEVERAL", own.map(openOf))
    : undefined;
}

function byAmount(entry: EntryFacts, book: Book): Match {
  const equal = free(book).filter(({ openCents }) => openCents === entry.amountCents);
  const [one, another] = equal;
  if (!one) return none("NOTHING");
  const name = plainName(entry.payer);
  const [namesake, second] = equal.filter(({ companyName }) => plainName(companyName) === name);
  if (namesake && !second && name !== "") return suggested("NAME", [openOf(namesake)]);
  return another ? none("SEVERAL_AMOUNTS") : suggested("AMOUNT", [openOf(one)]);
}

const free = ({ open, taken }: Book) => open.filter(({ id }) => !taken.has(id));

/** Returns a company's name without what banks omit or spell differently: case, accents, punctuation. */
function plainName(name: string): string {
  return name
    .normalize("NFD")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "");
}
