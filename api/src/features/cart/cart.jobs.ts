import type { Db } from "../../core/db.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import {
  ownPricesChanged,
  projectChanged,
  vintageChanged,
} from "../catalogue/catalogue.service.ts";
import type { CartService } from "./cart.service.ts";
import { vintagesOfProject } from "./cart.sql.ts";

// An expired hold must free its credits within 10 s, even on a busy server.
const sweepEveryMs = 2_000;

/** Returns the job handlers that apply changes in the catalogue to the carts that contain what changed. */
export function cartJobs(db: Db, carts: CartService): JobHandlers {
  return {
    ...jobHandler(vintageChanged, ({ vintageId }) => carts.applyCatalogueChanges([vintageId])),
    ...jobHandler(ownPricesChanged, ({ companyIds }) => carts.applyPriceChanges(companyIds)),
    ...jobHandler(projectChanged, async ({ projectId }) =>
      carts.applyCatalogueChanges(await vintagesOfProject(db, projectId)),
    ),
  };
}

/** Ends expired holds in the background until stopped; a failed sweep is reported and retried. */
export function startHoldSweep(carts: CartService, onError: (error: unknown) => void) {
  let stopped = false;
  let sweep: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const next = async () => {
      if (!stopped) await carts.endHolds();
    };
    sweep = sweep.then(next).catch(onError);
  }, sweepEveryMs);
  timer.unref();
  return {
    /** Resolves when the sweep in progress, if any, has finished. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await sweep;
    },
  };
}
