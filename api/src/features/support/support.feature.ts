import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import { supportRoutes } from "./support.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  limits: AttemptLimits;
}

/** Questions of visitors and buyers, and the operators' replies. */
export const support = feature({
  routes: ({ serve, db, limits }: Base) => supportRoutes(serve, db, limits),
  heads: () => ({
    "/support-form": { title: "Contact form", description: "Write to the marketplace’s support." },
  }),
});
