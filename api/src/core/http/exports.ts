import { setImmediate as turn } from "node:timers/promises";
import { refuse } from "../errors.ts";

/** At most so many exports at once, for one account and on this server. */
export interface ExportCeilings {
  exportsPerUser: number;
  exportsPerServer: number;
}

const retryAfterSeconds = 10;

/** Lets exports begin while there is room; RATE_LIMITED otherwise. What it returns is called once when one has ended. */
export function createExportGate(ceilings: () => Promise<ExportCeilings>) {
  const running = new Map<number, number>();
  let all = 0;

  return async (userId: number): Promise<() => void> => {
    const { exportsPerUser, exportsPerServer } = await ceilings();
    // From here to the count nothing else runs: two that begin at once see each other.
    const own = running.get(userId) ?? 0;
    if (own >= exportsPerUser) {
      const detail = "Your other exports are still being written. Please wait until one is done.";
      return refuse("RATE_LIMITED", { retryAfterSeconds, detail });
    }
    if (all >= exportsPerServer) {
      const detail = "Many exports are being written. Please try again in a moment.";
      return refuse("RATE_LIMITED", { retryAfterSeconds, detail });
    }
    running.set(userId, own + 1);
    all++;
    // One that is drawn at a stretch is over before what came with it is looked at, and would never be counted beside it.
    await turn();
    return () => {
      const left = running.get(userId)! - 1;
      if (left > 0) running.set(userId, left);
      else running.delete(userId);
      all--;
    };
  };
}
