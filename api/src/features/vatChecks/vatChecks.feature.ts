import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { vatCheckRoutes } from "./vatChecks.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
  outside: { viesUrl?: string | undefined };
}

/** Checks of companies' VAT numbers, entered manually or queried from the EU's VIES. */
export const vatChecks = feature({
  routes: ({ serve, db, settings, outside }: Base) =>
    vatCheckRoutes(serve, db, settings, outside.viesUrl),
});
