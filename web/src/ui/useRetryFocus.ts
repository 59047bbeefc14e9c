import { useEffect, useRef, type ReactNode } from "react";

/** The title of the last retry, and the element that holds the focus meanwhile. */
let lastRetry: { title: ReactNode; holder: Element } | undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus in place when the retry button disappears during the retry: an ancestor holds it, ahead of the
 * content that appears, and the button gets it back if the same request has failed again. Call `rememberFocus` when the button
 * is pressed.
 */
export function useRetryFocus(title: ReactNode) {
  const button = useRef<HTMLButtonElement>(null);
  const ancestors = useRef<HTMLElement[]>([]);
  useEffect(() => {
    const isRepeated =
      lastRetry && lastRetry.title === title && lastRetry.holder === document.activeElement;
    if (isRepeated) button.current?.focus();
    return () => {
      // By the next tick, whatever unmounts with it is gone.
      setTimeout(() => {
        const holder = ancestors.current.find(({ isConnected }) => isConnected);
        if (!holder || !isLost()) return;
        if (!holder.hasAttribute("tabindex")) holder.tabIndex = -1;
        holder.focus({ preventScroll: true });
        lastRetry = { title, holder };
      });
    };
    // Not rerun when the title of a mounted one is merely reworded.
  }, []);

  function rememberFocus(): void {
    ancestors.current = [];
    for (let each = button.current?.parentElement; each; each = each.parentElement) {
      if (each.contains(document.body)) break;
      ancestors.current.push(each);
    }
  }
  return { button, rememberFocus };
}
