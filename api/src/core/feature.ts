import type { Cron } from "./crons.ts";
import type { PageHeads } from "./http/heads.ts";
import type { JobHandlers } from "./jobs.ts";

/** What a feature adds to the server. `Base` and `JobBase` are the services it needs from the server. */
export interface Feature<Base, JobBase> {
  /** Registers its endpoints. */
  routes?: (base: Base) => void;
  /** What the HTML of its open pages says of them. */
  heads?: (base: Base) => PageHeads;
  /** Handles its own jobs, and the events of lower-level features. */
  jobs?: (base: JobBase) => JobHandlers;
  /** Jobs that are posted on schedule, once across all servers. */
  crons?: readonly Cron[];
  /** Work other than jobs that runs until stopped. */
  background?: (base: JobBase) => { stop(): Promise<void> } | undefined;
}

/** Declares a feature; the parameter types of its functions declare what it needs. */
export function feature<Base = unknown, JobBase = unknown>(
  declared: Feature<Base, JobBase>,
): Feature<Base, JobBase> {
  return declared;
}
