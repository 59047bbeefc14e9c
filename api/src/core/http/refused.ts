import type { FastifyInstance } from "fastify";
import type { Actor } from "../audit.ts";
import { callerOf } from "./serve.ts";

/** A call that was answered with 403 or 429. */
export interface RefusedCall {
  /** Without an id if no user is logged in. */
  actor: Pick<Actor, "ip"> & { userId?: number; username?: string };
  status: 403 | 429;
  /** Method and route: `GET /api/v1/management/orders/:id`. */
  call: string;
}

/** Records refused calls; those that were only counted are written by `flush`. */
export interface RefusalLog {
  note(refused: RefusedCall): Promise<void>;
  flush(): Promise<void>;
}

/** Records every refused call; flushes those that were only counted periodically and when the server stops. */
export function recordRefusals(app: FastifyInstance, log: RefusalLog, everyMs: number): void {
  watchRefused(app, log.note);
  const flush = () =>
    log.flush().catch((error: unknown) => {
      app.log.error({ err: error }, "refusals could not be noted");
    });
  const timer = setInterval(() => void flush(), everyMs).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await flush();
  });
}

/** Calls `note` for every call refused with 403 or 429, before the answer is sent. */
function watchRefused(app: FastifyInstance, note: (refused: RefusedCall) => Promise<void>): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    const status = reply.statusCode;
    if (status !== 403 && status !== 429) return done();
    const { userId, username } = callerOf(request) ?? {};
    const actor = { ip: request.ip, ...(userId && { userId }), ...(username && { username }) };
    const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    // The answer is sent even if this fails: it is a refusal anyway.
    void note({ actor, status, call })
      .catch((error: unknown) => {
        request.log.error({ err: error }, "a refusal could not be noted");
      })
      .then(() => done());
  });
}
