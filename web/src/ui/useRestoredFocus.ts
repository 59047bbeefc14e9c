import { useEffect, useRef, useState } from "react";

/**
 * On unmount, returns the focus to the element that had it before, unless something else has taken it. If that
 * element is gone, the nearest remaining one gets it. For dialogs that are mounted only while open: permanently
 * mounted ones do it themselves. Returns a function to call where what is below closes too and returns the focus itself.
 */
export function useRestoredFocus(): () => void {
  const left = useRef(false);
  const [candidates] = useState(() => selfAndAncestors(document.activeElement));
  useEffect(
    () => () => {
      if (left.current) return;
      // By the next tick, the dialog and its focus trap are gone.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost) nearest(candidates)?.focus({ preventScroll: true });
      });
    },
    [candidates],
  );
  return () => {
    left.current = true;
  };
}

/** Returns an element and its ancestors, up to the page's main content. */
export function selfAndAncestors(opener: Element | null): Element[] {
  const candidates: Element[] = [];
  for (
    let element = opener;
    element && element !== document.body;
    element = element.parentElement
  ) {
    candidates.push(element);
    if (element.matches("main")) break;
  }
  return candidates;
}

const focusable =
  "a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled, [type=file])";

/**
 * Returns the opener if it still exists, else the first focusable element in its nearest remaining ancestor, or
 * finally the main content.
 */
export function nearest([opener, ...ancestors]: Element[]): HTMLElement | null {
  if (opener?.isConnected) return opener as HTMLElement;
  const remaining = ancestors.find(
    (element) => element.isConnected && element.querySelector(focusable),
  );
  if (!remaining) return document.querySelector("main");
  return remaining.matches("main")
    ? (remaining as HTMLElement)
    : remaining.querySelector<HTMLElement>(focusable);
}
