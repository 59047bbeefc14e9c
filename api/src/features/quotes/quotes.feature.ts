import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SalesTerms } from "../settings/salesTerms.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { quoteRoutes } from "./quotes.routes.ts";
import { createQuotes } from "./quotes.service.ts";

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
  salesTerms: SalesTerms;
  publicUrl: string;
}

/** Offers that a buyer takes to colleagues, and orders. */
export const quotes = feature({
  routes: ({ serve, db, settings, salesTerms, publicUrl }: Base) => {
    const seller = async () => (await settings.current()).seller;
    quoteRoutes(serve, db, createQuotes(db, settings, salesTerms), { publicUrl, seller });
  },
});
