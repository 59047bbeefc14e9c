import type { Erasure, ErasureObstacle } from "@tonneline/contract/privacy";

export interface AccountFacts {
  openOrders: number;
  retirementsInProgress: number;
  /** Tonnes paid for and not retired. */
  creditsHeld: number;
  isLastAdmin: boolean;
  /** The company has other members, but no other owner who can log in. */
  isLastOwner: boolean;
}

/** Returns what prevents an account from being erased, with the number of its orders, retirements or tonnes. */
export function obstaclesTo(facts: AccountFacts): Erasure["obstacles"] {
  const counts: [ErasureObstacle, number][] = [
    ["OPEN_ORDERS", facts.openOrders],
    ["RETIREMENTS_IN_PROGRESS", facts.retirementsInProgress],
    ["CREDITS_HELD", facts.creditsHeld],
    ["LAST_ADMIN", facts.isLastAdmin ? 1 : 0],
    ["LAST_OWNER", facts.isLastOwner ? 1 : 0],
  ];
  return counts.flatMap(([obstacle, count]) => (count > 0 ? [{ obstacle, count }] : []));
}

/** Returns the username that retained records name instead of the person. No mail can ever reach it (RFC 2606). */
export function erasedUsername(userId: number): string {
  return `erased-${userId}@erased.invalid`;
}
