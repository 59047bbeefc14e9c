import { refusals, type RefusalCode } from "@tonneline/contract/refusals";
import { problem, type Problem } from "@tonneline/contract/shapes";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { z } from "zod";
import { Refusal, type RefusalFacts } from "../errors.ts";
import { isFileMissing, isFullDisk, isUnavailable } from "../outage.ts";
import type { Report } from "../reporting.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The codes that the call's endpoint declares. */
    refusals?: ReadonlySet<string>;
  }
}

// Fastify's own refusals, and those of its plugins, in our words.
const codeOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_REQ_FILE_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_UNDER_PRESSURE: "UNAVAILABLE",
};

const unreadable = "The request could not be read.";
// Whoever slipped has a few; thousands are made up, and the answer to them would be a multiple of what was sent.
const mostUnknown = 20;
// Said of a file before its bytes failed: a browser would keep the refusal as that file, some for a year.
const ofFiles = ["etag", "content-disposition", "accept-ranges"];
const missingFileText = "This file is missing on the server. Please contact support.";
const fullDiskText = "Nothing was saved: the disk of the server is full.";

/** Turns whatever a handler threw into the one shape of a refusal. Unknown errors become INTERNAL without a word of theirs. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const [code, facts] = classify(error, request);
  const { status, text } = refusals[code];
  const { detail, retryAfterSeconds: _, ...extra } = facts;
  return {
    type: `/problems/${code.toLowerCase().replaceAll("_", "-")}`,
    title: text,
    status,
    code,
    detail: detail ?? text,
    requestId: request.id,
    ...extra,
  };
}

function classify(error: unknown, { raw }: FastifyRequest): [RefusalCode, RefusalFacts] {
  // Whoever asked has gone in the middle of the body: to Node a connection like that to a database.
  if (error === raw.errored) return ["VALIDATION_FAILED", { detail: unreadable }];
  if (error instanceof Refusal) return [error.code, error.facts];
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fieldErrors = error.validation.flatMap(fieldErrorsOf);
    if (error.validationContext !== "querystring") return ["VALIDATION_FAILED", { fieldErrors }];
    // In an address a value has the name of its parameter, which may come several times.
    const named = fieldErrors.map((each) => ({ ...each, path: each.path.replace(/\.\d+$/, "") }));
    return ["VALIDATION_FAILED", { fieldErrors: eachOnce(named) }];
  }
  const { code = "", statusCode } = error as Partial<FastifyError>;
  const known = codeOfFastify[code];
  if (known) return [known, {}];
  if (isFullDisk(error)) return ["UNAVAILABLE", { detail: fullDiskText }];
  if (isUnavailable(error)) return ["UNAVAILABLE", {}];
  // Broken JSON, an empty body where one was announced, a malformed address.
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return ["VALIDATION_FAILED", { detail: unreadable }];
  }
  return ["INTERNAL", isFileMissing(error) ? { detail: missingFileText } : {}];
}

/** Two values of one parameter may be wrong in the same way. */
function eachOnce(errors: { path: string; message: string }[]) {
  return errors.filter(
    ({ path, message }, index) =>
      errors.findIndex((each) => each.path === path && each.message === message) === index,
  );
}

function fieldErrorsOf(issue: {
  keyword: string;
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}) {
  const path = issue.instancePath.slice(1).replaceAll("/", ".");
  const message = issue.message ?? "Invalid value";
  if (issue.keyword !== "unrecognized_keys") return [{ path, message }];
  const keys = (issue.params.keys as string[] | undefined) ?? [];
  return keys
    .slice(0, mostUnknown)
    .map((key) => ({ path: path ? `${path}.${key}` : key, message: "Unknown field" }));
}

/**
 * The one error handler of the server; what nobody expected is also reported, and outages are told. So is a refusal that
 * the call's endpoint does not declare; where `requireDeclared`, it is answered as an error of ours.
 */
export function problemHandler(
  report: Report,
  onAway: (error: unknown) => void,
  requireDeclared = false,
) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    let body = problemOf(error, request);
    const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    const tell = (fault: unknown) => {
      request.log.error({ err: fault }, "request failed");
      report(fault, { requestId: request.id, call, host: request.host });
    };
    if (body.code === "INTERNAL") tell(error);
    else if (body.code === "UNAVAILABLE" && !(error instanceof Refusal)) onAway(error);
    else if (!isDeclared(body.code, request)) {
      const fault = new Error(`${call} does not declare ${body.code}`, { cause: error });
      tell(fault);
      if (requireDeclared) body = { ...problemOf(fault, request), detail: fault.message };
    }
    if (error instanceof Refusal && error.facts.retryAfterSeconds) {
      void reply.header("retry-after", Math.ceil(error.facts.retryAfterSeconds));
    }
    // RFC 9110 asks for it with every 401.
    if (body.status === 401) void reply.header("www-authenticate", "Bearer");
    for (const name of ofFiles) void reply.removeHeader(name);
    return reply
      .header("cache-control", "no-store")
      .status(body.status)
      .type("application/problem+json")
      .serializer(JSON.stringify)
      .send(body);
  };
}

/** Whether the endpoint says that it refuses so; what is no endpoint says nothing. */
function isDeclared(code: string, { routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.refusals?.has(code) ?? true;
}

/** The refusals of a call as its responses by status: which codes come with it, and what they say. */
export function refusalSchemas(declared: readonly RefusalCode[]) {
  const byStatus = Object.groupBy(declared, (code) => refusals[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, responseOf(codes)]),
  );
}

const responses = new Map<string, ReturnType<typeof makeResponse>>();

/** Many calls are refused alike: each set of codes is made once. */
function responseOf(codes: readonly RefusalCode[]) {
  const key = codes.join();
  const response = responses.get(key) ?? makeResponse(codes);
  responses.set(key, response);
  return response;
}

function makeResponse(codes: readonly RefusalCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${refusals[code].text}`).join("\n\n"),
    content: {
      "application/problem+json": { schema: problem.extend({ code: z.enum(codes) }) },
    },
  };
}
