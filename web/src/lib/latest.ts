import type { ResponseOf, Endpoint, RequestOf } from "@tonneline/contract/endpoint";
import { call } from "./api.ts";

type Asking = Endpoint & { method: "GET" | "POST" };

export type Latest = <const E extends Asking>(
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
) => Promise<ResponseOf<E>>;

/**
 * Calls of which only the newest counts, such as a search while somebody types: each cancels the one of its method that is in
 * flight. What is canceled, here or by `signal`, throws the signal's AbortError and is nobody's business any more.
 */
export function latestOnly(): Latest {
  const inFlight = new Map<Asking["method"], AbortController>();
  return async (endpoint, request, signal) => {
    const { method } = endpoint;
    inFlight.get(method)?.abort();
    const own = new AbortController();
    inFlight.set(method, own);
    const cancel = () => own.abort(signal?.reason);
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel);
    try {
      return await call(endpoint, request, { signal: own.signal });
    } finally {
      signal?.removeEventListener("abort", cancel);
      if (inFlight.get(method) === own) inFlight.delete(method);
    }
  };
}
