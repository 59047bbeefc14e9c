import { createContext, use, useEffect, type RefObject } from "react";

/** Whether what lies around a form may close: true while something typed in it is not saved. */
export const Unsaved = createContext<RefObject<boolean> | undefined>(undefined);

/** Told by a form: what stands around it asks before it closes on what was typed. */
export function useUnsaved(typed: boolean): void {
  const around = use(Unsaved);
  useEffect(() => {
    if (!around) return;
    around.current = typed;
    return () => {
      around.current = false;
    };
  }, [around, typed]);
}
