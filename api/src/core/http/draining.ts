import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { refuse } from "../errors.ts";
import { atMost } from "../stopping.ts";

// Long enough for a proxy that polls every second to notice that this server is leaving.
const graceMs = 1500;
// How long requests in flight then have to be answered.
const limitMs = 5000;
// For sending the last refusals.
const lastAnswersMs = 250;
const closeIdleEveryMs = 50;
const retryAfterSeconds = 5;

export interface Drain {
  /** Counts a server's requests, and refuses new ones when it stops; call before adding any route. */
  watch(app: FastifyInstance): void;
  /** Throws UNAVAILABLE once a stop has begun. */
  requireReady(): void;
  /**
   * Drains the server: it is no longer ready, serves for a moment longer clients that have not noticed that, then refuses new
   * requests until those in flight are answered. Resolves within 7 s, or at once when `hurry` aborts.
   */
  end(hurry: AbortSignal): Promise<void>;
}

/** Creates the drain of one server: everything is served until `end`, which is irreversible. */
export function createDrain(): Drain {
  let state: "open" | "leaving" | "refusing" = "open";
  let isWatched = false;
  let closeIdle = () => {};
  const accepted = createCount();
  const refused = createCount();

  return {
    watch(app) {
      closeIdle = () => app.server.closeIdleConnections();
      app.addHook("onRequest", (request, reply, done) => {
        const route = request.routeOptions.url ?? "";
        if (route === "/health/ready") isWatched = true;
        const isAccepted = state !== "refusing" || /^\/(health|metrics)/.test(route);
        const count = isAccepted ? accepted : refused;
        count.begin();
        // A compressed stream alone has ten listeners, for which Node warns of a leak.
        reply.raw.setMaxListeners(20).once("close", count.end);
        if (!isAccepted) refuse("UNAVAILABLE", { retryAfterSeconds });
        done();
      });
      app.addHook("onSend", (_request, reply, _payload, done) => {
        if (state !== "open") void reply.header("connection", "close");
        done();
      });
    },
    requireReady() {
      if (state !== "open") refuse("UNAVAILABLE", { retryAfterSeconds });
    },
    async end(hurry) {
      state = "leaving";
      // If readiness was never polled, nobody would notice that this server is leaving either.
      if (isWatched) await sleep(graceMs, undefined, { signal: hurry }).catch(() => {});
      state = "refusing";
      const closing = setInterval(closeIdle, closeIdleEveryMs);
      await atMost(limitMs, accepted.isZero(), hurry);
      await atMost(lastAnswersMs, refused.isZero(), hurry);
      clearInterval(closing);
    },
  };
}

function createCount() {
  let count = 0;
  let onZero = () => {};
  return {
    begin: () => void count++,
    end: () => {
      if (--count === 0) onZero();
    },
    isZero: () =>
      new Promise<void>((resolve) => {
        onZero = resolve;
        if (count === 0) resolve();
      }),
  };
}
