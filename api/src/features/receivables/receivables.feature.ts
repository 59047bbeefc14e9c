import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { receivableCrons, receivableJobs } from "./receivables.jobs.ts";
import { receivableRoutes } from "./receivables.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
}

/** Unpaid invoices and their reminders. */
export const receivables = feature({
  routes: ({ serve, db, settings }: Base) => receivableRoutes(serve, db, settings),
  jobs: ({ db, settings }: { db: Db; settings: SettingsService }) => receivableJobs(db, settings),
  crons: receivableCrons,
});
