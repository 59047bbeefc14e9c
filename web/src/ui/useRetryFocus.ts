import { useEffect, useRef, type ReactNode } from "react";

/** The title of the last retry, and the element that holds the focus meanwhile. */
let asked: { title: ReactNode; place: Element } | undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus in place when the retry button disappears during the retry: an ancestor holds it, ahead of the
 * content that appears, and the button gets it back if the same request has failed again. Call `note` when the button
 * is pressed.
 */
export function useRetryFocus(title: ReactNode) {
  const button = useRef<HTMLButtonElement>(null);
  const around = useRef<HTMLElement[]>([]);
  useEffect(() => {
    const isRepeated = asked && asked.title === title && asked.place === document.activeElement;
    if (isRepeated) button.current?.focus();
    return () => {
      // By the next tick, whatever unmounts with it is gone.
      setTimeout(() => {
        const place = around.current.find(({ isConnected }) => isConnected);
        if (!place || !isLost()) return;
        if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
        place.focus({ preventScroll: true });
        asked = { title, place };
      });
    };
    // Not rerun when the title of a mounted one is merely reworded.
  }, []);

  function note(): void {
    around.current = [];
    for (let each = button.current?.parentElement; each; each = each.parentElement) {
      if (each.contains(document.body)) break;
      around.current.push(each);
    }
  }
  return { button, note };
}
