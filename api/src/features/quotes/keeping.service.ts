import { maxQuoteDays, type ManagedQuote } from "@tonneline/contract/quotes";
import { z } from "zod";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import { formatInteger } from "../../core/formats.ts";
import type { Once } from "../../core/idempotency.ts";
import { addJob, job } from "../../core/jobs.ts";
import { cents } from "../../core/money.ts";
import { requirePayable } from "../cart/ceilings.service.ts";
import { cartView, sumsOf } from "../cart/cart.view.ts";
import { linesAt, takeCartHolds } from "../cart/quoted.service.ts";
import { companyDetailsOf } from "../company/company.service.ts";
import { lockAvailable, postMovements, releaseCredits } from "../ledger/ledger.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { quotedLines } from "./lines.service.ts";
import { mailEnded, mailKept } from "./quotes.mails.ts";
import { mayBeKept, mayBeWithdrawn, statusOf } from "./quotes.rules.ts";
import * as store from "./quotes.sql.ts";
import { managedView } from "./quotes.view.ts";

/** Ends a kept quote when its time has expired. */
export const quoteEnds = job("quote.ends", z.object({ quoteId: z.int() }));

interface Tonnes {
  vintageId: number;
  quantity: number;
}

function tonnesOf({ content }: Pick<store.QuoteRow, "content">): Tonnes[] {
  return content.items.flatMap((item) =>
    item.productType === "VINTAGE_CREDITS"
      ? { vintageId: item.product.id, quantity: item.quantity }
      : [],
  );
}

async function dayEnd(tx: Tx, until: string): Promise<Date> {
  const message = `Choose a day from today to ${maxQuoteDays} days ahead.`;
  return (await store.endOfDay(tx, until, maxQuoteDays)) ?? refuseField("until", message);
}

/**
 * Reserves tonnes in a buyer's name. INSUFFICIENT_CREDITS, with what is left, if there are too few: at the field that
 * `fieldOf` returns for its position.
 */
async function reserve(
  tx: Tx,
  wanted: readonly Tonnes[],
  owner: { userId: number; actorId: number; reason: string },
  fieldOf?: (position: number) => string,
): Promise<void> {
  const available = await lockAvailable(
    tx,
    wanted.map(({ vintageId }) => vintageId),
  );
  const leftOf = ({ vintageId }: Tonnes) => available.get(vintageId) ?? 0;
  const short = wanted.findIndex((each) => leftOf(each) < each.quantity);
  if (short >= 0) {
    const left = leftOf(wanted[short]!);
    const fieldErrors = fieldOf && [
      { path: fieldOf(short), message: `Only ${formatInteger(left)} t left.` },
    ];
    refuse("INSUFFICIENT_CREDITS", { available: left, ...(fieldErrors && { fieldErrors }) });
  }
  await postMovements(
    tx,
    wanted.map((each) => ({
      ...each,
      kind: "RESERVE" as const,
      ownerId: owner.userId,
      actorId: owner.actorId,
      reason: owner.reason,
    })),
  );
}

/** Releases the credits that a quote holds, if any. */
async function free(
  tx: Tx,
  row: store.QuoteRow,
  actorId: number | undefined,
  reason: string,
): Promise<void> {
  if (!row.holding) return;
  const by = { ownerId: row.userId, ...(actorId !== undefined && { actorId }), reason };
  await releaseCredits(
    tx,
    tonnesOf(row).map((each) => ({ ...each, ...by })),
  );
}

const thingOf = ({ id, number }: store.QuoteRow) => ({ type: "quote", id, name: number });

/** Notifies the buyer until when the quote is kept, and posts the job that ends it. */
async function kept(
  tx: Tx,
  row: store.QuoteRow,
  actor: KnownActor,
  timeZone: string,
): Promise<void> {
  const { id, number, userId, validUntil, content } = row;
  await addJob(tx, quoteEnds, { quoteId: id }, { key: `quote ${id}`, runAt: validUntil });
  const facts = { quoteId: id, quoteNumber: number, total: content.totalPriceGross };
  await notify(tx, [{ userId, code: "quote.kept", facts }]);
  await mailKept(tx, row.username, { ...row, timeZone });
  await recordAudit(tx, actor, {
    action: "quote.keep",
    thing: thingOf(row),
    after: { until: validUntil.toISOString() },
  });
}

/**
 * Keeps a quote's prices and credits until the end of a day: what the buyer's cart holds is transferred, the rest is reserved
 * anew. INVALID_TRANSITION once ordered or withdrawn, or if its buyer has left, INSUFFICIENT_CREDITS if others were faster,
 * NOT_PURCHASABLE if no longer offered, CART_CHANGED if the offer itself has changed, FORBIDDEN for the operator's own quote.
 */
