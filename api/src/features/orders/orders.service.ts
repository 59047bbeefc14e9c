import type { InvoiceDetails } from "@tonneline/contract/company";
import type { Order } from "@tonneline/contract/orders";
import type { Tx } from "../../core/db.ts";
import { postMovements } from "../ledger/ledger.service.ts";
import { refuse } from "../../core/errors.ts";
import { notify } from "../notifications/notifications.service.ts";
import { euros } from "../../core/money.ts";
import {
  copyUsername,
  insertItems,
  insertOrder,
  insertTransition,
  nextOrderId,
  orderById,
  secondsUntilRoom,
  type NewItem,
  type Sums,
} from "./orders.sql.ts";
import { orderView } from "./orders.view.ts";
import { paymentReference } from "./paymentReference.rules.ts";
import { mailOrderCreated } from "./orders.mails.ts";

export interface NewOrder extends Sums {
  userId: number;
  details: InvoiceDetails;
  items: readonly NewItem[];
  /** The product's own sales terms, which the buyer accepted where no operator has put others in their place. */
  ownTermsFileId: number | null;
  /** The address in its mails, without a slash at the end. */
}

/**
 * RATE_LIMITED when a buyer has placed as many orders within an hour as the settings allow. The caller holds the buyer's
 * cart locked, so that two at once are counted one after the other.
 */
export async function demandRoomForOrder(tx: Tx, userId: number, perHour: number): Promise<void> {
  const seconds = await secondsUntilRoom(tx, userId, perHour);
  if (seconds === undefined) return;
  const detail = `You can place ${perHour.toLocaleString("en")} orders an hour. Please try again later.`;
  refuse("RATE_LIMITED", { retryAfterSeconds: seconds, detail });
}

/**
 * Places an order that awaits approval, in the caller's transaction: its credits, which the caller holds reserved and
 * locked, become committed; history, notification and mails go with it. Answers the order as its buyer reads it.
 */
export async function placeOrder(tx: Tx, order: NewOrder): Promise<Order> {
  const id = await nextOrderId(tx);
  const { userId, items } = order;
  const itemNames = items.map(({ product }) =>
    "project" in product ? product.project.name : product.reportName,
  );
  await insertOrder(tx, { ...order, id, itemNames, paymentReference: paymentReference(id) });
  await insertItems(tx, id, items);
  await insertTransition(tx, { orderId: id, from: null, to: "AWAITING_APPROVAL", actorId: userId });
  await postMovements(
    tx,
    items.flatMap(({ vintageId, quantity }) =>
      vintageId === null
        ? []
        : [
            {
              kind: "COMMIT" as const,
              vintageId,
              quantity,
              ownerId: userId,
              orderId: id,
              actorId: userId,
              reason: `order ${id} placed`,
            },
          ],
    ),
  );
  const facts = { orderId: id, total: euros(order.grossCents) };
  await notify(tx, [{ userId, code: "order.created", facts }]);
  const placed = orderView((await orderById(tx, id))!);
  await mailOrderCreated(tx, placed);
  return placed;
}

/** Has orders found by the username that their buyer has now: it changes when the account is erased. */
export async function followUsername(tx: Tx, userId: number): Promise<void> {
  await copyUsername(tx, userId);
}
