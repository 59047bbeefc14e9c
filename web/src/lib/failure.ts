import { isRefusal, refusalText } from "./api.ts";

/** What an error state shows of a failed call: the reason, and the request that support asks for. */
export function failureOf(error: unknown): { text: string; requestId?: string } {
  const requestId = isRefusal(error) ? error.problem.requestId : undefined;
  return { text: refusalText(error), ...(requestId && { requestId }) };
}
