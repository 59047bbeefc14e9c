import { useEffect, useState } from "react";

/** What a form was filled from, and is saved over. */
interface Seen<Saved> {
  version: number;
  /** Told what a save answered with, or what a conflict showed; without either, whatever is read next was shown. */
  see: (saved?: Saved) => void;
}

/** How a form takes in what somebody else saved: what was typed stays, and the form goes on knowing of it. */
export const keepTyped = { keepDirtyValues: true, keepDirty: true, keepErrors: true };

const contentOf = (saved: object) => JSON.stringify({ ...saved, version: 0 });

/**
 * Keeps the version that a form was filled from, however often `saved` is read again meanwhile: over what somebody else
 * saved, what was `typed` meets the server's conflict. While nothing is typed, `fill` brings what is new. A version that
 * says the same of this form is followed: another form has saved its part of the same thing.
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

  // Drawn with what it shows: a press may come before the effects of that do.
  const isShown = isNewer && (!isOther || seesNext);
  return { version: isShown ? saved.version : seen.version, see };
}
