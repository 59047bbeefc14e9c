import {
  isFile,
  noContent,
  refusalsOf,
  type AcceptedOf,
  type ResponseOf,
  type Endpoint,
  type FileOf,
  type ParsedOf,
} from "@tonneline/contract/endpoint";
import { roleNames } from "@tonneline/contract/accounts";
import { hasCompanyRight, type CompanyRole } from "@tonneline/contract/companyRoles";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Readable } from "node:stream";
import { z } from "zod";
import type { Actor, KnownActor } from "../audit.ts";
import { limitConcurrencyOf } from "../concurrency.ts";
import { Refusal, refuse } from "../errors.ts";
import type { ByteRange } from "../files.ts";
import { onceFor, type Once } from "../idempotency.ts";
import { bytesSha256, isIdempotencyKey } from "../idempotency.rules.ts";
import { withTimeout } from "../timeout.ts";
import { refusalSchemas } from "./problems.ts";
import { ReadyJson } from "./readyJson.ts";
import { datedBy, untilComplete, sendBytes } from "./sending.ts";
import { uploadedFile, uploadGate, type CountUpload } from "./uploads.ts";

/** The caller of a request, by the current state of the session. */
export interface Caller {
  userId: number;
  sessionId: string;
  username: string;
  roleName: string;
  permissions: readonly string[];
  /** The company whose orders, holdings and retirements the caller reads, and acts for. */
  companyId: number;
  companyRole: CompanyRole;
  /** Its members have read-only access. */
  companyBlocked: boolean;
  /** A second factor must be set up first: until then few calls are allowed. */
  needsSecondFactor: boolean;
}

/** Whose records a call covers: those of the caller's company, with `by` only the caller's own. */
export const ownerFilter = (
  { companyId, userId }: Pick<Caller, "companyId" | "userId">,
  { by }: { by?: "me" | undefined },
) => ({ companyId, userId: by && userId });

/** A file as an answer. */
export interface FileAnswer {
  /** Opens the bytes, all of them or a range. */
  read: (part?: ByteRange) => Promise<Readable>;
  name: string;
  /** Adds the seller's day to the name, before the extension. */
  dated?: true;
  mediaType: string;
  bytes: number;
  /** Of all bytes, in hexadecimal: lets a client resume an interrupted download. */
  sha256: string;
  /** The bytes at this URL never change: browsers may cache them for a year. */
  immutable?: true;
  /** Shown in the browser rather than saved. */
  inline?: true;
  /** Pages of other hosts may show it. */
  anywhere?: true;
}

/** `Who` as far as the endpoint's access guarantees a caller. */
type Known<E extends Endpoint, Who> = E["access"] extends "public"
  ? undefined
  : E["access"] extends "optional"
    ? Who | undefined
    : Who;

/** Bytes that are generated while they are sent, such as an export. */
export interface StreamAnswer {
  stream: Readable;
  name: string;
  /** Adds the seller's day to the name, before the extension. */
  dated?: true;
  mediaType: string;
}

export type Served<E extends Endpoint> = ParsedOf<E> & {
  caller: Known<E, Caller>;
  /** The caller as recorded in the audit log. */
  actor: Known<E, KnownActor>;
  /** Only for endpoints declared idempotent, and only if the caller sent one. */
  idempotencyKey: string | undefined;
  /** Does the call's work once per key and caller. */
  once: E extends { idempotent: true } ? Once : undefined;
  /** Path and query as received. */
  address: string;
  ip: string;
  /** The User-Agent header; empty if missing. */
  userAgent: string;
  /** The requested host, with its port if given. */
  host: string;
};

/** An answer that says that the request awaits approval: 202. */
export class Accepted<T> {
  readonly body: T;
  constructor(body: T) {
    this.body = body;
  }
}

type Result<E extends Endpoint> = E["response"] extends FileOf
  ? FileAnswer | StreamAnswer
  : E["response"] extends typeof noContent
    ? void
    : Exclude<ResponseOf<E>, AcceptedOf<E>> | Accepted<AcceptedOf<E>> | ReadyJson;

export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handler: (request: Served<E>) => Promise<Result<E>>,
  ...rest: E extends { csv: true }
    ? [csv: (request: Served<E>) => StreamAnswer]
    : E["access"] extends "public" | "optional"
      ? []
      : [known?: KnownAnswer]
) => void;

/** Returns an answer cached for this URL that is still valid for this caller. */
export type KnownAnswer = (caller: Caller, address: string) => ReadyJson | undefined;

/** Admits an export of a list, or throws; the returned function is called when the file is complete or aborted. */
export type BeginExport = (actor: Actor, list: string, query: object) => Promise<() => void>;

/** Returns the caller of a bearer token, or throws UNAUTHENTICATED. */
export type Authenticate = (token: string) => Promise<Caller>;

