import { useWaitingForMe } from "../../features/approvals/waiting.queries.ts";
import { useCartCount } from "../../features/cart/cart.queries.ts";
import { useUnread } from "../../features/notifications/notifications.queries.ts";

interface Badges {
  cart: number;
  /** Colleagues' requests that await the current user's approval; added to the cart's count. */
  waiting: number;
  notifications: number;
}

/** Returns the counts shown next to the navigation's entries. */
export function useBadges(): Badges {
  const unread = useUnread().data;
  return {
    cart: useCartCount() ?? 0,
    waiting: useWaitingForMe(),
    notifications: unread?.length ?? 0,
  };
}
