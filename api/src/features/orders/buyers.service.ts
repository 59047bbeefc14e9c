import type { NotificationCode, NotificationFacts } from "@tonneline/contract/notifications";
import type { Executor, Tx } from "../../core/db.ts";
import { orderBuyersOf } from "../accounts/users.service.ts";
import { notify } from "../notifications/notifications.service.ts";

interface Ordered {
  user_id: number;
  company_id: number;
  invoice_email: string;
}

/** Adds the addresses that an order's mails go to: the invoice address and, if different, those of its notified buyers. */
export async function mailed<Order extends Ordered>(
  executor: Executor,
  order: Order,
): Promise<Order & { addresses: string[] }> {
  const buyers = await orderBuyersOf(executor, order);
  const addresses = new Set([order.invoice_email, ...buyers.map(({ username }) => username)]);
  return { ...order, addresses: [...addresses] };
}

/** Notifies the buyers of an order (see `orderBuyersOf`) of a change. */
export async function notifyBuyers(
  tx: Tx,
  order: Ordered,
  code: NotificationCode,
  facts: NotificationFacts,
): Promise<void> {
  const buyers = await orderBuyersOf(tx, order);
  await notify(
    tx,
    buyers.map(({ userId }) => ({ userId, code, facts })),
  );
}
