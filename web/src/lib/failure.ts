import { fieldErrorsOf, isRefusal, refusalText } from "./api.ts";

/** Returns what an error state shows for a failed call: the reason, and the request ID that support asks for. */
export function failureOf(error: unknown): { text: string; requestId?: string } {
  const requestId = isRefusal(error) ? error.problem.requestId : undefined;
  return { text: refusalText(error), ...(requestId && { requestId }) };
}

/** Whether the record that a URL names does not exist; a malformed id names none. */
export function isNotFound(error: unknown): boolean {
  return isRefusal(error, "NOT_FOUND") || isRefusal(error, "VALIDATION_FAILED");
}

/** Explains why one record of many failed: the server's message about a field is more specific than "some fields are wrong". */
export function reasonOf(error: unknown): string {
  return fieldErrorsOf(error)[0]?.message ?? refusalText(error);
}

/**
 * Divides the error of a form's call: `errorAt` returns the server's message about a field of the form, named by its path
 * in the body; `failure` is the text to show for the whole form, if the error is about none of its fields.
 */
export function failureByField<Path extends string>(error: unknown, fields: readonly Path[]) {
  const errors = fieldErrorsOf(error);
  const other = errors.find(({ path }) => !fields.some((field) => field === path));
  return {
    errorAt: (field: Path) => errors.find(({ path }) => path === field)?.message,
    failure: error && errors.length === 0 ? refusalText(error) : other?.message,
  };
}

const finalCodes = [
  "INVALID_TRANSITION",
  "VERSION_CONFLICT",
  "NOT_FOUND",
  "FORBIDDEN",
  "IN_USE",
] as const;

/**
 * Whether the same call could succeed on retry: not after a conflicting change, for a record that is gone or in use, or
 * without permission.
 */
export function isRetryable(error: unknown): boolean {
  return !finalCodes.some((code) => isRefusal(error, code));
}

/** Whether a call has no answer: the server may have done what it asks for. */
export const isLost = (error: unknown): boolean => !isRefusal(error) || error.status >= 500;

/**
 * Whether the server has decided on a request sent with an idempotency key. Otherwise this or an earlier try may have been
 * completed, and the next one needs the same key.
 */
export const isDecided = (error: unknown): boolean =>
  // No session, cut off, too many: answered before the server looks for an earlier try.
  isRefusal(error) && !isLost(error) && ![401, 408, 429].includes(error.status);

/** How a dialog for bulk actions interprets the errors of its calls. */
export const callFailures = {
  reasonOf,
  isLost,
  mayRetry: isRetryable,
};

/**
 * Returns the error state of a record that could not be loaded; undefined while it is loading or loaded. With
 * `missing`, a record that does not exist gets that title and no retry.
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
