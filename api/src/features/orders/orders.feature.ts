import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mergeHandlers } from "../../core/jobs.ts";
import { bulkOrderJobs } from "./bulk.jobs.ts";
import { correctionRoutes, documentRoutes } from "./corrections.routes.ts";
import { orderFileRoutes } from "./files.routes.ts";
import { managedOrderRoutes } from "./managed.routes.ts";
import { orderJobs } from "./orders.jobs.ts";
import { orderRoutes } from "./orders.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  files: FileStore;
  settings: SettingsService;
}

/** Orders from checkout to payment: the buyers' and the operators' side. */
export const orders = feature({
  routes: ({ serve, db, files, settings }: Base) => {
    orderRoutes(serve, db);
    orderFileRoutes(serve, db, files);
    managedOrderRoutes(serve, db, settings);
    correctionRoutes(serve, db, settings);
    documentRoutes(serve, db, files);
  },
  jobs: ({ db, settings }: Pick<Base, "db" | "settings">) =>
    mergeHandlers(orderJobs(db), bulkOrderJobs(db, settings)),
});
