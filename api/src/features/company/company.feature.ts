import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { Access } from "../accounts/access.service.ts";
import type { AttemptLimits } from "../accounts/limits.service.ts";
import { managedCompanyRoutes } from "./companies.routes.ts";
import { companyRoutes } from "./company.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  limits: AttemptLimits;
  access: Pick<Access, "invalidateCallersOf">;
}

/** Buying companies: their details, members and invitations. */
export const company = feature({
  routes: ({ serve, db, limits, access: { invalidateCallersOf } }: Base) => {
    companyRoutes(serve, db, { limits, invalidateCallersOf });
    managedCompanyRoutes(serve, db, invalidateCallersOf);
  },
});
