import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { viewRoutes } from "./views.routes.ts";

/** Saved views of lists, per user. */
export const views = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => viewRoutes(serve, db),
});
