import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import { partnerRoutes } from "./partners.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  publicUrl: string;
}

/** Partners who refer buyers, and their referral links. */
export const partners = feature({
  routes: ({ serve, db, publicUrl }: Base) => partnerRoutes(serve, db, publicUrl),
});
