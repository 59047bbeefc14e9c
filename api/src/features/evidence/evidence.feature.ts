import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { evidenceRoutes } from "./evidence.routes.ts";

/** What is known about a project: the registry's figures, its record and its price history. */
export const evidence = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => evidenceRoutes(serve, db),
});
