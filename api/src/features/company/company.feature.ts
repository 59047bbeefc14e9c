import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { companyRoutes } from "./company.routes.ts";

/** The details with which a buyer orders. */
export const company = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => companyRoutes(serve, db),
});
