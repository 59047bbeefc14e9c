import { newKey } from "./newKey.ts";

/**
 * Idempotency keys by what is asked for: the same content gets the same key again, so that a retry after a lost answer
 * acts only once; other content gets another. To be made when a dialog opens.
 */
export function keyring(): (content: unknown) => string {
  const keys = new Map<string, string>();
  return (content) => {
    const words = JSON.stringify(content);
    const key = keys.get(words) ?? newKey();
    keys.set(words, key);
    return key;
  };
}
