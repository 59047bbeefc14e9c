import { newKey } from "./newKey.ts";

/**
 * Idempotency keys by request content: the same content gets the same key again, so that a retry after a lost response
 * takes effect only once; different content gets a new key. Create one when a dialog opens.
 */
export function keyring(): (content: unknown) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const serialized = JSON.stringify(content);
    const key = keys.get(serialized) ?? newKey();
    keys.set(serialized, key);
    return key;
  };
}
