import type { Cron } from "../../core/crons.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { job, jobHandler } from "../../core/jobs.ts";
import { catalogueRoutes } from "./catalogue.routes.ts";
import { pruneChanges } from "./feed.sql.ts";
import type { LiveCatalogue } from "./live.service.ts";

const prune = job("catalogue.prune");
const crons: Cron[] = [{ task: prune, every: "10 minutes" }];

/** Projects and vintages as shown to buyers. */
export const catalogue = feature({
  routes: ({ serve, db, catalogue: live }: { serve: Serve; db: Db; catalogue: LiveCatalogue }) =>
    catalogueRoutes(serve, db, live),
  jobs: ({ db }: { db: Db }) => jobHandler(prune, () => inTransaction(db, pruneChanges)),
  crons,
});
