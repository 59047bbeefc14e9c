import type { Notification } from "@tonneline/contract/notifications";

const pollMs = 10_000;
const slowestMs = 5 * 60_000;

/** Milliseconds until unread notifications are asked for again: 10 s, doubled by each failure in a row, 5 min at most. */
export function pollDelay(failures: number): number {
  return Math.min(pollMs * 2 ** failures, slowestMs);
}

/**
 * Each notification once, newest first. A notification that is read moves the later ones on, so that a page loaded
 * afterwards begins with some that are known.
 */
export function merged(notifications: readonly Notification[]): Notification[] {
  const byId = new Map(notifications.map((each) => [each.id, each]));
  return [...byId.values()].toSorted(
    (a, b) => Date.parse(b.occuredAt) - Date.parse(a.occuredAt) || b.id - a.id,
  );
}
