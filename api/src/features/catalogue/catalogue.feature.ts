import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { catalogueRoutes } from "./catalogue.routes.ts";

/** Projects and vintages as buyers read them. */
export const catalogue = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => catalogueRoutes(serve, db),
});
