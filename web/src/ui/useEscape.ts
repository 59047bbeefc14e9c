import { useEffect, useEffectEvent } from "react";
import { isComposing } from "./isComposing.ts";

/**
 * Closes on Escape, unless it is pressed in a dialog on top: then only that one closes. `isOwn` tells whether a
 * dialog is the one to close.
 */
export function useEscape(
  opened: boolean,
  isOwn: (dialog: Element) => boolean,
  onEscape: () => void,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (key !== "Escape" || isComposing(event) || !(target instanceof Element)) return;
    // An open dropdown closes first; the library marks its field.
    if (target.getAttribute("data-mantine-stop-propagation") === "true") return;
    const dialog = target.closest("[role='dialog']");
    if (!dialog || isOwn(dialog)) onEscape();
  });
  useEffect(() => {
    if (!opened) return undefined;
    const listen = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, [opened]);
}
