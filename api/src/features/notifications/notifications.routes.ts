import {
  listNotifications,
  markNotificationsRead,
  notificationFacts,
} from "@tonneline/contract/notifications";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { pageOf } from "../../core/lists.ts";
import type { Serve } from "../../core/http/serve.ts";
import { markRead, notificationPage } from "./notifications.sql.ts";

/** Serves the caller's notifications. Refuses with NOT_FOUND for another user's. */
export function notificationRoutes(serve: Serve, db: Db): void {
  serve(listNotifications, async ({ caller, query }) => {
    const { rows, total } = await notificationPage(db, caller.userId, query);
    const content = rows.map(({ id, code, facts, occuredAt, readAt }) => ({
      id,
      code,
      facts: notificationFacts.parse(facts),
      occuredAt: occuredAt.toISOString(),
      read: readAt !== null,
    }));
    return pageOf(content, total, query);
  });

  serve(markNotificationsRead, async ({ caller, query }) => {
    const found = await markRead(db, caller.userId, query);
    if (!found) refuse("NOT_FOUND");
  });
}