export async function keep(
  db: Db,
  settings: SettingsService,
  { id, until }: { id: number; until: string },
  actor: KnownActor,
): Promise<ManagedQuote> {
  const { seller } = await settings.current();
  return await inTransaction(db, async (tx) => {
    const seen = (await store.anyQuote(tx, id)) ?? refuse("NOT_FOUND");
    requireOtherBuyer(seen.userId, actor);
    const { taken } = await takeCartHolds(tx, seen.userId, seen.cartVersion);
    const row = (await store.lockQuote(tx, id)) ?? refuse("NOT_FOUND");
    if (!mayBeKept(statusOf(row))) refuse("INVALID_TRANSITION");
    const validUntil = await dayEnd(tx, until);
    const buyer = await store.buyerBy(tx, row.userId);
    if (buyer?.companyId !== row.companyId) refuse("INVALID_TRANSITION", { detail: buyerGone });
    // Nothing is promised that could not be ordered.
    await quotedLines(tx, row);
    if (!row.holding) {
      const missing = tonnesOf(row).map((each) => ({
        ...each,
        quantity: each.quantity - (taken.get(each.vintageId) ?? 0),
      }));
      const reason = `kept for quote ${id}`;
      await reserve(tx, missing, { userId: row.userId, actorId: actor.userId, reason });
    }
    await store.recordKept(tx, id, { keptBy: actor.userId, validUntil });
    const after = (await store.anyQuote(tx, id))!;
    await kept(tx, after, actor, seller.timeZone);
    return managedView(after);
  });
}

/** Why nothing can be ordered or kept for a buyer who has left. */
export const buyerGone =
  "Its buyer may no longer order for this company. Withdraw the quote, and make one for a colleague.";

const isGone = ({ offer }: { offer: { hidden: boolean; withdrawn: boolean } }) =>
  offer.hidden || offer.withdrawn;

interface Offered {
  userId: number;
  until: string;
  items: readonly { vintageId: number; credits: number; price?: number | undefined }[];
}

/**
 * Creates a quote for a buyer and keeps it. NOT_FOUND for a user who may not buy, FORBIDDEN for the operator's own account,
 * NOT_PURCHASABLE for a vintage that is not offered or has no price, INSUFFICIENT_CREDITS if there are too few,
 * VALIDATION_FAILED above the maximum of an order.
 */
export async function makeFor(
  db: Db,
  settings: SettingsService,
  offered: Offered,
  { actor, once }: { actor: KnownActor; once: Once },
): Promise<ManagedQuote> {
  const { seller } = await settings.current();
  const { userId, items } = offered;
  requireOtherBuyer(userId, actor);
  const buyer = (await store.buyerBy(db, userId)) ?? refuse("NOT_FOUND");
  const { invoiceAddress } = await companyDetailsOf(db, buyer.companyId);
  const countryCode = invoiceAddress?.countryCode ?? seller.countryCode;
  const taxation = { countryCode, ...(await settings.vatFor(countryCode)) };
  const id = await once(db, async (tx) => {
    const { cart, company } = await takeCartHolds(tx, userId, null);
    // The buyer may have left in the meantime; from here to the commit they cannot.
    if ((await store.buyerBy(tx, userId))?.companyId !== buyer.companyId) refuse("NOT_FOUND");
    const validUntil = await dayEnd(tx, offered.until);
    const wanted = items.map(({ vintageId, credits, price }) => ({
      vintageId,
      quantity: credits,
      priceCents: price === undefined ? undefined : cents(price),
    }));
    const lines = await linesAt(tx, wanted, buyer.companyId);
    requireOffered(wanted, lines);
    const offer = { ...lines, cart, changes: [] };
    requirePayable(sumsOf(offer, taxation).grossCents);
    const content = cartView(offer, taxation);
    const quoteId = await store.insertQuote(tx, {
      companyId: company.id,
      userId,
      content,
      validUntil,
      keptBy: actor.userId,
    });
    const reason = `kept for quote ${quoteId}`;
    const owner = { userId, actorId: actor.userId, reason };
    await reserve(tx, wanted, owner, (position) => `items.${position}.credits`);
    await kept(tx, (await store.anyQuote(tx, quoteId))!, actor, seller.timeZone);
    return quoteId;
  });
  return managedView((await store.anyQuote(db, id)) ?? refuse("NOT_FOUND"));
}

