import type { RawBuilder } from "kysely";
import type { NotificationCode, NotificationFacts } from "@tonneline/contract/notifications";
import type { Executor } from "../../core/db.ts";
import { insertingNotifications } from "./notifications.sql.ts";

export { deleteNotificationsOf, pruneOldNotifications } from "./notifications.sql.ts";

export interface NewNotification {
  userId: number;
  code: NotificationCode;
  facts: NotificationFacts;
}

/** Notifies users within the transaction of the event. */
export async function notify(
  tx: Executor,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length > 0) await insertingNotifications(notifications).execute(tx);
}

/** The same as part of the caller's statement, to save a round trip. */
export function notifying(notifications: readonly NewNotification[]): RawBuilder<unknown> {
  return insertingNotifications(notifications);
}
