import type { Endpoint, RequestOf, ResponseOf } from "@tonneline/contract/endpoint";
import { call, type CallOptions } from "./api.ts";
import { isDecided } from "./failure.ts";
import { newKey } from "./newKey.ts";

/** The idempotency keys of requests whose response is missing, by their content. */
const unanswered = new Map<string, string>();

/**
 * Makes a call that takes effect only once, even if its response is lost: until the server has decided on it, the same
 * request gets the same idempotency key again. A different request gets a new one.
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
    if (isDecided(error)) unanswered.delete(content);
    throw error;
  }
}

function describeFile(_: string, value: unknown) {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}