export const apiBase = "/api/v1";

// The longest, a support request, has 30 kB. Bodies from anonymous callers are buffered in memory.
const openBodyLimit = 64 * 1024;

// Fastify's own limit ends once the body has arrived.
const tooLate = () => new Refusal("UNAVAILABLE", { retryAfterSeconds: 5 });

// Writes of one account mostly wait for the same rows: many at once would occupy all connections waiting.
const writesAtOnce = 8;

const isOpen = ({ access }: Endpoint) => access === "public" || access === "optional";

const callers = new WeakMap<FastifyRequest, Caller>();

/** Returns the caller, once the session is read; undefined for calls without a logged-in user. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

/** Binds endpoints of the contract to handlers: access first, then validation, then the handler. */
export function createServe(
  app: FastifyInstance,
  deps: {
    authenticate: Authenticate;
    beginExport: BeginExport;
    /** Counts a file generated for an account, or throws RATE_LIMITED; the returned function is called when it is done. */
    enterExport: (userId: number) => Promise<() => void>;
    countUpload: CountUpload;
    /** The seller's day (ISO), for file names. */
    today: () => Promise<string>;
    /** Time limit of a handler, in milliseconds; the database's own limits are lower. */
    answerLimitMs?: number;
  },
): Serve {
  const { authenticate, beginExport, enterExport, today, answerLimitMs = 60_000 } = deps;
  const enterUpload = uploadGate(deps.countUpload);
  const inTurn = limitConcurrencyOf<number>(writesAtOnce);
  return (endpoint, handler, ...rest) => {
    const [last] = rest as unknown[];
    const csv = endpoint.csv
      ? (last as (request: Parameters<typeof handler>[0]) => StreamAnswer)
      : undefined;
    const known = endpoint.csv ? undefined : (last as KnownAnswer | undefined);
    /** Admits a caller, or throws; a cached answer is returned without running the handler. */
    const admit = async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.access === "public") return undefined;
      const optional = endpoint.access === "optional";
      const caller = await (optional
        ? callerIfAny(request, authenticate)
        : authenticate(bearerToken(request)));
      if (!caller) return undefined;
      callers.set(request, caller);
      requireAccess(endpoint, caller);
      if (endpoint.upload) {
        await enterUpload(endpoint, { userId: caller.userId, ip: request.ip }, reply);
      }
      const ready = request.method === "GET" ? known?.(caller, request.url) : undefined;
      return ready?.for(request, reply);
    };
    app.route({
      method: endpoint.method,
      url: apiBase + endpoint.path,
      schema: schemaOf(endpoint),
      config: { endpoint, refusals: new Set(refusalsOf(endpoint)) },
      ...(isOpen(endpoint) && { bodyLimit: openBodyLimit }),
      // A file's entity tag and ranges are those of its uncompressed bytes.
      ...(isFile(endpoint.response) && { compress: false }),
      // Before the body is read: callers without access cannot make the server parse ten megabytes.
      onRequest: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
        void admit(request, reply).then((bytes) => (bytes ? void reply.send(bytes) : done()), done);
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = callers.get(request);
        const actor = caller && actorOf(caller, request);
        const served = (await servedOf(endpoint, request, caller, actor)) as Parameters<
          typeof handler
        >[0];
        if (csv && wantsCsv(request)) {
          const day = await today();
          const reader = request.method === "GET" ? actor : undefined;
          const end = reader && (await beginExport(reader, endpoint.path, request.query as object));
          const write = () => datedBy(day, csv(served));
          return sendBytes(end ? await untilComplete(write, end) : write(), request, reply);
        }
        const end = endpoint.generatedPerRequest && (await enterExport(caller!.userId));
        const isWrite = caller && request.method !== "GET";
        const handled = isWrite ? inTurn(caller.userId, () => handler(served)) : handler(served);
        const work = withTimeout(handled, answerLimitMs, tooLate);
        const result = end
          ? await untilComplete(() => work as Promise<FileAnswer | StreamAnswer>, end)
          : await work;
        if (!isFile(endpoint.response)) return answer(endpoint, result, request, reply);
        const bytes = result as FileAnswer | StreamAnswer;
        return sendBytes(bytes.dated ? datedBy(await today(), bytes) : bytes, request, reply);
      },
    } as RouteOptions);
  };
}

function actorOf({ userId, username }: Caller, { ip }: FastifyRequest): KnownActor {
  return { userId, username, ip };
}

