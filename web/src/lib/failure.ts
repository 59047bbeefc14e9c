import { fieldErrorsOf, isRefusal, refusalText, Unreachable } from "./api.ts";

/** What an error state shows of a failed call: the reason, and the request that support asks for. */
export function failureOf(error: unknown): { text: string; requestId?: string } {
  const requestId = isRefusal(error) ? error.problem.requestId : undefined;
  return { text: refusalText(error), ...(requestId && { requestId }) };
}

/** Why one thing of many was not done: the server's sentence about a field says more than "some fields are wrong". */
export function reasonOf(error: unknown): string {
  return fieldErrorsOf(error)[0]?.message ?? refusalText(error);
}

const over = [
  "INVALID_TRANSITION",
  "VERSION_CONFLICT",
  "NOT_FOUND",
  "FORBIDDEN",
  "IN_USE",
] as const;

/**
 * Whether asking for the very same could work: not where somebody was quicker or has changed the thing, where it is gone
 * or in use, or where it is not the caller's to do.
 */
export function mayWorkAgain(error: unknown): boolean {
  return !over.some((code) => isRefusal(error, code));
}

/** How a dialog over many things reads the errors of its calls. */
export const callFailures = {
  whyOf: reasonOf,
  isLost: (error: unknown) => error instanceof Unreachable,
  mayRetry: mayWorkAgain,
};

/**
 * The face of a record that could not be loaded; undefined while it is there or still waits. With `missing`, one that is not
 * there is no failure, and no other try helps.
 */
export function recordFailure(
  record: { data: unknown; error: unknown; refetch: () => Promise<unknown> },
  titles: { failed: string; missing?: string },
) {
  const { data, error, refetch } = record;
  if (!error || data) return undefined;
  if (titles.missing && isRefusal(error, "NOT_FOUND")) return { title: titles.missing };
  return { title: titles.failed, ...failureOf(error), onRetry: () => void refetch() };
}
