import type { Erasure, ErasureObstacle } from "@tonneline/contract/privacy";

export interface AccountFacts {
  openOrders: number;
  retirementsInProgress: number;
  /** Tonnes that are paid and not retired. */
  creditsHeld: number;
  isLastAdmin: boolean;
  /** Others are in the company, and none of them may admit or remove anybody. */
  isLastOwner: boolean;
}

/** What stands in the way of erasing an account, with how many orders, retirements or tonnes of it there are. */
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

/** Whom the records that stay name instead of the person. No mail can ever reach it (RFC 2606). */
export function erasedUsername(userId: number): string {
  return `erased-${userId}@erased.invalid`;
}
