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

/** What was found of companies' VAT numbers, by hand or by asking the EU's VIES. */
export const vatChecks = feature({
  routes: ({ serve, db, settings, outside }: Base) =>
    vatCheckRoutes(serve, db, settings, outside.viesUrl),
});
