import { useEffect, useEffectEvent } from "react";

/**
 * Escape closes what is open, except when it is pressed in a dialog that lies over it: then that one alone closes.
 * `isOwn` says whether a dialog is the one that is to close.
 */
export function useEscape(
  opened: boolean,
  isOwn: (dialog: Element) => boolean,
  onEscape: () => void,
): void {
  const pressed = useEffectEvent(({ key, isComposing, target }: KeyboardEvent) => {
    if (key !== "Escape" || isComposing || !(target instanceof Element)) return;
    // A list that has dropped down closes first; the library marks its field.
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
