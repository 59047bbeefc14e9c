import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { bankJobs } from "./bank.jobs.ts";
import { bankRoutes } from "./bank.routes.ts";
import { refundRoutes } from "./refunds.routes.ts";
import { watchBankFolder } from "./folder.jobs.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  settings: SettingsService;
}

/** Bank statements, and the payments booked from them. */
export const bank = feature({
  routes: ({ serve, db, files, settings }: Base) => {
    bankRoutes(serve, db, files, settings);
    refundRoutes(serve, db, settings);
  },
  background: watchBankFolder,
  jobs: ({ db, settings }: { db: Db; settings: SettingsService }) => bankJobs(db, settings),
});
