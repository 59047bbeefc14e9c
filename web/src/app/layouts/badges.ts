import { useCartCount } from "../../features/cart/cart.queries.ts";
import { useOrdersToApprove } from "../../features/orders/admin/admin.queries.ts";
import type { ManagementEntry } from "./nav.ts";

/** Counts beside the navigation's entries. */
export function useBadges(): { cart: number } {
  return { cart: useCartCount() ?? 0 };
}

/** What waits for the operators, by entry; asked for only where somebody may see it. */
export function useOpenWork(
  enabled: boolean,
): Record<ManagementEntry["title"], number | undefined> {
  return { managementOrders: useOrdersToApprove(enabled) };
}
