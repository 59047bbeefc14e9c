import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { auditCrons, auditJobs } from "./audit.jobs.ts";
import { auditRoutes } from "./audit.routes.ts";

/** The log of who did what, and the proof that it was not altered afterwards. */
export const audit = feature({
  routes: ({ serve, db }: { serve: Serve; db: Db }) => auditRoutes(serve, db),
  jobs: ({ db }: { db: Db }) => auditJobs(db),
  crons: auditCrons,
});
