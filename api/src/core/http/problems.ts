import { refusals, type RefusalCode } from "@tonneline/contract/refusals";
import type { Problem } from "@tonneline/contract/shapes";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { Refusal, type RefusalFacts } from "../errors.ts";
import { isAway, isFullDisk } from "../outage.ts";
import type { Report } from "../reporting.ts";

// Fastify's own refusals, and those of its plugins, in our words.
const codeOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_REQ_FILE_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_INVALID_MULTIPART_CONTENT_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_UNDER_PRESSURE: "UNAVAILABLE",
};

const fullDiskText = "Nothing was saved: the disk of the server is full.";

/** Turns whatever a handler threw into the one shape of a refusal. Unknown errors become INTERNAL without a word of theirs. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const [code, facts] = classify(error);
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

function classify(error: unknown): [RefusalCode, RefusalFacts] {
  if (error instanceof Refusal) return [error.code, error.facts];
  if (hasZodFastifySchemaValidationErrors(error)) {
    return ["VALIDATION_FAILED", { fieldErrors: error.validation.flatMap(fieldErrorsOf) }];
  }
  const { code = "", statusCode } = error as Partial<FastifyError>;
  const known = codeOfFastify[code];
  if (known) return [known, {}];
  if (isFullDisk(error)) return ["UNAVAILABLE", { detail: fullDiskText }];
  if (isAway(error)) return ["UNAVAILABLE", {}];
  // Broken JSON, an empty body where one was announced, a malformed address.
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return ["VALIDATION_FAILED", { detail: "The request could not be read." }];
  }
  return ["INTERNAL", {}];
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
  return keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: "Unknown field" }));
}

/** The one error handler of the server; what nobody expected is also reported, and outages are told. */
export function problemHandler(report: Report, onAway: (error: unknown) => void) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const body = problemOf(error, request);
    if (body.code === "INTERNAL") {
      request.log.error({ err: error }, "request failed");
      const call = `${request.method} ${request.routeOptions.url ?? "unknown"}`;
      report(error, { requestId: request.id, call, host: request.host });
    } else if (body.code === "UNAVAILABLE" && !(error instanceof Refusal)) {
      onAway(error);
    }
    if (error instanceof Refusal && error.facts.retryAfterSeconds) {
      void reply.header("retry-after", Math.ceil(error.facts.retryAfterSeconds));
    }
    return reply
      .status(body.status)
      .type("application/problem+json")
      .serializer(JSON.stringify)
      .send(body);
  };
}
