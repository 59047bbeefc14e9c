import type { FastifyInstance } from "fastify";
import type { Actor } from "../audit.ts";
import { callerOf } from "./serve.ts";

/** A call that was answered with 403 or 429. */
export interface RefusedCall {
  /** Without an id when nobody is logged in. */
  actor: Pick<Actor, "ip"> & { userId?: number; username?: string };
  status: 403 | 429;
  /** Method and route: `GET /api/v1/management/orders/:id`. */
  call: string;
}

/** Notes refused calls; what was only counted is written at a flush. */
export interface RefusalLog {
  note(refused: RefusedCall): Promise<void>;
  flush(): Promise<void>;
}

/** Notes every call that is refused, and what was only counted from time to time and when the server stops. */
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

/** Tells of every call that is refused for lack of a right or for coming too often, before its answer leaves. */
function watchRefused(app: FastifyInstance, note: (refused: RefusedCall) => Promise<void>): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    const status = reply.statusCode;
    if (status !== 403 && status !== 429) return done();
    const { userId, username } = callerOf(request) ?? {};
    const actor = { ip: request.ip, ...(userId && { userId }), ...(username && { username }) };
    const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    // The answer leaves all the same: it is a refusal anyway.
    void note({ actor, status, call })
      .catch((error: unknown) => {
        request.log.error({ err: error }, "a refusal could not be noted");
      })
      .then(() => done());
  });
}
