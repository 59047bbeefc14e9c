import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { directoryRoutes } from "./directory.routes.ts";
import { createDirectory } from "./directory.service.ts";

/** Auditors, developers, registries and project types, of which projects choose. */
export const directory = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => {
    const entries = createDirectory(db);
    for (const list of ["auditors", "developers", "registries", "projectTypes"] as const) {
      directoryRoutes(serve, db, entries, list);
    }
  },
});
