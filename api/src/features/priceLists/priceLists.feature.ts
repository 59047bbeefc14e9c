import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { priceListJobs, turnOfPrices } from "./priceLists.jobs.ts";
import { priceListRoutes } from "./priceLists.routes.ts";

/** Company-specific prices. */
export const priceLists = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => priceListRoutes(serve, db),
  jobs: ({ db }: { db: Db }) => priceListJobs(db),
  crons: [{ task: turnOfPrices, every: "15 minutes", after: "1 second" }],
});
