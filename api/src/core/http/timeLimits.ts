import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** What every connection and request has for its parts, in the options of a Fastify server. */
export const timeLimits = {
  http: {
    headersTimeout: 10_000,
    // Node looks after the limits above and below so often.
    connectionsCheckingInterval: 1000,
  },
  // All of a request, for the largest upload over a slow line: 64 MB at 2 Mbit/s. Others have `bodyLimitMs`.
  requestTimeout: 300_000,
  // Nothing sent and nothing read on a connection with a request under way.
  connectionTimeout: 60_000,
  // Longer than the proxies that keep connections open for a minute, so that they end them and not we.
  keepAliveTimeout: 65_000,
} as const;

/**
 * Ends connections whose body of a call without an upload takes longer than `limitMs`: drop by drop it could hold them for
 * minutes. What comes of a body that is too large is thrown away in that time: most clients read an answer only once they
 * have sent all, and a connection that is closed before takes the answer with it.
 */
export function limitBodies(app: FastifyInstance, limitMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const clear = (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { headers, socket } = request.raw;
    const hasBody = headers["transfer-encoding"] ?? headers["content-length"];
    const isUpload = /^multipart\//i.test(headers["content-type"] ?? "");
    // What is asked within the process comes over no connection.
    if (hasBody === undefined || isUpload || !(socket instanceof Socket))
      return done(null, payload);
    const end = () => {
      // As Node says it of those that it ends by itself.
      if (socket.writable && !reply.sent)
        socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
      socket.destroySoon();
    };
    timers.set(request, setTimeout(end, limitMs).unref());
    // Given up.
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
