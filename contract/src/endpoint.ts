import type { z } from "zod";
import type { CompanyRight } from "./companyRoles.ts";
import { refusals, type RefusalCode } from "./refusals.ts";

export const areas = [
  "projects",
  "users",
  "orders",
  "retirements",
  "directory",
  "reports",
  "settings",
  "audit",
] as const;
export type Permission = `${(typeof areas)[number]}:${"read" | "write"}`;

/**
 * Who may call. `public`: anyone; `optional`: anyone, and the handler sees a valid session; `signedIn`: any session,
 * Anonymous included; `admitted`: a session whose role is not Anonymous; otherwise the permission that the role must
 * have.
 */
export type Access = "public" | "optional" | "signedIn" | "admitted" | Permission;

/** A response without a body (204). */
export const noContent = "noContent";

export interface FileOf {
  mediaTypes: readonly string[];
}
/** Declares a response that is a stream of bytes of one of these media types: a PDF, an image, a spreadsheet. */
export function file(...mediaTypes: [string, ...string[]]): FileOf {
  return { mediaTypes };
}
/** Whether a response is a file. */
export function isFile(response: Endpoint["response"]): response is FileOf {
  return typeof response === "object" && "mediaTypes" in response;
}
/** The media type of an Excel workbook. */
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to /api/v1, in Fastify's notation: /projects/:id */
  path: `/${string}`;
  access: Access;
  /** The right that the caller needs in their company, if not every member may do this. */
  companyRight?: CompanyRight;
  summary: string;
  /** Newer calls replace it; it keeps working. */
  deprecated?: true;
  /** Also allowed for an Admin who still has to set up the mandatory second factor; every other call is refused. */
  beforeSecondFactor?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Takes one file as multipart/form-data, in the field `file`, of at most `maxBytes`. */
  upload?: { maxBytes: number };
  response: z.ZodType | typeof noContent | FileOf;
  /** Returned with 202 in place of `response` if the request has to wait for someone's approval. */
  accepted?: z.ZodType;
  /** Defaults to 200, or 204 for noContent. */
  status?: 201 | 202;
  /** Accepts an Idempotency-Key header: a repeated key with the same body takes effect once. */
  idempotent?: true;
  /** Returns the whole list as CSV, unpaged, for `Accept: text/csv`. */
  csv?: true;
  /** The file is generated per request and counts as an export while it is: an account may run only a few at once. */
  generatedPerRequest?: true;
  /** The sort keys of a list, and the filter that is shown as tabs above it. */
  list?: {
    sorts: readonly string[];
    tabs?: { field: string; names: readonly string[] };
  };
  /** Expected refusals beyond those implied by its access, input and response: see `refusalsOf`. */
  refusals?: readonly RefusalCode[];
}

/** Returns every code that a call may be refused with: those it declares, and those implied by its kind. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, method } = endpoint;
  const isOpen = access === "public" || access === "optional";
  const implied: Partial<Record<RefusalCode, boolean>> = {
    VALIDATION_FAILED: true,
    UNAUTHENTICATED: !isOpen,
    SECOND_FACTOR_NEEDED: !isOpen && !endpoint.beforeSecondFactor,
    FORBIDDEN: !isOpen && access !== "signedIn",
    // The path names a record, which may not exist.
    NOT_FOUND: endpoint.params !== undefined,
    PAYLOAD_TOO_LARGE: method !== "GET",
    UNSUPPORTED_MEDIA_TYPE: method !== "GET",
    RANGE_NOT_SATISFIABLE: isFile(endpoint.response),
    IDEMPOTENCY_KEY_REUSED: endpoint.idempotent ?? false,
    RATE_LIMITED:
      endpoint.upload !== undefined || (endpoint.csv ?? endpoint.generatedPerRequest ?? false),
    INTERNAL: true,
    UNAVAILABLE: true,
  };
  return (Object.keys(refusals) as RefusalCode[]).filter(
    (code) => implied[code] || endpoint.refusals?.includes(code),
  );
}

/** An uploaded file as a handler receives it; name and bytes are untrusted input. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** Declares one call of the API. `access` has no default, so every call has to state it. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec;
}

type Schema<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType
  ? E[K]
  : undefined;

type Given<S, K extends string, Side extends "in" | "out"> = S extends z.ZodType
  ? { [P in K]: Side extends "in" ? z.input<S> : z.output<S> }
  : unknown;

/** What a caller passes: `{ params?, query?, body?, file? }`, each only if the endpoint declares it. */
export type RequestOf<E extends Endpoint> = Given<Schema<E, "params">, "params", "in"> &
  Given<Schema<E, "query">, "query", "in"> &
  Given<Schema<E, "body">, "body", "in"> &
  (E extends { upload: object } ? { file: Blob } : unknown);

/** What a handler receives after validation. */
export type ParsedOf<E extends Endpoint> = Given<Schema<E, "params">, "params", "out"> &
  Given<Schema<E, "query">, "query", "out"> &
  Given<Schema<E, "body">, "body", "out"> &
  (E extends { upload: object } ? { file: UploadedFile } : unknown);

/** What a call returns with 202. */
export type AcceptedOf<E extends Endpoint> = E extends { accepted: z.ZodType }
  ? z.output<E["accepted"]>
  : never;

/** What a call returns, as JSON. */
export type ResponseOf<E extends Endpoint> =
  | (E["response"] extends z.ZodType ? z.output<E["response"]> : undefined)
  | AcceptedOf<E>;
