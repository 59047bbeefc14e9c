import type { Db } from "../../core/db.ts";
import { feature } from "../../core/feature.ts";
import type { Serve } from "../../core/http/serve.ts";
import type { SalesTerms } from "../settings/salesTerms.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { cartJobs, startHoldSweep } from "./cart.jobs.ts";
import { cartRoutes } from "./cart.routes.ts";
import { createCartService } from "./cart.service.ts";
import { legacyCartRoutes } from "./legacy.routes.ts";
import { createCheckout } from "./checkout.service.ts";

interface Base {
  serve: Serve;
  db: Db;
  settings: SettingsService;
  salesTerms: SalesTerms;
}
interface JobBase {
  db: Db;
  settings: SettingsService;
  report: (error: unknown) => void;
}

/** Carts, which hold credits for a limited time, and the checkout that turns them into orders. */
export const cart = feature({
  routes: ({ serve, db, settings, salesTerms }: Base) => {
    const carts = createCartService(db, settings);
    legacyCartRoutes(serve, carts);
    cartRoutes({ serve, db, settings }, carts, createCheckout(db, settings, salesTerms));
  },
  jobs: ({ db, settings }: JobBase) => cartJobs(db, createCartService(db, settings)),
  background: ({ db, settings, report }) => startHoldSweep(createCartService(db, settings), report),
});
