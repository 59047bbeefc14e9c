import type { NotificationCode, NotificationFacts } from "@tonneline/contract/notifications";
import type { Executor } from "../../core/db.ts";
import { deleteNotifications, insertNotifications } from "./notifications.sql.ts";

export interface NewNotification {
  userId: number;
  code: NotificationCode;
  facts: NotificationFacts;
}

/** Tells users something, in the transaction in which it happens. */
export async function notify(
  tx: Executor,
  notifications: readonly NewNotification[],
): Promise<void> {
  await insertNotifications(tx, notifications);
}

/** Takes away all that a user was told. */
export async function forgetNotifications(executor: Executor, userId: number): Promise<void> {
  await deleteNotifications(executor, userId);
}
