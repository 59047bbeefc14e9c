import type { ResponseOf } from "@tonneline/contract/endpoint";
import type { restoreCartFromRequest } from "@tonneline/contract/cart";
import { orderedVintage } from "@tonneline/contract/orderItems";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { Refusal } from "../../core/errors.ts";
import { reclaimRequest, type ApprovalContext } from "../approvals/ending.service.ts";
import { lockAvailable } from "../ledger/ledger.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { lockedState, putReport } from "./cart.service.ts";
import { settleCart } from "./cart.settling.ts";
import { setVintageLine } from "./vintage.service.ts";

type Filled = ResponseOf<typeof restoreCartFromRequest>;
type Item = Awaited<ReturnType<typeof reclaimRequest>>["items"][number];

/**
 * Puts the items of the caller's request for approval back into their cart and ends the request, in one transaction. The items
 * of a waiting request are added to the cart; for one that had ended, the cart is only topped up to them, so that repeating the
 * call adds nothing. Nobody else can take credits that the request still held; of others there may be fewer or none. NOT_FOUND,
 * FORBIDDEN for a colleague's request, INVALID_TRANSITION for one that became an order.
 */
export async function fillFromRequest(
  db: Db,
  settings: SettingsService,
  context: ApprovalContext,
): Promise<Filled> {
  const current = await settings.current();
  const { userId } = context.member;
  return await inTransaction(db, async (tx) => {
    const { vintages } = await lockedState(tx, userId);
    const { items, wasPending } = await reclaimRequest(tx, context);
    // All at once and in order: locked one by one, two transactions could deadlock.
    await lockAvailable(
      tx,
      [...vintages, ...items].flatMap(({ vintageId }) => vintageId ?? []),
    );
    // Lines already in the cart keep their tonnes, even if their hold has expired.
    const { minutes } = current.reservation;
    await settleCart(tx, await lockedState(tx, userId), { renewHolds: true, minutes });
    const filled: Filled = { credits: 0, missing: [] };
    for (const item of items) {
      // Sequential: each item reads the cart that the previous one has written.
      const there = await fillOne(tx, userId, { ...item, addsToCart: wasPending }, current);
      if (item.reportId === null) filled.credits += there;
      if (there < item.quantity) filled.missing.push(missingOf(item, there));
    }
    return filled;
  });
}

/** Returns how much of an item is in the cart now; 1 for a report. `addsToCart`: add it to what is already there. */
async function fillOne(
  tx: Tx,
  userId: number,
  item: Item & { addsToCart: boolean },
  settings: Settings,
): Promise<number> {
  const { minutes } = settings.reservation;
  if (item.reportId !== null) return await putReport(tx, userId, item.reportId, minutes);
  const { ceilings } = settings;
  const vintageId = item.vintageId!;
  const state = await lockedState(tx, userId, vintageId);
  const held = state.vintages.find((line) => line.vintageId === vintageId)?.reserved ?? 0;
  const left = state.requestedVintage?.available ?? 0;
  const there = item.addsToCart ? 0 : Math.min(item.quantity, held);
  const credits = Math.min(item.quantity - there, left);
  if (credits === 0) return there;
  try {
    const wanted = { vintageId, credits: held + credits, minutes, ceilings };
    await setVintageLine(tx, state, wanted);
    return there + credits;
  } catch (error) {
    if (error instanceof Refusal && unavailableCodes.has(error.code)) return there;
    throw error;
  }
}

const unavailableCodes = new Set<string>(["NOT_FOUND", "NOT_PURCHASABLE", "INSUFFICIENT_CREDITS"]);

function missingOf({ product, reportId, quantity }: Item, credits: number) {
  if (reportId !== null) {
    return { name: (product as { reportName: string }).reportName, credits: 0 };
  }
  return { name: orderedVintage.parse(product).project.name, credits: quantity - credits };
}
