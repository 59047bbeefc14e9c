import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { rawRefusal } from "./clientErrors.ts";

/** Time limits for the phases of every connection and request, as options of a Fastify server. */
export const timeLimits = {
  http: {
    headersTimeout: 10_000,
    // How often Node checks the limits above and below.
    connectionsCheckingInterval: 1000,
  },
  // For a whole request, sized for the largest upload over a slow line: 64 MB at 2 Mbit/s. Others have `bodyLimitMs`.
  requestTimeout: 300_000,
  // Idle time on a connection with a request in flight.
  connectionTimeout: 60_000,
  // Longer than the minute for which proxies keep connections open, so that they close them and not we.
  keepAliveTimeout: 65_000,
} as const;

/**
 * Closes connections on which a body other than an upload takes longer than `limitMs`: sent byte by byte, it could occupy them
 * for minutes. The rest of a body that is too large is discarded within that time: most clients read an answer only after
 * sending everything, and closing the connection earlier would lose it.
 */
export function limitBodies(app: FastifyInstance, limitMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { headers, socket } = request.raw;
    const hasBody = headers["transfer-encoding"] ?? headers["content-length"];
    const isUpload = /^multipart\//i.test(headers["content-type"] ?? "");
    // Requests injected within the process have no connection.
    if (hasBody === undefined || isUpload || !(socket instanceof Socket))
      return done(null, payload);
    const end = () => {
      if (socket.writable && !reply.sent) socket.write(rawRefusal("REQUEST_TIMEOUT"));
      socket.destroySoon();
    };
    timers.set(request, setTimeout(end, limitMs).unref());
    // Aborted.
    request.raw.once("close", () => clear(request));
    done(null, payload);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    clear(request);
    done();
  });
  app.addHook("onError", async (request, reply, { code }) => {
    if (code === "FST_ERR_CTP_BODY_TOO_LARGE") reply.removeHeader("connection");
    else clear(request);
  });
}
