import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import { useStockMessages } from "@tonneline/contract/messages";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { answerClientError } from "./clientErrors.ts";
import { requireUsableText } from "./characters.ts";
import type { z } from "zod";
import { apiBase } from "./serve.ts";
import { Refusal } from "../errors.ts";
import { isUnavailable } from "../outage.ts";
import type { Reporting } from "../reporting.ts";
import { problemHandler } from "./problems.ts";
import { rememberAddresses, stripPorts } from "./proxies.ts";
import { sendSecurityHeaders, type PagePolicy } from "./security.ts";
import { limitBodies, timeLimits } from "./timeLimits.ts";

// Large enough for every JSON body here; uploads have their own limit.
const bodyLimit = 1024 * 1024;
const defaultBodyLimitMs = 20_000;

interface ServerOptions extends PagePolicy {
  logLevel: string;
  /** Addresses and networks whose X-Forwarded headers are trusted. */
  trustedProxies: readonly string[];
  /** Time limit for receiving a body, except for uploads. */
  bodyLimitMs?: number;
  reporting: Reporting;
  /** Called with errors caused by an unavailable database or store; such errors are not logged otherwise. */
  onAway: (error: unknown) => void;
  /** For tests: a refusal that its endpoint does not declare is answered as an error. */
  requireDeclared?: boolean;
}

/** Creates a Fastify server with our error shape, security headers, compression and request ids; no routes yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  useStockMessages();
  const answerProblem = problemHandler(
    options.reporting.report,
    options.onAway,
    options.requireDeclared,
  );
  const app = Fastify({
    logger: {
      level: options.logLevel,
      // Not pino's own: with a full disk it ends the process, which then tries to write the rest forever.
      stream: process.stdout,
      redact: ["req.headers.authorization"],
      hooks: {
        logMethod(args, method) {
          const { err } = (args as unknown[])[0] as { err?: unknown };
          if (isUnavailable(err)) options.onAway(err);
          else method.apply(this, args);
        },
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    ...timeLimits,
    // For URLs that are rejected before routing: a part that is too long, an invalid escape.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
    clientErrorHandler: answerClientError,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 100 },
    // By then all requests in flight are answered or have timed out: see draining.ts.
    forceCloseConnections: true,
  });
  app.setValidatorCompiler<z.ZodType>((part) => {
    const validate = validatorCompiler(part);
    // Fastify passes a missing body as null.
    return (data) => validate(data ?? undefined);
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerProblem);
  rememberAddresses(app);
  stripPorts(app);
  // Hooks that run for every request are synchronous: a promise per hook costs more than most of them do.
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    options.reporting.nameTrace(`${request.method} ${request.routeOptions.url ?? "unknown"}`);
    if (request.url.startsWith(apiBase)) void reply.header("cache-control", "no-store");
    done();
  });
  limitBodies(app, options.bodyLimitMs ?? defaultBodyLimitMs);
  readJsonBodies(app);
  app.addHook("preValidation", (request, _reply, done) => {
    requireUsableText(request);
    done();
  });
  sendSecurityHeaders(app, options);
  // File sizes are limited by each endpoint that takes one.
  await app.register(multipart, { limits: { files: 1, fields: 10, parts: 11 } });
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  return app;
}

/**
 * Reads bodies in JSON. An empty one is accepted even if announced as JSON, as many clients always do: an endpoint that needs
 * its body rejects it by its schema.
 */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  // Fastify would parse plain text, which no endpoint takes.
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) done(null, undefined);
    else if (isUtf8(bytes)) void parse(request, bytes.toString(), done);
    // Read as UTF-8 all the same, its letters would be replaced without anybody noticing.
    else done(new Refusal("VALIDATION_FAILED", { detail: "The body must be in UTF-8." }));
  });
  app.addHook("preValidation", (request, _reply, done) => {
    // Fastify's value for a missing body.
    if (request.body === null) request.body = undefined;
    done();
  });
}
