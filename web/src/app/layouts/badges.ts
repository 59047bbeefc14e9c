import { useWaitingForMe } from "../../features/approvals/waiting.queries.ts";
import { useCartCount } from "../../features/cart/cart.queries.ts";
import { useUnread } from "../../features/notifications/notifications.queries.ts";

interface Badges {
  cart: number;
  /** Requests of colleagues that wait for whoever is logged in; counted with the cart. */
  waiting: number;
  notifications: number;
}

/** Counts beside the navigation's entries. */
export function useBadges(): Badges {
  const unread = useUnread().data;
  return {
    cart: useCartCount() ?? 0,
    waiting: useWaitingForMe(),
    notifications: unread?.length ?? 0,
  };
}
