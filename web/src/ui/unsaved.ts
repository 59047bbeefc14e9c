import { createContext, use, useEffect, type RefObject } from "react";

/** Counts the enclosed forms with unsaved input; while it is above 0, whatever surrounds them asks before it closes. */
export const Unsaved = createContext<RefObject<number> | undefined>(undefined);

/** Registers a form's unsaved input, so that the dialog or page around it asks before it closes. */
export function useUnsaved(isDirty: boolean): void {
  const counter = use(Unsaved);
  useEffect(() => {
    if (!counter || !isDirty) return;
    counter.current += 1;
    return () => {
      counter.current -= 1;
    };
  }, [counter, isDirty]);
}
