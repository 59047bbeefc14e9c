import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SalesTerms } from "../settings/salesTerms.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { quoteJobs } from "./quotes.jobs.ts";
import { managedQuoteRoutes, quoteRoutes } from "./quotes.routes.ts";
import { createQuotes } from "./quotes.service.ts";

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
  salesTerms: SalesTerms;
  publicUrl: string;
}

/** Quotes, which a buyer can show to colleagues and order. */
export const quotes = feature({
  routes: ({ serve, db, settings, salesTerms, publicUrl }: Base) => {
    const seller = async () => (await settings.current()).seller;
    const offers = createQuotes(db, settings, salesTerms);
    quoteRoutes(serve, db, offers, { publicUrl, seller });
    managedQuoteRoutes(serve, db, settings, offers);
  },
  jobs: ({ db }: { db: Db }) => quoteJobs(db),
});
