import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { bookRoutes } from "./bookkeeping.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  settings: SettingsService;
}

/** Exports of invoices and credit notes for accounting programs and the tax office. */
export const bookkeeping = feature({
  routes: ({ serve, db, files, settings }: Base) => bookRoutes(serve, db, files, settings),
});
