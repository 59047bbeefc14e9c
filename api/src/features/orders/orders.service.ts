import { sql } from "kysely";
import { z } from "zod";
import type { Order, OrderDetails } from "@tonneline/contract/orders";
import type { Tx } from "../../core/db.ts";
import { movementsStatement, type Movement } from "../ledger/ledger.service.ts";
import { refuse } from "../../core/errors.ts";
import { job, postingJob } from "../../core/jobs.ts";
import { isOverloaded } from "../../core/load.ts";
import { notifying } from "../notifications/notifications.service.ts";
import { euros } from "../../core/money.ts";
import { formatInteger } from "../../core/formats.ts";
import { insertOrder, nextOrderId, type NewItem, type NextOrder, type Sums } from "./orders.sql.ts";
import { orderView } from "./orders.view.ts";
import { paymentReference } from "./orders.rules.ts";

export { ordersToCheck } from "./vatCheck.sql.ts";

export { refreshOrderUsernames, lockOrdersOf, moveOrders, numbering } from "./orders.sql.ts";

export type { NextOrder };

/** Mails a new order's confirmation. Posting it wakes no worker; it ends once mailed, or before a decision on the order. */
export const orderConfirm = job("order.confirm", z.object({ orderId: z.int() }), {
  canWait: true,
});

export interface NewOrder extends Sums {
  userId: number;
  details: OrderDetails;
  items: readonly NewItem[];
  /** The product's own sales terms, accepted by the buyer unless an operator has replaced them. */
  ownTermsFileId: number | null;
  /** The number of orders a buyer may place per hour. */
  perHour: number;
}

/**
 * Places an order that awaits approval, in the caller's transaction: its credits, which the caller has reserved, become
 * committed; history, notification and mail job are written with it. Returns the order as its buyer sees it. RATE_LIMITED if
 * the buyer has reached the hourly limit of the settings: the caller has locked the buyer's cart, so that concurrent orders are
 * counted one after the other.
 */
export async function placeOrder(tx: Tx, order: NewOrder): Promise<Order> {
  const id = idOf(await nextOrderId(tx, order.userId, order.perHour), order.perHour);
  return await write(tx, order, id, movementsOf(order, id));
}

/**
 * The same without moving credits: the caller posts the returned movements with the last statement of its transaction, since
 * from then on buyers of the same vintage wait. `next` is the result of `numbering`, if the caller has queried it.
 */
export async function writeOrder(
  tx: Tx,
  order: NewOrder,
  next?: NextOrder | null,
): Promise<{ order: Order; movements: Movement[] }> {
  const id = idOf(next ?? (await nextOrderId(tx, order.userId, order.perHour)), order.perHour);
  return { order: await write(tx, order, id, []), movements: movementsOf(order, id) };
}

function idOf({ id, seconds }: NextOrder, perHour: number): number {
  if (id !== null) return id;
  // The reader may be a colleague who approves, or an operator.
  const detail = `A buyer can place at most ${formatInteger(perHour)} orders an hour. Please try again later.`;
  return refuse("RATE_LIMITED", { retryAfterSeconds: seconds, detail });
}

function movementsOf({ userId, items }: NewOrder, orderId: number): Movement[] {
  const common = { ownerId: userId, orderId, actorId: userId, reason: `order ${orderId} placed` };
  return items.flatMap(({ vintageId, quantity }) =>
    vintageId === null ? [] : [{ kind: "COMMIT" as const, vintageId, quantity, ...common }],
  );
}

async function write(tx: Tx, order: NewOrder, id: number, movements: Movement[]): Promise<Order> {
  const { userId, items } = order;
  const facts = { orderId: id, total: euros(order.grossCents) };
  const row = await insertOrder(
    tx,
    { ...order, id, itemNames: items.map(nameOf), paymentReference: paymentReference(id) },
    {
      movements: movementsStatement(movements),
      notifications: notifying([{ userId, code: "order.created", facts }]),
      job: postingJob(orderConfirm, { orderId: id }, { runAt: mailsAt() }),
    },
  );
  return orderView(row);
}

// With a longer delay buyers would miss their confirmation, however many buy at the same time.
const rushSeconds = 30;
/** Returns when to create an order's mails: later in a rush, so that checkouts do not wait for the mails of earlier ones. */
const mailsAt = () =>
  sql<Date>`now() + make_interval(secs => ${isOverloaded() ? rushSeconds : 0}::integer)`;

const nameOf = ({ product }: NewItem) =>
  "project" in product ? product.project.name : product.reportName;
