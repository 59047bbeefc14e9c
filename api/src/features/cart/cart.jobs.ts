import type { Db } from "../../core/db.ts";
import { jobHandler, type JobHandlers } from "../../core/jobs.ts";
import {
  ownPricesChanged,
  projectChanged,
  vintageChanged,
} from "../catalogue/catalogue.service.ts";
import type { CartService } from "./cart.service.ts";
import { vintagesOfProject } from "./cart.sql.ts";

// An ended hold must free its credits within 10 s, on a busy server too.
const sweepEveryMs = 2_000;

/** News from the catalogue, taken up by the carts that hold what changed. */
export function cartJobs(db: Db, carts: CartService): JobHandlers {
  return {
    ...jobHandler(vintageChanged, ({ vintageId }) => carts.takeUpNews([vintageId])),
    ...jobHandler(ownPricesChanged, ({ companyIds }) => carts.takeUpPrices(companyIds)),
    ...jobHandler(projectChanged, async ({ projectId }) =>
      carts.takeUpNews(await vintagesOfProject(db, projectId)),
    ),
  };
}

/** Ends holds in the background until stopped; a sweep that fails is reported and tried again. */
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
    /** Resolves when the sweep under way, if any, is over. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await sweep;
    },
  };
}
