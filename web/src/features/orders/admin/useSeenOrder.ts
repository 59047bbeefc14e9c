import type { ManagedOrder } from "@tonneline/contract/orders";
import { isRefusal } from "../../../lib/api.ts";
import { useSeen } from "../../../lib/useSeen.ts";
import { useRefreshOrders } from "./admin.queries.ts";

/**
 * The version of an order at which a correction of it was begun, however often the order is read again: of what a colleague
 * has credited or corrected since, the operator is told before anything is issued over it.
 */
export function useSeenOrder({ items, invoiceNumber, version: newest }: ManagedOrder) {
  const refresh = useRefreshOrders();
  const { version, see } = useSeen({ items, invoiceNumber, version: newest }, true);
  return {
    version,
    onError: (error: Error) => {
      if (!isRefusal(error, "VERSION_CONFLICT")) return;
      see();
      void refresh();
    },
  };
}
