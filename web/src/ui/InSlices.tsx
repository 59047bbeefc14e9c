import { startTransition, useEffect, useState, type ReactNode } from "react";

/**
 * Draws what is inside in slices between which the browser answers, and shows `waiting` until it is there. Without it a
 * whole page is one task: the router's state changes at once, wherever that is told.
 */
export function InSlices({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => startTransition(() => setIsBegun(true)), []);
  return isBegun ? children : waiting;
}
