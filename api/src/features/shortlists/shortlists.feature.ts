import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { LiveCatalogue } from "../catalogue/live.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { createSearches } from "./searches.service.ts";
import { shortlistCrons, shortlistJobs } from "./shortlists.jobs.ts";
import { searchRoutes, shortlistRoutes } from "./shortlists.routes.ts";

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
  catalogue: LiveCatalogue;
  publicUrl: string;
}

/** Shortlists of vintages per company, and saved searches that alert their user to news. */
export const shortlists = feature({
  routes: ({ serve, db, settings, catalogue, publicUrl }: Base) => {
    const mayShare = async () => (await settings.current()).sharing.byLink;
    shortlistRoutes(serve, db, { publicUrl, mayShare });
    searchRoutes(serve, db, createSearches(db, catalogue));
  },
  // The same for every key, without looking it up: neither a list nor whether its link works shows in a preview.
  heads: () => ({
    "/shared/:key": {
      title: "Shared shortlist",
      description: "A shortlist of carbon credits, for whoever has this link.",
    },
  }),
  jobs: ({ db }: { db: Db }) => shortlistJobs(db),
  crons: shortlistCrons,
});
