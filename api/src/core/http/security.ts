import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/** What pages may do in this configuration, in addition to the fixed policy. */
export interface PagePolicy {
  https: boolean;
  /** Sources that pages may currently show in a frame, besides our own origin. */
  frames: () => Promise<readonly string[]>;
  /** Origins that pages may call, besides our own. */
  connectTo: readonly string[];
  /** Whether pages record the user's view for error reports. */
  recorded: boolean;
}

// The settings are normally cached; a hanging database must not delay the pages.
const framesWithinMs = 1000;
const isCall = /^\/(api|flags-api|assets|health|metrics)\b/;

/** Sends the headers that restrict browsers: where pages load from, what they may call and show in frames. */
export function sendSecurityHeaders(app: FastifyInstance, policy: PagePolicy): void {
  let frames: readonly string[] = [];
  // Shared by all answers until the settings change.
  let headers = headersOf(policy, frames);
  app.addHook("onRequest", (request, reply, done) => {
    const send = () => {
      void reply.headers(headers);
      done();
    };
    // Only pages have frames. While the settings cannot be read, pages get the last known ones.
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
        // The UI library sets component styles as attributes.
        "style-src": ["'self'", "'unsafe-inline'"],
        "font-src": ["'self'", "data:"],
        "connect-src": ["'self'", ...connectTo],
        "frame-src": ["'self'", ...frames],
        // The recorder compresses its data in a worker that it creates from a blob.
        ...(recorded && { "worker-src": ["'self'", "blob:"] }),
        "frame-ancestors": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "object-src": ["'none'"],
        // web/src/lib/trustedTypes.ts decides what may become markup or a worker's URL.
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
