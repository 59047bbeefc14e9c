import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { approvalJobs } from "./approvals.jobs.ts";
import { approvalRoutes } from "./approvals.routes.ts";

/** Approval requests for orders, the rules that require them, and budgets. */
export const approvals = feature({
  routes: ({ serve, db, settings }: { serve: Serve; db: Db; settings: SettingsService }) =>
    approvalRoutes(serve, db, settings),
  jobs: ({ db }: { db: Db }) => approvalJobs(db),
});
