import { setTimeout as sleep } from "node:timers/promises";
import { login } from "@tonneline/contract/accounts";
import type { ResponseOf, Endpoint, RequestOf } from "@tonneline/contract/endpoint";
import type { Chance } from "./chance.ts";
import { increment, type Journal } from "./journal.ts";

const base = "/api/v1";
// Only a paused database delays an answer for longer.
const answerTimeoutMs = 20_000;
/** The longest a person waits for one answer: after that, the product did not recover. */
const recoveryTimeoutMs = 240_000;

export type Answer<T> =
  | { kind: "acknowledged"; body: T; retried: boolean }
  | { kind: "refused"; code: string; retried: boolean }
  | { kind: "unknown" };

type RequestParts = Partial<Record<"params" | "query" | "body", object>> & { file?: Blob };

interface Options {
  /** The idempotency key, by which the product distinguishes a retry from a second request. */
  key?: string;
  /** Gives up after this many lost answers. */
  maxLostAnswers?: number;
}

export interface Person {
  username: string;
  password: string;
}

export type Client = ReturnType<typeof createClient>;

/**
 * A person at a browser: logs in when required, and retries with the same key as long as no answer comes or the product
 * reports that it is unavailable.
 */
export function createClient(
  addresses: readonly string[],
  person: Person,
  chance: Chance,
  journal: Journal,
  abortSignal: AbortSignal,
) {
  const { counts } = journal;
  let token: string | undefined;

  /** Sends a request once. Returns undefined if there was no answer, or one that asks to retry. */
  async function sendOnce(
    endpoint: Endpoint,
    request: RequestParts,
    key: string | undefined,
  ): Promise<{ status: number; body: unknown } | undefined> {
    const headers: Record<string, string> = {
      ...(endpoint.access !== "public" && { authorization: `Bearer ${token}` }),
      ...(request.body && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key.replaceAll(" ", "-") }),
    };
    try {
      const response = await fetch(urlOf(chance.pick(addresses), endpoint, request), {
        method: endpoint.method,
        headers,
        ...(request.body && { body: JSON.stringify(request.body) }),
        ...(request.file && { body: formOf(request.file) }),
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const text = await response.text();
      if (response.status >= 500) {
        increment(counts.failures, String(response.status));
        if (!isUnavailable(response, text)) {
          journal.differences.push(
            `${endpoint.method} ${endpoint.path} was answered ${response.status}: ${text.slice(0, 200)}`,
          );
        }
        return undefined;
      }
      if (response.status === 429) {
        await sleep(Math.min(5, Number(response.headers.get("retry-after") ?? 1)) * 1000);
        return undefined;
      }
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      counts[code === "ECONNREFUSED" ? "connectionRefused" : "unanswered"]++;
      return undefined;
    }
  }

  async function logIn(): Promise<boolean> {
    const response = await sendOnce(login, { body: { ...person } }, undefined);
    if (response?.status === 200) token = (response.body as ResponseOf<typeof login>).authToken;
    return response?.status === 200;
  }

  /** Retries until there is an answer. `change` also counts the outcome. */
  async function call<const E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    { key, maxLostAnswers = Infinity }: Options = {},
  ): Promise<Answer<ResponseOf<E>>> {
    const started = performance.now();
    let lostAnswers = 0;
    while (performance.now() - started < recoveryTimeoutMs && !abortSignal.aborted) {
      const requestedAt = performance.now();
      const isLoggedIn = token !== undefined || (await logIn());
      const response = isLoggedIn
        ? await sendOnce(endpoint, request as RequestParts, key)
        : undefined;
      if (response?.status === 401) token = undefined;
      else if (response) {
        const retried = lostAnswers > 0;
        if (response.status >= 400) {
          const { code } = response.body as { code: string };
          return { kind: "refused", code, retried };
        }
        if (endpoint.method !== "GET") journal.lastChangeRequestedAt = requestedAt;
        return { kind: "acknowledged", body: response.body as ResponseOf<E>, retried };
      } else if (isLoggedIn) {
        lostAnswers++;
        if (lostAnswers >= maxLostAnswers) return { kind: "unknown" };
        counts.retried++;
      }
      await sleep(chance.between(100, 400));
    }
    if (abortSignal.aborted) return { kind: "unknown" };
    journal.differences.push(
      `${person.username} had no answer to ${endpoint.method} ${endpoint.path} within ${recoveryTimeoutMs / 1000} s`,
    );
    return { kind: "unknown" };
  }

  /** Like `call`, for what changes something: counts the outcome under the name of the action. */
  async function change<const E extends Endpoint>(
    action: string,
    endpoint: E,
    request: RequestOf<E>,
    options: Options = {},
  ): Promise<Answer<ResponseOf<E>>> {
    const answer = await call(endpoint, request, options);
    counts[answer.kind]++;
    if (answer.kind === "acknowledged") increment(counts.actions, action);
    if (answer.kind === "refused") increment(counts.refusals, `${action}: ${answer.code}`);
    return answer;
  }

  return { call, change };
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append("file", file, "file");
  return form;
}

/**
 * Whether the product itself reports that it is unavailable, in its problem format; any other status from 500 up is a fault.
 */
function isUnavailable({ status, headers }: Response, text: string): boolean {
  const isProblem = headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  return status === 503 && isProblem && text.includes('"code":"UNAVAILABLE"');
}

function urlOf(
  address: string,
  { path }: Endpoint,
  { params = {}, query = {} }: RequestParts,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return `${address}${base}${filled}${search && `?${search}`}`;
}
