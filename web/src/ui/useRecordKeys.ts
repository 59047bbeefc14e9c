import { useEffect, useEffectEvent } from "react";
import { isTyping, useSingleKeys } from "./table/useListKeys.ts";

/**
 * Single keys while a record is open: returns whether they are on. None is active in a field, or while a dialog is open
 * over the record, which is itself in one unless it `isPage`.
 */
export function useRecordKeys(
  actions: Partial<Record<string, (() => void) | undefined>>,
  isPage = false,
): boolean {
  const [on] = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // A dialog over the record receives the keys.
    if (document.querySelectorAll("[role='dialog']").length > (isPage ? 0 : 1)) return;
    const act = actions[event.key];
    if (!act) return;
    // Otherwise the letter would be typed into the field that receives the focus.
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return on;
}
