import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { importJobs } from "./runs.jobs.ts";
import { importRoutes } from "./runs.routes.ts";

/** Imports of registry files as projects and vintages. */
export const imports = feature({
  routes: ({ serve, db, files }: { serve: Serve; db: Db; files: FileStore }) =>
    importRoutes(serve, db, files),
  jobs: ({ db, files }: { db: Db; files: FileStore }) => importJobs(db, files),
});
