import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { viewRoutes } from "./views.routes.ts";

/** Lists as people have set them up for themselves. */
export const views = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => viewRoutes(serve, db),
});
