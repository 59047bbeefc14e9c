import { setImmediate as turn } from "node:timers/promises";
import { refuse } from "../errors.ts";

/** The maximum number of exports at once, per account and on this server. */
export interface ExportCeilings {
  exportsPerUser: number;
  exportsPerServer: number;
}

const retryAfterSeconds = 10;

/** Admits exports while there is capacity, or throws RATE_LIMITED. The returned function is called once when one ends. */
export function createExportGate(ceilings: () => Promise<ExportCeilings>) {
  const running = new Map<number, number>();
  let all = 0;

  return async (userId: number): Promise<() => void> => {
    const { exportsPerUser, exportsPerServer } = await ceilings();
    // No await from here to the increment: two exports that begin at once see each other.
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
    // An export written without a pause would end before requests that arrived with it are processed, and never count for them.
    await turn();
    return () => {
      const left = running.get(userId)! - 1;
      if (left > 0) running.set(userId, left);
      else running.delete(userId);
      all--;
    };
  };
}
