import type { ResponseOf, Endpoint, RequestOf } from "@tonneline/contract/endpoint";
import { call } from "./api.ts";

type SearchEndpoint = Endpoint & { method: "GET" | "POST" };

export type Latest = <const E extends SearchEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
) => Promise<ResponseOf<E>>;

/**
 * Runs calls of which only the newest counts, such as a search while the user types: each cancels the one with the same
 * method that is in flight. A call canceled here or by `signal` throws the signal's AbortError, to be ignored.
 */
export function latestOnly(): Latest {
  const inFlight = new Map<SearchEndpoint["method"], AbortController>();
  return async (endpoint, request, signal) => {
    const { method } = endpoint;
    inFlight.get(method)?.abort();
    const controller = new AbortController();
    inFlight.set(method, controller);
    const cancel = () => controller.abort(signal?.reason);
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel);
    try {
      return await call(endpoint, request, { signal: controller.signal });
    } finally {
      signal?.removeEventListener("abort", cancel);
      if (inFlight.get(method) === controller) inFlight.delete(method);
    }
  };
}
