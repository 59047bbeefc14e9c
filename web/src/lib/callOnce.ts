import type { Endpoint, RequestOf, ResponseOf } from "@tonneline/contract/endpoint";
import { call, isRefusal, type CallOptions } from "./api.ts";
import { newKey } from "./newKey.ts";

/** The idempotency keys of requests whose response is missing, by their content. */
const unanswered = new Map<string, string>();

/**
 * Makes a call that takes effect only once, even if its response is lost: until the server has responded, the same request gets
 * the same idempotency key again. A different request gets a new one.
 */
export async function callOnce<const E extends Endpoint & { idempotent: true }>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const content = JSON.stringify([endpoint.method, endpoint.path, request], describeFile);
  const idempotencyKey = unanswered.get(content) ?? newKey();
  unanswered.set(content, idempotencyKey);
  try {
    const response = await call(endpoint, request, { ...options, idempotencyKey });
    unanswered.delete(content);
    return response;
  } catch (error) {
    if (isAnswer(error)) unanswered.delete(content);
    throw error;
  }
}

/** Whether the server has decided on the request: not if there was no session, or too many calls, or if it failed. */
export const isAnswer = (error: unknown): boolean =>
  isRefusal(error) && error.status < 500 && error.status !== 401 && error.status !== 429;

function describeFile(_: string, value: unknown) {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}
