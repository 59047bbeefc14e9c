import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { Access } from "../accounts/access.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { privacyCrons, privacyJobs } from "./privacy.jobs.ts";
import { privacyRoutes } from "./privacy.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  access: Pick<Access, "invalidateCallersOf" | "confirmPassword" | "proveFactor">;
}

/** Personal data: its export, erasure and retention. */
export const privacy = feature({
  routes: ({ serve, db, files, access }: Base) => privacyRoutes(serve, db, files, access),
  jobs: ({ db, settings }: { db: Db; settings: SettingsService }) => privacyJobs(db, settings),
  crons: privacyCrons,
});
