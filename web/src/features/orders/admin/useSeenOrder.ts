import type { ManagedOrder } from "@tonneline/contract/orders";
import { isRefusal } from "../../../lib/api.ts";
import { useFormVersion } from "../../../lib/useFormVersion.ts";
import { useRefreshOrders } from "./admin.queries.ts";

/**
 * Pins the version of an order at which a correction was started, however often the order is refetched: the operator
 * is told of colleagues' credits and corrections since then before anything is issued on top of them.
 */
export function useSeenOrder({ items, invoiceNumber, version: newest }: ManagedOrder) {
  const refresh = useRefreshOrders();
  const { version, adopt } = useFormVersion({ items, invoiceNumber, version: newest }, true);
  return {
    version,
    onError: (error: Error) => {
      if (!isRefusal(error, "VERSION_CONFLICT")) return;
      adopt();
      void refresh();
    },
  };
}
