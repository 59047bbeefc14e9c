import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { directoryRoutes } from "./directory.routes.ts";

/** Auditors, developers, registries and project types: the lists that projects choose from. */
export const directory = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => {
    for (const list of ["auditors", "developers", "registries", "projectTypes"] as const) {
      directoryRoutes(serve, db, list);
    }
  },
});
