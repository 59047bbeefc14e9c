import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { AnswerOf, Endpoint, RequestOf } from "@tonneline/contract/endpoint";
import { call, downloadCsv } from "./api.ts";
import { failureOf } from "./failure.ts";
import { today } from "./format.ts";
import type { Latest } from "./latest.ts";

type Listing = Endpoint & { method: "GET" };
type CountsOf<E extends Endpoint> =
  AnswerOf<E> extends { counts: infer Counts extends Record<string, number> } ? Counts : never;

const countEveryMs = 60_000;

/**
 * A page of a list; the page before stays on screen while the next one loads. `ask` is the list's own `latestOnly()`:
 * it is asked anew with every pause in typing, and only the newest search counts.
 */
export function useListPage<const E extends Listing>(
  ask: Latest,
  endpoint: E,
  request: RequestOf<E>,
  key: readonly unknown[],
  refreshEveryMs: number | false = false,
): UseQueryResult<AnswerOf<E>> {
  return useQuery({
    queryKey: [...key, "list", request],
    queryFn: ({ signal }) => ask(endpoint, request, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEveryMs,
  }) as UseQueryResult<AnswerOf<E>>;
}

/** How many of a whole list have each status, asked anew every minute; undefined while unknown or not asked for. */
export function useListCounts<const E extends Listing>(
  endpoint: E,
  key: readonly unknown[],
  enabled: boolean,
): CountsOf<E> | undefined {
  const { data } = useQuery({
    queryKey: [...key, "counts"],
    queryFn: ({ signal }) =>
      call(endpoint, { query: { size: "1" } } as unknown as RequestOf<E>, { signal }),
    enabled,
    refetchInterval: countEveryMs,
  });
  return (data as { counts: CountsOf<E> } | undefined)?.counts;
}

/** All rows that a request finds as a file; its page and size do not count. */
export function exportList<const E extends Endpoint & { csv: true }>(
  endpoint: E,
  request: RequestOf<E>,
  name: string,
): Promise<void> {
  const { query, ...others } = request as { query?: Record<string, unknown> };
  const { page: _, size: __, ...filter } = query ?? {};
  return downloadCsv(
    endpoint,
    { ...others, query: filter } as RequestOf<E>,
    `${name}-${today()}.csv`,
  );
}

/** What a list's screen needs to know of its query to show its four faces. */
export function facesOf<T>({ data, error, isPlaceholderData, refetch }: UseQueryResult<T>) {
  return {
    data,
    failure: error ? failureOf(error) : undefined,
    onRetry: () => void refetch(),
    stale: isPlaceholderData,
  };
}
