import { startTransition, Suspense, useEffect, useState, type ReactNode } from "react";

interface Props {
  /** Stands there until what is inside is loaded and drawn. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * What comes after the first paint: loaded after it, and drawn in slices between which the browser answers. A whole page
 * would be one task otherwise, as the router tells its state by a store, and React draws at once what a store tells.
 */
export function InSlices({ waiting, children }: Props) {
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => startTransition(() => setIsBegun(true)), []);
  return isBegun ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}
