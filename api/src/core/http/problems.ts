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

// Maps errors of Fastify and its plugins to our codes.
const codeOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_REQ_FILE_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_CP_ERR_INVALID_CONTENT_ENCODING: "UNSUPPORTED_MEDIA_TYPE",
  FST_UNDER_PRESSURE: "UNAVAILABLE",
};

// Long enough that waiting clients do not burden what is just coming back.
const retryAfterSeconds = 5;
export const unreadable = "The request could not be read.";
// A genuine mistake has a few; thousands are an attack, and the answer would be many times the size of the request.
const maxUnknownFields = 20;
// Set before reading a file failed: a browser would cache the refusal as that file, for up to a year.
const ofFiles = ["etag", "content-disposition", "accept-ranges"];
const missingFileText = "This file is missing on the server. Please contact support.";
const fullDiskText = "Nothing was saved: the disk of the server is full.";

/** Converts any error thrown by a handler to the common shape of a refusal. Unknown errors become INTERNAL, without details. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const [code, facts] = classify(error, request);
  return { ...refusalBody(code, facts), requestId: request.id };
}

/** Returns the body of a refusal, as far as it does not depend on the request. */
export function refusalBody(code: RefusalCode, facts: RefusalFacts = {}): Problem {
  const { status, text } = refusals[code];
  const { detail, retryAfterSeconds: _, ...extra } = facts;
  return {
    type: `/problems/${code.toLowerCase().replaceAll("_", "-")}`,
    title: text,
    status,
    code,
    detail: detail ?? text,
    ...extra,
  };
}

function classify(error: unknown, { raw }: FastifyRequest): [RefusalCode, RefusalFacts] {
  // The client disconnected while sending the body: to Node this looks like a lost database connection.
  if (error === raw.errored) return ["VALIDATION_FAILED", { detail: unreadable }];
  if (error instanceof Refusal) return [error.code, error.facts];
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fieldErrors = error.validation.flatMap(fieldErrorsOf);
    if (error.validationContext !== "querystring") return ["VALIDATION_FAILED", { fieldErrors }];
    // In a URL a value has the name of its parameter, which may be repeated.
    const named = fieldErrors.map((each) => ({ ...each, path: each.path.replace(/\.\d+$/, "") }));
    return ["VALIDATION_FAILED", { fieldErrors: eachOnce(named) }];
  }
  const { code = "", statusCode } = error as Partial<FastifyError>;
  const known = codeOfFastify[code];
  if (known) return [known, {}];
  if (isFullDisk(error)) return ["UNAVAILABLE", { detail: fullDiskText }];
  if (isUnavailable(error)) return ["UNAVAILABLE", {}];
  // Of a built file.
  if (statusCode === 416) return ["RANGE_NOT_SATISFIABLE", {}];
  // Malformed JSON, a missing body, a malformed URL.
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return ["VALIDATION_FAILED", { detail: unreadable }];
  }
  return ["INTERNAL", isFileMissing(error) ? { detail: missingFileText } : {}];
}

/** Several values of a parameter may have the same error. */
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
    .slice(0, maxUnknownFields)
    .map((key) => ({ path: path ? `${path}.${key}` : key, message: "Unknown field" }));
}

/**
 * Returns the server's only error handler; it also reports unexpected errors, and passes outages to `onAway`. A refusal that
 * the endpoint does not declare is reported too; with `requireDeclared` it is answered as INTERNAL.
 */
export function problemHandler(
  report: Report,
  onAway: (error: unknown) => void,
  requireDeclared = false,
) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    let body = problemOf(error, request);
    const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
    const logFault = (fault: unknown) => {
      request.log.error({ err: fault }, "request failed");
      report(fault, { requestId: request.id, call, host: request.host });
    };
    if (body.code === "INTERNAL") logFault(error);
    else if (body.code === "UNAVAILABLE" && !(error instanceof Refusal)) {
      onAway(error);
      void reply.header("retry-after", retryAfterSeconds);
    } else if (!isDeclared(body.code, request)) {
      const fault = new Error(`${call} does not declare ${body.code}`, { cause: error });
      logFault(fault);
      if (requireDeclared) body = { ...problemOf(fault, request), detail: fault.message };
    }
    if (error instanceof Refusal && error.facts.retryAfterSeconds) {
      void reply.header("retry-after", Math.ceil(error.facts.retryAfterSeconds));
    }
    // RFC 9110 requires it with every 401.
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

/** Returns whether the endpoint declares the code; routes without an endpoint declare nothing. */
function isDeclared(code: string, { routeOptions }: FastifyRequest): boolean {
  return routeOptions.config?.refusals?.has(code) ?? true;
}

/** Returns the responses by status for a call's refusals: their codes and descriptions. */
export function refusalSchemas(declared: readonly RefusalCode[]) {
  const byStatus = Object.groupBy(declared, (code) => refusals[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, responseOf(codes)]),
  );
}

const responses = new Map<string, ReturnType<typeof makeResponse>>();

/** Many calls have the same refusals: each set of codes is converted once. */
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
