import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { documentRoutes } from "./documents.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  settings: SettingsService;
}

/** A company's invoices and credit notes, and the statement of its account. */
export const documents = feature({
  routes: ({ serve, db, files, settings }: Base) => documentRoutes(serve, db, files, settings),
});
