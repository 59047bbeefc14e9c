import { createContext, use, useEffect, type RefObject } from "react";

/** Whether what lies around forms may close: how many of them hold something typed that is not saved. */
export const Unsaved = createContext<RefObject<number> | undefined>(undefined);

/** Told by a form: what stands around it asks before it closes on what was typed. */
export function useUnsaved(typed: boolean): void {
  const around = use(Unsaved);
  useEffect(() => {
    if (!around || !typed) return;
    around.current += 1;
    return () => {
      around.current -= 1;
    };
  }, [around, typed]);
}
