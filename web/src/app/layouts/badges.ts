/** Counts beside the navigation's entries. */
export function useBadges(): { cart: number } {
  return { cart: 0 };
}
