import { useEffect, useState } from "react";

/** The version that a form was filled from, and that a save replaces. */
interface FormVersion<Saved> {
  version: number;
  /**
   * Call this with the response of a save, or what a conflict showed; without an argument, the next version read counts
   * as seen.
   */
  adopt: (saved?: Saved) => void;
}

/** Reset options for taking in what someone else saved: the user's input stays, and stays marked as dirty. */
export const keepUserInput = { keepDirtyValues: true, keepDirty: true, keepErrors: true };

const contentOf = (saved: object) => JSON.stringify({ ...saved, version: 0 });

/**
 * Keeps the version that a form was filled from, however often `saved` is refetched: if someone else saved meanwhile,
 * saving while `isDirty` runs into the server's conflict. While nothing is typed, `fill` shows new content. A newer
 * version with the same content is adopted: another form has saved its part of the record.
 */
export function useFormVersion<Saved extends { version: number }>(
  saved: Saved,
  isDirty: boolean,
  fill: (saved: Saved) => void = () => {},
): FormVersion<Saved> {
  const [adopted, setAdopted] = useState(saved);
  const [adoptsNext, setAdoptsNext] = useState(false);
  const isNewer = saved.version > adopted.version;
  const isDifferent = isNewer && contentOf(saved) !== contentOf(adopted);
  useEffect(() => {
    if (!isDifferent || (isDirty && !adoptsNext)) return;
    adopt(saved);
    if (!isDirty) fill(saved);
  });

  function adopt(current?: Saved): void {
    if (current) setAdopted(current);
    setAdoptsNext(!current);
  }

  // Computed during render: a click may come before its effects run.
  const isShown = isNewer && (!isDifferent || adoptsNext);
  return { version: isShown ? saved.version : adopted.version, adopt };
}
