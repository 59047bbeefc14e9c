import type { refresh as refreshCall } from "@tonneline/contract/accounts";
import {
  isFile,
  type ResponseOf,
  type Endpoint,
  type RequestOf,
} from "@tonneline/contract/endpoint";
import type { refusals, RefusalCode } from "@tonneline/contract/refusals";
import type { Problem } from "@tonneline/contract/shapes";
import type { SentRequest } from "./sendWatched.ts";
import {
  browser,
  currentUser,
  isLoggedIn,
  isOver,
  isValid,
  storeTokens,
  leaveEnded,
  takeOver,
  useTokens,
} from "./session.ts";

const base = "/api/v1";

/**
 * A call of the contract without its schemas, which the first pages do without: they are larger than those pages. What
 * is written here is what the contract says, else it does not compile.
 */
export function bare<E extends Endpoint>(address: Pick<E, "method" | "path">): E {
  return address as E;
}

// The one refusal that is also told where no server told it.
const internal: (typeof refusals)["INTERNAL"] = {
  status: 500,
  text: "Something went wrong. Please try again later.",
};

const refresh = bare<typeof refreshCall>({ method: "POST", path: "/auth/refresh" });

/** The server said no: `code` of the catalogue, a text to show, and facts such as `available`. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem;
  /** RATE_LIMITED: how long to wait. */
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

/** The server could not be reached, or its answer was lost. */
export class Unreachable extends Error {
  constructor(options?: ErrorOptions) {
    super("The server cannot be reached. Check your connection and try again.", options);
    this.name = "Unreachable";
  }
}

/** What the person's own device did not do, as a text to show. */
export class DeviceFailure extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = "DeviceFailure";
  }
}

/** Whether the server said no, by this code where one is given; not for a server out of reach. */
export function isRefusal(error: unknown, code?: RefusalCode): error is Refusal {
  return error instanceof Refusal && (code === undefined || error.code === code);
}

/** The code of a refusal; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Refusal ? error.code : undefined;
}

/** What to tell a person about any failed call. */
export function refusalText(error: unknown): string {
  const hasText =
    error instanceof Refusal || error instanceof Unreachable || error instanceof DeviceFailure;
  if (hasText) return error.message;
  return internal.text;
}

/** The fields that the server refused, by their path in the body. */
export function fieldErrorsOf(error: unknown): { path: string; message: string }[] {
  return error instanceof Refusal ? (error.problem.fieldErrors ?? []) : [];
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** It is sent to its end though its page is left meanwhile. */
  keepalive?: boolean;
  /** Hears how much of an upload is on its way, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Makes a call of the contract. Throws Refusal, Unreachable, or the signal's AbortError. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  try {
    const response = await send(endpoint, request as LooseRequest, options);
    return (await answerOf(endpoint, response, options)) as ResponseOf<E>;
  } catch (error) {
    logFailure(endpoint, options, error);
    throw error;
  }
}

async function answerOf(endpoint: Endpoint, response: Response, { signal }: CallOptions) {
  if (response.status === 204) return undefined;
  try {
    return await (isFile(endpoint.response) ? response.blob() : response.json());
  } catch (error) {
    // The line broke in the middle of the answer.
    if (signal?.aborted) throw error;
    await isStillThere();
    throw new Unreachable({ cause: error });
  }
}

/** As specified: a canceled call is worth a warning and nothing else, and whatever the auth service refuses is logged. */
function logFailure({ method, path }: Endpoint, { signal }: CallOptions, error: unknown): void {
  if (signal?.aborted) console.warn(`Canceled: ${method} ${path}`);
  else if (isAuthPath(path)) console.error(`Failed: ${method} ${path}`, error);
}

const isAuthPath = (path: string) => path.startsWith("/auth/");

/** Downloads a file of the contract and hands it to the browser under its name. */
export async function download<const E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  name: string,
): Promise<void> {
  await save(await send(endpoint, request as LooseRequest, {}), name);
}

/** Downloads the whole of a list as CSV; the paging of the request does not count. */
export async function downloadCsv<const E extends Endpoint & { csv: true }>(
  endpoint: E,
  request: RequestOf<E>,
  name: string,
): Promise<void> {
  await save(await send(endpoint, request as LooseRequest, { accept: "text/csv" }), name);
}

