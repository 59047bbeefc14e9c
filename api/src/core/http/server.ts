import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import { useStockMessages } from "@tonneline/contract/messages";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { requireUsableText } from "./characters.ts";
import type { z } from "zod";
import { apiBase } from "./serve.ts";
import { isUnavailable } from "../outage.ts";
import type { Reporting } from "../reporting.ts";
import { problemHandler } from "./problems.ts";
import { leaveOutPorts } from "./proxies.ts";
import { sendSecurityHeaders, type PagePolicy } from "./security.ts";
import { limitBodies, timeLimits } from "./timeLimits.ts";

// Large enough for every JSON body here; uploads have a route of their own.
const bodyLimit = 1024 * 1024;
const defaultBodyLimitMs = 20_000;

interface ServerOptions extends PagePolicy {
  logLevel: string;
  /** Addresses and networks whose X-Forwarded headers are believed. */
  trustedProxies: readonly string[];
  /** A body that is no upload has so long to arrive. */
  bodyLimitMs?: number;
  reporting: Reporting;
  /** Hears of what failed since a database or a store is away; such failures leave no other line. */
  onAway: (error: unknown) => void;
  /** A refusal that its endpoint does not declare is answered as an error: for tests. */
  requireDeclared?: boolean;
}

/** A Fastify server with our one error shape, security headers, compression and request ids; no routes yet. */
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
    // Of addresses that no route is asked for: too long a part, a broken escape.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 100 },
    // By then everything under way is answered, or has had its time: see draining.ts.
    forceCloseConnections: true,
  });
  app.setValidatorCompiler<z.ZodType>((part) => {
    const validate = validatorCompiler(part);
    // Fastify hands a body that did not come over as null.
    return (data) => validate(data ?? undefined);
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerProblem);
  leaveOutPorts(app);
  // What is done for every request is done at once: a promise a hook costs more than what most of them do.
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    options.reporting.nameTrace(`${request.method} ${request.routeOptions.url ?? "unknown"}`);
    if (request.url.startsWith(apiBase)) void reply.header("cache-control", "no-store");
    done();
  });
  limitBodies(app, options.bodyLimitMs ?? defaultBodyLimitMs);
  takeEmptyBodies(app);
  app.addHook("preValidation", (request, _reply, done) => {
    requireUsableText(request);
    done();
  });
  sendSecurityHeaders(app, options);
  // Sizes are limited by each endpoint that takes a file.
  await app.register(multipart, { limits: { files: 1, fields: 10, parts: 11 } });
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  return app;
}

/**
 * A call whose body may be left out takes none at all, also where JSON was announced: many clients always do. One that
 * needs its body refuses it at its schema.
 */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  // No call takes plain text, which Fastify would read.
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, String(body), done);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    // What Fastify has for a body that did not come.
    if (request.body === null) request.body = undefined;
    done();
  });
}
