import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/** What pages may do beside what all of ours may. */
export interface PagePolicy {
  https: boolean;
  /** Sources whose pages ours may show in a frame at this moment, besides our own. */
  frames: () => Promise<readonly string[]>;
  /** Origins beside our own that pages may call. */
  connectTo: readonly string[];
  /** What people see in the pages is recorded for error reports. */
  recorded: boolean;
}

// The settings are at hand as a rule; a database that hangs must not keep the pages.
const framesWithinMs = 1000;
const isCall = /^\/(api|flags-api|assets|health|metrics)\b/;

/** What a browser may do with our answers: where from pages load, what they may call and show in frames. */
export function sendSecurityHeaders(app: FastifyInstance, policy: PagePolicy): void {
  let frames: readonly string[] = [];
  // The same for every answer until the settings are others.
  let headers = headersOf(policy, frames);
  app.addHook("onRequest", (request, reply, done) => {
    const send = () => {
      void reply.headers(headers);
      done();
    };
    // Only pages have frames. One is served with what was known last while the settings cannot be read.
    if (isCall.test(request.url)) return send();
    const soon = sleep(framesWithinMs, frames, { ref: false });
    void Promise.race([policy.frames(), soon])
      .catch(() => frames)
      .then((found) => {
        if (found.join() !== frames.join()) headers = headersOf(policy, found);
        frames = found;
      })
      .then(send, done);
  });
}

function headersOf(
  { https, connectTo, recorded }: PagePolicy,
  frames: readonly string[],
): Record<string, string> {
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "img-src": ["'self'", "data:", "blob:"],
        // Component styles are set as attributes by the interface library.
        "style-src": ["'self'", "'unsafe-inline'"],
        "font-src": ["'self'", "data:"],
        "connect-src": ["'self'", ...connectTo],
        "frame-src": ["'self'", ...frames],
        // The recorder packs what it sends in a worker of its own making.
        ...(recorded && { "worker-src": ["'self'", "blob:"] }),
        "frame-ancestors": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "object-src": ["'none'"],
        // What may become markup or a worker's address, web/src/lib/trustedTypes.ts says.
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["default", "mail"],
        ...(https && { "upgrade-insecure-requests": [] }),
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: https,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  write(request, response, (error) => {
    if (error) throw error;
  });
  return { ...response.getHeaders() } as Record<string, string>;
}
