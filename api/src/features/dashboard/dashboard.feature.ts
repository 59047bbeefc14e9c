import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { dashboardRoutes } from "./dashboard.routes.ts";

/** Counts of the work that waits for operators. */
export const dashboard = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => dashboardRoutes(serve, db),
});
