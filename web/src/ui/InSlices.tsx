import { startTransition, Suspense, useEffect, useState, type ReactNode } from "react";

interface Props {
  /** Shown until the children are loaded and rendered. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Defers its children until after the first paint, then renders them in time slices so that the browser stays
 * responsive. Otherwise a whole page would be one long task: the router keeps its state in an external store, and
 * React renders store updates synchronously.
 */
export function InSlices({ waiting, children }: Props) {
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => startTransition(() => setIsBegun(true)), []);
  return isBegun ? <Suspense fallback={waiting}>{children}</Suspense> : waiting;
}
