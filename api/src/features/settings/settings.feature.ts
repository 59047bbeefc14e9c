import type { Db } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { clientRoutes, type Outside } from "./client.routes.ts";
import { settingsRoutes } from "./managed.routes.ts";
import type { SettingsService } from "./settings.service.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  settings: SettingsService;
  imageWorker: ImageWorker;
  outside: Outside;
  access: { confirmPassword: Parameters<typeof settingsRoutes>[5] };
}

/** Operators' settings, and the part of them that every page needs. */
export const settings = feature({
  routes: ({ serve, db, files, settings: service, imageWorker, outside, access }: Base) => {
    clientRoutes(serve, db, service, outside);
    settingsRoutes(serve, db, files, service, imageWorker, access.confirmPassword);
  },
});
