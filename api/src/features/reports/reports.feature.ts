import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { FileStore } from "../../core/files.ts";
import type { Serve } from "../../core/http/serve.ts";
import { managedReportRoutes } from "./managed.routes.ts";
import { reportRoutes } from "./reports.routes.ts";

/** Due-diligence reports: sold to buyers, managed by operators. */
export const reports = feature({
  routes: ({ serve, db, files }: { serve: Serve; db: Db; files: FileStore }) => {
    reportRoutes(serve, db, files);
    managedReportRoutes(serve, db, files);
  },
});