/** Collects what a handler gets of a validated request. */
async function servedOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller | undefined,
  actor: KnownActor | undefined,
) {
  const { body } = request;
  const file = endpoint.upload && (await uploadedFile(request, endpoint.upload.maxBytes));
  const key = endpoint.idempotent ? idempotencyKey(request) : undefined;
  const call = { userId: caller?.userId, endpoint: `${request.method} ${request.url}`, key };
  const given = file && key ? [file.name, bytesSha256(file.bytes)] : body;
  return {
    params: request.params,
    query: request.query,
    body,
    file,
    caller,
    actor,
    idempotencyKey: key,
    once: endpoint.idempotent && onceFor({ ...call, body: given }),
    address: request.url,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    host: request.host,
  } as unknown;
}

// Ignored, DELETE /me/sessions?id=… would end all of them.
const noQuery = z.strictObject({});

function schemaOf(endpoint: Endpoint) {
  const status = endpoint.status ?? 200;
  return {
    summary: endpoint.summary,
    tags: [subjectOf(endpoint)],
    ...(endpoint.deprecated && { deprecated: true }),
    ...(endpoint.access !== "public" && { security: securityOf(endpoint) }),
    ...(endpoint.params && { params: endpoint.params }),
    querystring: endpoint.query ?? noQuery,
    ...(endpoint.body && { body: endpoint.body }),
    response: {
      ...(endpoint.response !== noContent &&
        !isFile(endpoint.response) && { [status]: endpoint.response }),
      ...(endpoint.accepted && { 202: endpoint.accepted }),
      ...refusalSchemas(refusalsOf(endpoint)),
    },
  };
}

/** Returns the first word of a path, or the first two where one alone covers a hundred calls: me/cart, management/orders. */
function subjectOf({ path }: Endpoint): string {
  return /^\/((me|management)\/)?[^/]+/.exec(path)![0].slice(1);
}

/** In OpenAPI an empty requirement among others means that none is required. */
function securityOf({ access }: Endpoint): Record<string, string[]>[] {
  return access === "optional" ? [{ bearer: [] }, {}] : [{ bearer: [] }];
}

function answer(endpoint: Endpoint, result: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (endpoint.response === noContent) return reply.status(204).send();
  if (result instanceof Accepted) return reply.status(202).send(result.body);
  void reply.status(endpoint.status ?? 200);
  return reply.send(result instanceof ReadyJson ? result.for(request, reply) : result);
}

/** CSV is returned only if it is named, and with no less weight than JSON; weight 0 means not acceptable (RFC 9110). */
function wantsCsv(request: FastifyRequest): boolean {
  const weights = new Map<string, number>();
  for (const range of (request.headers.accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((each) => each.startsWith("q="));
    weights.set(type, weight ? Number(weight.slice(2)) : 1);
  }
  const csv = weights.get("text/csv") ?? 0;
  const json = ["application/json", "application/*", "*/*"].find((type) => weights.has(type)) ?? "";
  return csv > 0 && csv >= (weights.get(json) ?? 0);
}

/** The scheme is case-insensitive (RFC 9110). */
function bearerToken(request: FastifyRequest): string {
  const match = /^Bearer +([\w.-]{1,4096})$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? refuse("UNAUTHENTICATED");
}

/** Returns the caller of a valid session; undefined without one. Blocked users may still write to us. */
async function callerIfAny(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  if (!request.headers.authorization) return undefined;
  try {
    return await authenticate(bearerToken(request));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function requireAccess(endpoint: Endpoint, caller: Caller): void {
  if (isOpen(endpoint)) return;
  if (caller.needsSecondFactor && !endpoint.beforeSecondFactor) {
    throw new Refusal("SECOND_FACTOR_NEEDED");
  }
  if (endpoint.access === "signedIn") return;
  if (caller.roleName === roleNames.anonymous) throw new Refusal("FORBIDDEN");
  requireCompanyRight(endpoint, caller);
  if (endpoint.access === "admitted") return;
  if (!caller.permissions.includes(endpoint.access)) throw new Refusal("FORBIDDEN");
}

function requireCompanyRight({ companyRight }: Endpoint, caller: Caller): void {
  const { companyRole, companyBlocked } = caller;
  if (!companyRight || hasCompanyRight(companyRole, companyRight, companyBlocked)) return;
  throw new Refusal("FORBIDDEN", { detail: companyBlocked ? blockedCompany : otherRole });
}

const blockedCompany =
  "Your company is blocked: nothing can be ordered, retired or changed. Please contact us.";
const otherRole = "Your role in the company does not allow this. Please ask an owner of it.";

function idempotencyKey(request: FastifyRequest): string | undefined {
  const given = request.headers["idempotency-key"];
  if (given === undefined) return undefined;
  if (!isIdempotencyKey(given)) {
    const message = "Expected 1 to 200 printable characters";
    throw new Refusal("VALIDATION_FAILED", {
      fieldErrors: [{ path: "Idempotency-Key", message }],
    });
  }
  return given;
}
