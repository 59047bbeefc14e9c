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
 * Who may call: `public` anyone; `optional` anyone, a valid session known to the handler; `signedIn` any session, Anonymous
 * included; `admitted` one whose role is not Anonymous; else the permission that the role must hold.
 */
export type Access = "public" | "optional" | "signedIn" | "admitted" | Permission;

/** A response without a body (204). */
export const noContent = "noContent";

export interface FileOf {
  mediaTypes: readonly string[];
}
/** A response that is a stream of bytes, of one of these media types: a PDF, an image, a table. */
export function file(...mediaTypes: [string, ...string[]]): FileOf {
  return { mediaTypes };
}
/** Whether a call returns bytes. */
export function isFile(response: Endpoint["response"]): response is FileOf {
  return typeof response === "object" && "mediaTypes" in response;
}
/** The media type of a workbook. */
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /api/v1, Fastify's notation: /projects/:id */
  path: `/${string}`;
  access: Access;
  /** What the caller does for their company, where not every member may. */
  companyRight?: CompanyRight;
  summary: string;
  /** Also for an Admin who has yet to set up the second factor that Admins need here; every other call is refused. */
  beforeSecondFactor?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Takes one file as multipart/form-data, in the field `file`, of at most so many bytes. */
  upload?: { maxBytes: number };
  response: z.ZodType | typeof noContent | FileOf;
  /** Answered with 202 in place of `response`, where what was asked for waits for somebody. */
  accepted?: z.ZodType;
  /** 200 unless said otherwise; 204 for noContent. */
  status?: 201 | 202;
  /** Accepts an Idempotency-Key header: the same key and body act once. */
  idempotent?: true;
  /** Returns its whole list as CSV, unpaged, when asked with `Accept: text/csv`. */
  csv?: true;
  /** Its file is made again for each who asks, and counts as an export meanwhile: of these an account has few at once. */
  made?: true;
  /** By what a list is sorted, and the filter that stands as tabs over it. */
  list?: {
    sorts: readonly string[];
    tabs?: { field: string; names: readonly string[] };
  };
  /** Expected refusals beyond those that its access, input and response bring along: see `refusalsOf`. */
  refusals?: readonly RefusalCode[];
}

/** Every code that a call may be refused with: those that it declares, and those that its kind brings along. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, method } = endpoint;
  const isOpen = access === "public" || access === "optional";
  const brought: Partial<Record<RefusalCode, boolean>> = {
    VALIDATION_FAILED: true,
    UNAUTHENTICATED: !isOpen,
    SECOND_FACTOR_NEEDED: !isOpen && !endpoint.beforeSecondFactor,
    FORBIDDEN: !isOpen && access !== "signedIn",
    // Its address names a thing, which may not be there.
    NOT_FOUND: endpoint.params !== undefined,
    PAYLOAD_TOO_LARGE: method !== "GET",
    UNSUPPORTED_MEDIA_TYPE: method !== "GET",
    RANGE_NOT_SATISFIABLE: isFile(endpoint.response),
    IDEMPOTENCY_KEY_REUSED: endpoint.idempotent ?? false,
    RATE_LIMITED: endpoint.upload !== undefined || (endpoint.csv ?? endpoint.made ?? false),
    INTERNAL: true,
    UNAVAILABLE: true,
  };
  return (Object.keys(refusals) as RefusalCode[]).filter(
    (code) => brought[code] || endpoint.refusals?.includes(code),
  );
}

/** A file as a handler receives it; its name and bytes are whatever the caller sent. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** Declares one call of the API. There is no default for `access`: whoever adds a call decides. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec;
}

type Schema<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType
  ? E[K]
  : undefined;

type Given<S, K extends string, Side extends "in" | "out"> = S extends z.ZodType
  ? { [P in K]: Side extends "in" ? z.input<S> : z.output<S> }
  : unknown;

/** What a caller passes: `{ params?, query?, body?, file? }`, each only where the endpoint declares it. */
export type RequestOf<E extends Endpoint> = Given<Schema<E, "params">, "params", "in"> &
  Given<Schema<E, "query">, "query", "in"> &
  Given<Schema<E, "body">, "body", "in"> &
  (E extends { upload: object } ? { file: Blob } : unknown);

/** What a handler receives after validation. */
export type ParsedOf<E extends Endpoint> = Given<Schema<E, "params">, "params", "out"> &
  Given<Schema<E, "query">, "query", "out"> &
  Given<Schema<E, "body">, "body", "out"> &
  (E extends { upload: object } ? { file: UploadedFile } : unknown);

/** What the call returns with 202. */
export type AcceptedOf<E extends Endpoint> = E extends { accepted: z.ZodType }
  ? z.output<E["accepted"]>
  : never;

/** What the call returns, as JSON. */
export type ResponseOf<E extends Endpoint> =
  | (E["response"] extends z.ZodType ? z.output<E["response"]> : undefined)
  | AcceptedOf<E>;
