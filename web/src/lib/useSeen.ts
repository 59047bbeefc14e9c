import { useEffect, useState } from "react";

/** The version that a form was filled from, and that a save replaces. */
interface Seen<Saved> {
  version: number;
  /**
   * Call this with the response of a save, or what a conflict showed; without an argument, the next version read counts
   * as seen.
   */
  see: (saved?: Saved) => void;
}

/** Reset options for taking in what someone else saved: the user's input stays, and stays marked as dirty. */
export const keepTyped = { keepDirtyValues: true, keepDirty: true, keepErrors: true };

const contentOf = (saved: object) => JSON.stringify({ ...saved, version: 0 });

/**
 * Keeps the version that a form was filled from, however often `saved` is refetched: if someone else saved meanwhile,
 * saving what was `typed` runs into the server's conflict. While nothing is typed, `fill` shows new content. A newer
 * version with the same content is adopted: another form has saved its part of the record.
 */
export function useSeen<Saved extends { version: number }>(
  saved: Saved,
  typed: boolean,
  fill: (saved: Saved) => void = () => {},
): Seen<Saved> {
  const [seen, setSeen] = useState(saved);
  const [seesNext, setSeesNext] = useState(false);
  const isNewer = saved.version > seen.version;
  const isOther = isNewer && contentOf(saved) !== contentOf(seen);
  useEffect(() => {
    if (!isOther || (typed && !seesNext)) return;
    see(saved);
    if (!typed) fill(saved);
  });

  function see(now?: Saved): void {
    if (now) setSeen(now);
    setSeesNext(!now);
  }

  // Computed during render: a click may come before its effects run.
  const isShown = isNewer && (!isOther || seesNext);
  return { version: isShown ? saved.version : seen.version, see };
}