/** NOT_PURCHASABLE, at the item's field, for the first that is not offered or has no price. */
function requireOffered(
  wanted: readonly { vintageId: number }[],
  { vintages }: Awaited<ReturnType<typeof linesAt>>,
): void {
  for (const [position, { vintageId }] of wanted.entries()) {
    const line = vintages.find((each) => each.vintageId === vintageId);
    const isOffered = line && !isGone(line);
    if (isOffered && line.shown.priceCents > 0) continue;
    const [field, message] = isOffered
      ? ["price", "This vintage has no list price: enter one."]
      : ["vintageId", "This vintage is no longer offered."];
    refuse("NOT_PURCHASABLE", { fieldErrors: [{ path: `items.${position}.${field}`, message }] });
  }
}

const ownOffer = "You cannot make an offer to yourself: ask another operator.";

function requireOtherBuyer(buyerId: number, actor: KnownActor): void {
  if (buyerId === actor.userId) refuse("FORBIDDEN", { detail: ownOffer });
}

/** Audits which operator ordered a quote for its buyer: the order itself only records the buyer. */
export async function recordOrderFor(
  tx: Tx,
  operator: KnownActor,
  row: store.QuoteRow,
  became: { orderId: number } | { approvalId: number },
): Promise<void> {
  await recordAudit(tx, operator, { action: "quote.order", thing: thingOf(row), after: became });
}

/** Withdraws a quote and releases its credits. INVALID_TRANSITION once it is ordered, expired or withdrawn. */
export async function withdraw(tx: Tx, row: store.QuoteRow, actor: KnownActor): Promise<void> {
  if (!mayBeWithdrawn(statusOf(row))) refuse("INVALID_TRANSITION");
  await free(tx, row, actor.userId, `quote ${row.id} withdrawn`);
  await store.recordOutcome(tx, row.id, "WITHDRAWN");
  await recordAudit(tx, actor, { action: "quote.withdraw", thing: thingOf(row) });
}

/** The same by an operator, which notifies the buyer. */
export async function withdrawFor(db: Db, id: number, actor: KnownActor): Promise<ManagedQuote> {
  return await inTransaction(db, async (tx) => {
    const row = (await store.lockQuote(tx, id)) ?? refuse("NOT_FOUND");
    await withdraw(tx, row, actor);
    await notifyEnd(tx, row, "withdrawn");
    return managedView((await store.anyQuote(tx, id))!);
  });
}

/** Notifies the buyer, unless the account is blocked and could not open the quote. */
async function notifyEnd(tx: Tx, row: store.QuoteRow, why: "over" | "withdrawn"): Promise<void> {
  if (row.isBlocked) return;
  const { id, number, userId, content } = row;
  const facts = { quoteId: id, quoteNumber: number, total: content.totalPriceGross };
  await notify(tx, [{ userId, code: "quote.ended", facts }]);
  await mailEnded(tx, row.username, { ...row, why });
}

/** Releases the credits of a kept quote that has expired; a no-op if it was ordered, extended or withdrawn before. */
export async function expireQuote(db: Db, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await store.lockQuote(tx, id);
    if (!row?.holding || row.validUntil > row.now) return;
    await free(tx, row, undefined, `the time of quote ${id} ended`);
    await store.recordOutcome(tx, id, "EXPIRED");
    await notifyEnd(tx, row, "over");
  });
}

/**
 * Locks the open quotes of an account: waits for transactions at work on them, and blocks new ones. To be called before the
 * account itself is locked.
 */
export async function lockQuotesOf(tx: Tx, userId: number): Promise<void> {
  for (const id of await store.openQuotesOf(tx, userId)) await store.lockQuote(tx, id);
}

/** Withdraws the quotes of an account that is being erased and releases their credits, in the caller's transaction. */
export async function releaseQuotesOf(tx: Tx, userId: number): Promise<void> {
  await releaseQuotes(tx, await store.openQuotesOf(tx, userId), "the account was erased");
}

/** Releases the credits kept for a user at companies they have left, where they can no longer be ordered. */
export async function releaseAtFormerCompanies(db: Db, userId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = await store.heldElsewhere(tx, userId);
    await releaseQuotes(tx, ids, "its buyer left the company");
  });
}

async function releaseQuotes(tx: Tx, ids: readonly number[], reason: string): Promise<void> {
  for (const id of ids) {
    const row = (await store.lockQuote(tx, id))!;
    await free(tx, row, undefined, reason);
    if (row.holding || mayBeWithdrawn(statusOf(row))) {
      await store.recordOutcome(tx, id, "WITHDRAWN");
    }
  }
}
