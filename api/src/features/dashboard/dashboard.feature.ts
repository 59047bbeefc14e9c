import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { dashboardRoutes } from "./dashboard.routes.ts";

/** What waits for an operator, counted. */
export const dashboard = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => dashboardRoutes(serve, db),
});
