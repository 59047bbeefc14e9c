import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { compareRoutes } from "./compare.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
  publicUrl: string;
}

/** Vintages side by side. */
export const compare = feature({
  routes: ({ serve, db, settings, publicUrl }: Base) =>
    compareRoutes(serve, db, {
      publicUrl,
      seller: async () => (await settings.current()).seller.name,
    }),
});
