import { useCartCount } from "../../features/cart/cart.queries.ts";

/** Counts beside the navigation's entries. */
export function useBadges(): { cart: number } {
  return { cart: useCartCount() ?? 0 };
}
