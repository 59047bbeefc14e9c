import { useCartCount } from "../../features/cart/cart.queries.ts";
import { useUnread } from "../../features/notifications/notifications.queries.ts";

/** Counts beside the navigation's entries. */
export function useBadges(): { cart: number; notifications: number } {
  const unread = useUnread().data;
  return { cart: useCartCount() ?? 0, notifications: unread?.length ?? 0 };
}
