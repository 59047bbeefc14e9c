import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { flagServiceRoutes } from "./flagService.routes.ts";
import { flagRoutes } from "./flags.routes.ts";
import { createServedFlags } from "./flags.service.ts";
import type { FastifyInstance } from "fastify";

/** Feature flags: the operators' switches, and the service that pages query. */
export const flags = feature({
  routes: ({ app, serve, db }: { app: FastifyInstance; serve: Serve; db: Db }) => {
    const service = createServedFlags(db);
    flagServiceRoutes(app, service);
    flagRoutes(serve, db, service);
  },
});
