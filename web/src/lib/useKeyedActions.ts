import { useState } from "react";

/**
 * Tracks an action on several things at once: which are in flight, and the error of each until it is retried. A
 * mutation tracks only its last call. `run` resolves to whether it succeeded.
 */
export function useKeyedActions<Key>() {
  const [busy, setBusy] = useState<readonly Key[]>([]);
  const [failures, setFailures] = useState<ReadonlyMap<Key, unknown>>(new Map());
  const without = (known: ReadonlyMap<Key, unknown>, key: Key) =>
    new Map([...known].filter(([each]) => each !== key));

  async function run(key: Key, act: () => Promise<unknown>): Promise<boolean> {
    setBusy((keys) => [...keys, key]);
    setFailures((known) => without(known, key));
    try {
      await act();
      return true;
    } catch (error) {
      setFailures((known) => new Map(known).set(key, error));
      return false;
    } finally {
      setBusy((keys) => keys.filter((each) => each !== key));
    }
  }

  return { busy, failures: [...failures], run };
}
