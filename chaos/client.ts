import { setTimeout as sleep } from "node:timers/promises";
import { login } from "@tonneline/contract/accounts";
import type { ResponseOf, Endpoint, RequestOf } from "@tonneline/contract/endpoint";
import type { Chance } from "./chance.ts";
import { countIn, type Journal } from "./journal.ts";

const base = "/api/v1";
// Only a paused database delays an answer for longer.
const answerLimitMs = 20_000;
/** The longest a person waits for one answer: after that, the product did not recover. */
const patienceMs = 240_000;

export type Answer<T> =
  | { kind: "acknowledged"; body: T; repeated: boolean }
  | { kind: "refused"; code: string; repeated: boolean }
  | { kind: "unknown" };

type Parts = Partial<Record<"params" | "query" | "body", object>> & { file?: Blob };

interface Options {
  /** The idempotency key, by which the product distinguishes a retry from a second request. */
  key?: string;
  /** Gives up after this many lost answers. */
  giveUpAfter?: number;
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
  gone: AbortSignal,
) {
  const { counts } = journal;
  let token: string | undefined;

  /** Sends a request once. Returns undefined if there was no answer, or one that asks to retry. */
  async function tryOnce(
    endpoint: Endpoint,
    request: Parts,
    key: string | undefined,
  ): Promise<{ status: number; body: unknown } | undefined> {
    const headers: Record<string, string> = {
      ...(endpoint.access !== "public" && { authorization: `Bearer ${token}` }),
      ...(request.body && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key.replaceAll(" ", "-") }),
    };
    try {
      const response = await fetch(addressOf(chance.pick(addresses), endpoint, request), {
        method: endpoint.method,
        headers,
        ...(request.body && { body: JSON.stringify(request.body) }),
        ...(request.file && { body: formOf(request.file) }),
        signal: AbortSignal.timeout(answerLimitMs),
      });
      const text = await response.text();
      if (response.status >= 500) {
        countIn(counts.failures, String(response.status));
        if (!saysToComeAgain(response, text)) {
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
      counts[code === "ECONNREFUSED" ? "turnedAway" : "cut"]++;
      return undefined;
    }
  }

  async function enter(): Promise<boolean> {
    const response = await tryOnce(login, { body: { ...person } }, undefined);
    if (response?.status === 200) token = (response.body as ResponseOf<typeof login>).authToken;
    return response?.status === 200;
  }

  /** Retries until there is an answer. `change` also counts the outcome. */
  async function call<const E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    { key, giveUpAfter = Infinity }: Options = {},
  ): Promise<Answer<ResponseOf<E>>> {
    const begun = performance.now();
    let lost = 0;
    while (performance.now() - begun < patienceMs && !gone.aborted) {
      const begunAt = performance.now();
      const entered = token !== undefined || (await enter());
      const response = entered ? await tryOnce(endpoint, request as Parts, key) : undefined;
      if (response?.status === 401) token = undefined;
      else if (response) {
        const repeated = lost > 0;
        if (response.status >= 400) {
          const { code } = response.body as { code: string };
          return { kind: "refused", code, repeated };
        }
        if (endpoint.method !== "GET") journal.lastChangeBegunAt = begunAt;
        return { kind: "acknowledged", body: response.body as ResponseOf<E>, repeated };
      } else if (entered) {
        lost++;
        if (lost >= giveUpAfter) return { kind: "unknown" };
        counts.repeated++;
      }
      await sleep(chance.between(100, 400));
    }
    if (gone.aborted) return { kind: "unknown" };
    journal.differences.push(
      `${person.username} had no answer to ${endpoint.method} ${endpoint.path} within ${patienceMs / 1000} s`,
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
    if (answer.kind === "acknowledged") countIn(counts.actions, action);
    if (answer.kind === "refused") countIn(counts.refusals, `${action}: ${answer.code}`);
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
function saysToComeAgain({ status, headers }: Response, text: string): boolean {
  const isProblem = headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  return status === 503 && isProblem && text.includes('"code":"UNAVAILABLE"');
}

function addressOf(
  address: string,
  { path }: Endpoint,
  { params = {}, query = {} }: Parts,
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return `${address}${base}${filled}${search && `?${search}`}`;
}
