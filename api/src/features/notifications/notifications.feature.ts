import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { notificationRoutes } from "./notifications.routes.ts";

/** Notifications of users within the product. */
export const notifications = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => notificationRoutes(serve, db),
});
