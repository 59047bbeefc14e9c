import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { priceJobs } from "./prices.jobs.ts";
import { priceRoutes } from "./prices.routes.ts";

/** Bulk changes of vintages' prices. */
export const prices = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => priceRoutes(serve, db),
  jobs: ({ db }: { db: Db }) => priceJobs(db),
});
