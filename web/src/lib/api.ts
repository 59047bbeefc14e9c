import type { refreshSession as refreshCall } from "@tonneline/contract/accounts";
import {
  isFile,
  type ResponseOf,
  type Endpoint,
  type RequestOf,
} from "@tonneline/contract/endpoint";
import type { refusals, RefusalCode } from "@tonneline/contract/refusals";
import type { Problem } from "@tonneline/contract/shapes";
import type { SentRequest } from "./sendWithProgress.ts";
import {
  browser,
  currentUser,
  isLoggedIn,
  isPageObsolete,
  isValid,
  storeTokens,
  leaveEndedSession,
  syncFromStorage,
  useTokens,
} from "./session.ts";

const base = "/api/v1";

/**
 * References a contract endpoint without its schemas, which are larger than the first pages and not loaded with them.
 * Method and path must match the contract, or it does not compile.
 */
export function endpointRef<E extends Endpoint>(endpoint: Pick<E, "method" | "path">): E {
  return endpoint as E;
}

// The refusal shown when the server gave no reason of its own.
const internal: (typeof refusals)["INTERNAL"] = {
  status: 500,
  text: "Something went wrong. Please try again later.",
};

const refresh = endpointRef<typeof refreshCall>({ method: "POST", path: "/auth/refresh" });

/** A request that the server refused: `code` of the catalogue, a text to show, and details such as `available`. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem;
  /** RATE_LIMITED: how long to wait before retrying. */
  readonly retryAfterSeconds: number | undefined;
  constructor(body: Problem, retryAfterSeconds?: number) {
    super(body.detail);
    this.name = "Refusal";
    this.status = body.status;
    this.code = body.code;
    this.problem = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server could not be reached, or its response was lost. */
export class Unreachable extends Error {
  constructor(options?: ErrorOptions) {
    super("The server cannot be reached. Check your connection and try again.", options);
    this.name = "Unreachable";
  }
}

/** An action that the user's own device did not complete, with a text to show. */
export class DeviceFailure extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = "DeviceFailure";
  }
}

/** Whether the server refused the call, with this code if one is given; false for an unreachable server. */
export function isRefusal(error: unknown, code?: RefusalCode): error is Refusal {
  return error instanceof Refusal && (code === undefined || error.code === code);
}

/** Returns the text to show for any failed call. */
export function refusalText(error: unknown): string {
  const hasText =
    error instanceof Refusal || error instanceof Unreachable || error instanceof DeviceFailure;
  if (hasText) return error.message;
  return internal.text;
}

/** Returns the fields that the server refused, by their path in the body. */
export function fieldErrorsOf(error: unknown): { path: string; message: string }[] {
  return error instanceof Refusal ? (error.problem.fieldErrors ?? []) : [];
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Lets the request complete even if the user leaves the page. */
  keepalive?: boolean;
  /** Receives the uploaded share of the body, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Calls an endpoint of the contract, as specified without a time limit. Throws Refusal, Unreachable, or the signal's
 * AbortError.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  try {
    const response = await send(endpoint, request as LooseRequest, options);
    return (await parseResponse(endpoint, response, options)) as ResponseOf<E>;
  } catch (error) {
    logFailure(endpoint, options, error);
    throw error;
  }
}

async function parseResponse(endpoint: Endpoint, response: Response, { signal }: CallOptions) {
  if (response.status === 204) return undefined;
  try {
    return await (isFile(endpoint.response) ? response.blob() : response.json());
  } catch (error) {
    // The connection broke in the middle of the response.
    if (signal?.aborted) throw error;
    await pageSettled();
    throw new Unreachable({ cause: error });
  }
}

/** As specified: a canceled call logs a warning and nothing else; every failure of the auth service is logged. */
function logFailure({ method, path }: Endpoint, { signal }: CallOptions, error: unknown): void {
  if (signal?.aborted) console.warn(`Canceled: ${method} ${path}`);
  else if (isAuthPath(path)) console.error(`Failed: ${method} ${path}`, error);
}

const isAuthPath = (path: string) => path.startsWith("/auth/");

/** Downloads a file from an endpoint of the contract and has the browser save it under the given name. */
export async function download<const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  name: string,
): Promise<void> {
  await save(await send(endpoint, request as LooseRequest, {}), name);
}

/** Downloads a whole list as CSV; paging in the request is ignored. */
export async function downloadCsv<const E extends Endpoint & { csv: true }>(
  endpoint: E,
  request: RequestOf<E>,
  name: string,
): Promise<void> {
  await save(await send(endpoint, request as LooseRequest, { accept: "text/csv" }), name);
}

async function save(response: Response, name: string): Promise<void> {
  // The connection may break in the middle of the file.
  const bytes = await response.blob().catch((cause: unknown) => {
    throw new Unreachable({ cause });
  });
  const url = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // By the next task the browser has taken over the file.
  setTimeout(() => URL.revokeObjectURL(url));
}

interface LooseRequest {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
}

async function send(
  endpoint: Endpoint,
  request: LooseRequest,
  options: CallOptions & { accept?: string },
) {
  const headers: Record<string, string> = {};
  if (options.accept) headers.accept = options.accept;
  if (request.body !== undefined) headers["content-type"] = "application/json";
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  const isAuthCall = isAuthPath(endpoint.path);
  const token = isAuthCall ? undefined : await bearerToken();
  if (token) headers.authorization = `Bearer ${token}`;

  const { signal, keepalive } = options;
  const init = { method: endpoint.method, headers, body: bodyOf(request), signal, keepalive };
  const response = await fetchResponse(urlOf(endpoint, request), init, options.onProgress);
  if (response.ok) return response;
  // Only once for all calls in flight: a user who was asked whether to discard their input, and stays, is not asked
  // again.
  if (response.status === 401 && token === useTokens.getState().authToken) leaveEndedSession();
  const refusal = await refusalOf(response);
  // The requirement is newer than our token: a fresh page load learns of it and leads the user to the setup.
  if (isRefusal(refusal, "SECOND_FACTOR_NEEDED") && !currentUser()?.needsSecondFactor) {
    browser.load("/");
  }
  // A permission was revoked: with new tokens the pages show what is still allowed.
  if (isRefusal(refusal, "FORBIDDEN") && currentUser()?.permissions.has(endpoint.access)) {
    void refreshOnce(true).catch(() => {});
  }
  throw refusal;
}

