import type { Cron } from "./crons.ts";
import type { JobHandlers } from "./jobs.ts";

/** What a feature adds to the server. `Base` and `JobBase` are what it needs of what every server has made. */
export interface Feature<Base, JobBase> {
  /** Binds its calls. */
  routes?: (base: Base) => void;
  /** Takes up its jobs, and the news of features below it. */
  jobs?: (base: JobBase) => JobHandlers;
  /** Jobs that are posted when their time comes, once among all servers. */
  crons?: readonly Cron[];
  /** Work that is no job and goes on until it is stopped. */
  background?: (base: JobBase) => { stop(): Promise<void> } | undefined;
}

/** Declares a feature; its needs are said by the parameters of its functions. */
export function feature<Base = unknown, JobBase = unknown>(
  declared: Feature<Base, JobBase>,
): Feature<Base, JobBase> {
  return declared;
}
