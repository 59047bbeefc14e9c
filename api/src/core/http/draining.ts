import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { refuse } from "../errors.ts";
import { atMost } from "../stopping.ts";

// Long enough for a proxy that asks every second to see that this server is leaving.
const graceMs = 1500;
// What is under way then has this long to be answered.
const limitMs = 5000;
// For the answers that only say no.
const lastAnswersMs = 250;
const closeIdleEveryMs = 50;
const retryAfterSeconds = 5;

export interface Drain {
  /** Counts the requests of a server, and refuses new ones when it stops; before any route. */
  watch(app: FastifyInstance): void;
  /** Refuses with UNAVAILABLE from the beginning of a stop. */
  requireReady(): void;
  /**
   * Ends the service of requests: not ready from now on, for a moment still serving whoever has not seen that, then
   * refusing what is new until what is under way is answered. Resolves within 7 s, or at once when `hurry` is given.
   */
  end(hurry: AbortSignal): Promise<void>;
}

/** The drain of one server: everything is served until `end`, which cannot be taken back. */
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
        // A compressed stream alone has ten listeners, at which Node warns of a leak.
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
      // Whoever never asked whether this server is ready would not see that it is leaving either.
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