async function save(response: Response, name: string): Promise<void> {
  // The line may break in the middle of the file.
  const bytes = await response.blob().catch((cause: unknown) => {
    throw new Unreachable({ cause });
  });
  const url = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser has taken the file over by the next turn.
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
  const response = await reach(addressOf(endpoint, request), init, options.onProgress);
  if (response.ok) return response;
  // Once for all calls that were under way: who is asked whether to leave what they typed, and stays, is not asked again.
  if (response.status === 401 && token === useTokens.getState().authToken) leaveEnded();
  const refusal = await refusalOf(response);
  // The rule is new: a page from the start knows it, and leads on.
  if (isRefusal(refusal, "SECOND_FACTOR_NEEDED") && !currentUser()?.needsSecondFactor) {
    browser.load("/");
  }
  // A right was taken away: with new tokens the pages show what is left to do.
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

// Firefox breaks off the calls of a page that is being left before the next one takes its place. Where the page stays, as
// with a download, they are told of a little later.
const leavingMs = 2000;
let leaving: Promise<void> | undefined;
window.addEventListener("beforeunload", () => {
  const left = new Promise<void>((done) => setTimeout(done, leavingMs));
  leaving = left.then(() => (leaving = undefined));
});

/** Until it shows that the page of a broken call is still there. One that is over stops the event above, and never is. */
const isStillThere = () => (isOver() ? new Promise<never>(() => {}) : leaving);

async function reach(
  url: string,
  init: SentRequest,
  onProgress?: (share: number) => void,
): Promise<Response> {
  try {
    if (!onProgress) return await fetch(url, init);
    const { sendWatched } = await import("./sendWatched.ts");
    return await sendWatched(url, init, onProgress);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    await isStillThere();
    throw new Unreachable({ cause: error });
  }
}

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: LooseRequest): string {
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
  // A proxy in between says that it does not reach the server, or does not let so much through: nginx stops at 1 MB.
  if (proxyStatuses.has(response.status)) return new Unreachable();
  if (response.status === 413) return new Refusal(heldBack);
  return new Refusal(unknownProblem);
}

/** Whether an answer is the server's own refusal, rather than that of something in between. */
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

const heldBack: Problem = {
  ...unknownProblem,
  status: 413,
  detail: "This is larger than what is let through to the server.",
};

/** A token must not run out on its way to the server. */
const marginMs = 5000;

/** What a page asks for is not sent in the name of who is logged in instead. */
const ended = "This page was somebody else's";

let refreshing: Promise<string> | undefined;

/** The access token while it is valid, otherwise a new one; one refresh serves all calls that wait for it. */
async function bearerToken(): Promise<string | undefined> {
  if (isOver()) throw new Error(ended);
  const { authToken } = useTokens.getState();
  if (!isLoggedIn()) return undefined;
  if (isValid(authToken, marginMs)) return authToken;
  return await refreshOnce(false);
}

/** Refreshes the tokens with the start of the app, when they are refreshed whatever they are; calls wait for it. */
export function refreshAtStart(): Promise<string> {
  return refreshOnce(true);
}

function refreshOnce(force: boolean): Promise<string> {
  refreshing ??= refreshTokens(force).finally(() => (refreshing = undefined));
  return refreshing;
}

/** Exchanges the refresh token, in one tab at a time; another tab may have done it while we waited. */
export async function refreshTokens(force: boolean): Promise<string> {
  return await inOneTab(async () => {
    const before = useTokens.getState();
    await takeOver();
    if (isOver()) throw new Error(ended);
    const { authToken, refreshToken } = useTokens.getState();
    const takenOver = authToken !== before.authToken;
    if ((takenOver || !force) && isValid(authToken, marginMs)) return authToken;
    if (refreshToken === null) throw new Error("Nobody is logged in");
    try {
      const pair = await call(refresh, { body: { refreshToken } });
      storeTokens(pair);
      return pair.authToken;
    } catch (error) {
      // At the start the caller decides; later a session that cannot go on, or a token that nobody can read, is the
      // end. A busy server is no reason.
      if ((endsSession(error) || !isLoggedIn()) && !force) leaveEnded();
      throw error;
    }
  });
}

/** Whether a refused refresh means that the session is gone, rather than that the server is busy or away. */
export function endsSession(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500 && error.status !== 429;
}

/** What a tab stores reaches the others' storage a little later. */
const storedEverywhereMs = 300;

function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  // Without locks (an insecure origin) the server's grace for two tabs has to do.
  if (!("locks" in navigator)) return work();
  return new Promise((resolve, reject) => {
    void navigator.locks.request("auth-refresh", async () => {
      await work().then(resolve, reject);
      // Our calls go on, but the next tab has to find what was stored.
      await new Promise((settled) => setTimeout(settled, storedEverywhereMs));
    });
  });
}