function bodyOf({ body, file: upload }: LooseRequest): BodyInit | undefined {
  if (!upload) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  form.append("file", upload);
  return form;
}

// Firefox aborts the calls of a page that is being left before the next page replaces it. If the page stays, as with a
// download, these failures are reported a little later.
const leavingMs = 2000;
let leaving: Promise<void> | undefined;
window.addEventListener("beforeunload", () => {
  const waited = new Promise<void>((done) => setTimeout(done, leavingMs));
  leaving = waited.then(() => (leaving = undefined));
});

/**
 * Waits until it is clear that the page of a failed call stays. Never resolves when the page is over: then the event
 * above is suppressed.
 */
const pageSettled = () => (isPageObsolete() ? new Promise<never>(() => {}) : leaving);

async function fetchResponse(
  url: string,
  init: SentRequest,
  onProgress: CallOptions["onProgress"],
): Promise<Response> {
  try {
    if (!onProgress) return await fetch(url, init);
    const { sendWithProgress } = await import("./sendWithProgress.ts");
    return await sendWithProgress(url, init, onProgress);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    await pageSettled();
    throw new Unreachable({ cause: error });
  }
}

function urlOf(endpoint: Endpoint, { params = {}, query = {} }: LooseRequest): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  return `${base}${path}${search.size > 0 ? `?${search}` : ""}`;
}

async function refusalOf(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined);
  const wait = Number(response.headers.get("retry-after"));
  if (isProblem(body)) return new Refusal(body, wait > 0 ? wait : undefined);
  // A proxy in between cannot reach the server, or rejects a body of this size: nginx stops at 1 MB.
  if (proxyStatuses.has(response.status)) return new Unreachable();
  if (response.status === 413) return new Refusal(tooLargeProblem);
  return new Refusal(unknownProblem);
}

/** Whether a response body is the server's own refusal, rather than from something in between. */
function isProblem(body: unknown): body is Problem {
  const { status, code, detail } = (body ?? {}) as Partial<Record<keyof Problem, unknown>>;
  return typeof status === "number" && typeof code === "string" && typeof detail === "string";
}

const proxyStatuses = new Set([502, 503, 504]);
const unknownProblem: Problem = {
  type: "about:blank",
  title: internal.text,
  status: internal.status,
  code: "INTERNAL",
  detail: internal.text,
};

const tooLargeProblem: Problem = {
  ...unknownProblem,
  status: 413,
  detail: "This is larger than what is let through to the server.",
};

/** Tokens must not expire on their way to the server. */
const marginMs = 5000;

/** Requests of a page must not be sent on behalf of a different user who has logged in since. */
const obsoletePageText = "This page was somebody else's";

let refreshing: Promise<string> | undefined;

/** Returns the access token while it is valid, otherwise a new one; one refresh serves all waiting calls. */
async function bearerToken(): Promise<string | undefined> {
  if (isPageObsolete()) throw new Error(obsoletePageText);
  const { authToken } = useTokens.getState();
  if (!isLoggedIn()) return undefined;
  if (isValid(authToken, marginMs)) return authToken;
  return await refreshOnce(false);
}

/** Refreshes the tokens at the start of the app, even while they are valid; calls wait for it. */
export function refreshAtStart(): Promise<string> {
  return refreshOnce(true);
}

function refreshOnce(force: boolean): Promise<string> {
  refreshing ??= refreshTokens(force).finally(() => (refreshing = undefined));
  return refreshing;
}

/** Exchanges the refresh token, in one tab at a time; another tab may have done it while we waited. */
export async function refreshTokens(force: boolean): Promise<string> {
  return await withTabLock(async () => {
    const before = useTokens.getState();
    await syncFromStorage();
    if (isPageObsolete()) throw new Error(obsoletePageText);
    const { authToken, refreshToken } = useTokens.getState();
    const refreshedElsewhere = authToken !== before.authToken;
    if ((refreshedElsewhere || !force) && isValid(authToken, marginMs)) return authToken;
    if (refreshToken === null) throw new Error("Nobody is logged in");
    try {
      const pair = await call(refresh, { body: { refreshToken } });
      storeTokens(pair);
      return pair.authToken;
    } catch (error) {
      // At the start, the caller decides. Later, a session that cannot continue or an unreadable token ends it; a busy
      // server does not.
      if ((endsSession(error) || !isLoggedIn()) && !force) leaveEndedSession();
      throw error;
    }
  });
}

/** Whether a failed refresh means that the session is gone, rather than that the server is busy or unreachable. */
export function endsSession(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500 && error.status !== 429;
}

/** What one tab stores becomes visible to other tabs only after a short delay. */
const storagePropagationMs = 300;

function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  // Without locks (an insecure origin) we rely on the server's grace period for two tabs that refresh at once.
  if (!("locks" in navigator)) return work();
  return new Promise((resolve, reject) => {
    void navigator.locks.request("auth-refresh", async () => {
      await work().then(resolve, reject);
      // Our own calls continue, but the next tab must find the stored tokens when it gets the lock.
      await new Promise((settled) => setTimeout(settled, storagePropagationMs));
    });
  });
}
