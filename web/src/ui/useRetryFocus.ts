import { useEffect, useRef, type ReactNode } from "react";

/** What was asked for again, and where the focus waits meanwhile. */
let asked: { title: ReactNode; place: Element } | undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus where "Try again" goes away with what it asks for: it waits on what stood around it, before what comes,
 * and is on the button again where the same has failed once more. `note` is called when the button is pressed.
 */
export function useRetryFocus(title: ReactNode) {
  const button = useRef<HTMLButtonElement>(null);
  const around = useRef<HTMLElement[]>([]);
  useEffect(() => {
    const isAgain = asked && asked.title === title && asked.place === document.activeElement;
    if (isAgain) button.current?.focus();
    return () => {
      // What is gone with it is gone by the next turn.
      setTimeout(() => {
        const place = around.current.find(({ isConnected }) => isConnected);
        if (!place || !isLost()) return;
        if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
        place.focus({ preventScroll: true });
        asked = { title, place };
      });
    };
    // The title of one that stays may be said in other words.
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
