import { useState } from "react";

/**
 * What is done to several things at once: which are under way, and what failed of each until it is tried again. A mutation
 * knows of its last call alone. `run` answers whether it was done.
 */
export function useEach<Key>() {
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
