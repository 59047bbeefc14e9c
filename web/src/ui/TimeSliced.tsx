import { startTransition, Suspense, useEffect, useState, type ReactNode } from "react";

interface Props {
  /** Shown until the children are loaded and rendered. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Defers its children until after the first paint, then renders them in time slices so that the browser stays
 * responsive. Otherwise a whole page would be one long task: the router keeps its state in an external store, and
 * React renders store updates synchronously.
 */
export function TimeSliced({ fallback, children }: Props) {
  const [hasStarted, setHasStarted] = useState(false);
  useEffect(() => startTransition(() => setHasStarted(true)), []);
  return hasStarted ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
