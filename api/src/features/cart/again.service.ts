import type { ResponseOf } from "@tonneline/contract/endpoint";
import type { cartFromRequest } from "@tonneline/contract/cart";
import { orderedVintage } from "@tonneline/contract/orders";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { Refusal } from "../../core/errors.ts";
import { takeUp, type DecisionContext } from "../approvals/ending.service.ts";
import { lockAvailable } from "../ledger/ledger.service.ts";
import type { Settings } from "../settings/settings.defaults.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { lockedState, putReport } from "./cart.service.ts";
import { settleCart } from "./cart.settling.ts";
import { setVintageLine } from "./vintage.service.ts";

type Filled = ResponseOf<typeof cartFromRequest>;
type Item = Awaited<ReturnType<typeof takeUp>>["items"][number];

/**
 * Puts what somebody asked a colleague for back into their cart, in one transaction with the end of the request: beside
 * what is in it. Of a request that had ended it is made as much, so that asking once more adds nothing. Nobody can come
 * in between for credits that it still held; of others there may be less or none. NOT_FOUND, FORBIDDEN for a colleague's, INVALID_TRANSITION for one that became an order.
 */
export async function fillFromRequest(
  db: Db,
  settings: SettingsService,
  context: DecisionContext,
): Promise<Filled> {
  const current = await settings.current();
  const { userId } = context.member;
  return await inTransaction(db, async (tx) => {
    const { vintages } = await lockedState(tx, userId);
    const { items, waited } = await takeUp(tx, context);
    // All at once and in their order: one after the other they could wait for each other.
    await lockAvailable(
      tx,
      [...vintages, ...items].flatMap(({ vintageId }) => vintageId ?? []),
    );
    // What is in the cart keeps its tonnes, also where their hold has ended.
    const { minutes } = current.reservation;
    await settleCart(tx, await lockedState(tx, userId), { rehold: true, minutes });
    const filled: Filled = { credits: 0, missing: [] };
    for (const item of items) {
      // Each finds the cart as the one before has left it.
      const credits = await fillOne(tx, userId, { ...item, isMore: waited }, current);
      filled.credits += credits;
      if (credits < item.quantity) filled.missing.push(missingOf(item, credits));
    }
    return filled;
  });
}

/** Returns how much of an item is in the cart now; of a report 1. `isMore`: beside what is there already. */
async function fillOne(
  tx: Tx,
  userId: number,
  item: Item & { isMore: boolean },
  settings: Settings,
): Promise<number> {
  const { minutes } = settings.reservation;
  if (item.reportId !== null) return await putReport(tx, userId, item.reportId, minutes);
  const { ceilings } = settings;
  const vintageId = item.vintageId!;
  const state = await lockedState(tx, userId, vintageId);
  const held = state.vintages.find((line) => line.vintageId === vintageId)?.reserved ?? 0;
  const left = state.asked?.available ?? 0;
  const there = item.isMore ? 0 : Math.min(item.quantity, held);
  const credits = Math.min(item.quantity - there, left);
  if (credits === 0) return there;
  try {
    const wanted = { vintageId, credits: held + credits, minutes, ceilings };
    await setVintageLine(tx, state, wanted);
    return there + credits;
  } catch (error) {
    if (error instanceof Refusal && isOff.has(error.code)) return there;
    throw error;
  }
}

const isOff = new Set<string>(["NOT_FOUND", "NOT_PURCHASABLE", "INSUFFICIENT_CREDITS"]);

function missingOf({ product, reportId, quantity }: Item, credits: number) {
  if (reportId !== null) {
    return { name: (product as { reportName: string }).reportName, credits: 0 };
  }
  return { name: orderedVintage.parse(product).project.name, credits: quantity - credits };
}
