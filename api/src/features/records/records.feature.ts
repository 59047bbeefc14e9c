import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { recordsRoutes } from "./records.routes.ts";

/** Operators' notes on orders, retirements, people and companies, and who is looking at them. */
export const records = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => recordsRoutes(serve, db),
});
