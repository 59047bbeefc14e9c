import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { portfolioJobs } from "./portfolio.jobs.ts";
import { portfolioRoutes } from "./portfolio.routes.ts";

/** Buyers' portfolios, and how they developed. */
export const portfolio = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => portfolioRoutes(serve, db),
  jobs: ({ db }: { db: Db }) => portfolioJobs(db),
});
