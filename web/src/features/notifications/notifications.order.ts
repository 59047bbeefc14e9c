import type { Notification } from "@tonneline/contract/notifications";

const pollMs = 10_000;
const slowestMs = 5 * 60_000;

/**
 * Returns the milliseconds until the next poll for unread notifications: 10 s, doubled by each consecutive failure, 5 min
 * at most.
 */
export function pollDelay(failures: number): number {
  return Math.min(pollMs * 2 ** failures, slowestMs);
}

/**
 * Returns each notification once, newest first. Marking one as read shifts the later ones, so that a page loaded afterwards
 * starts with some that are already known.
 */
export function merged(notifications: readonly Notification[]): Notification[] {
  const byId = new Map(notifications.map((each) => [each.id, each]));
  return [...byId.values()].toSorted(
    (a, b) => Date.parse(b.occuredAt) - Date.parse(a.occuredAt) || b.id - a.id,
  );
}
