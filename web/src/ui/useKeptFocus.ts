import { useEffect } from "react";
import { nearest, selfAndAncestors } from "./useRestoredFocus.ts";

/** Dialogs and pages that move the focus themselves do so earlier. */
const graceMs = 100;

/**
 * Keeps the focus near its place when the focused element disappears, such as a button after its action or a row that
 * a colleague deleted: otherwise, keyboard users would start over at the top of the page. Does nothing for the mouse
 * and touch, or on a new page, whose heading gets the focus.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    let isKeyboard = false;
    let candidates: Element[] = [];
    let path = "";
    let timer: ReturnType<typeof setTimeout> | undefined;

    function remember(): void {
      candidates = isKeyboard ? selfAndAncestors(document.activeElement) : [];
      path = window.location.pathname;
    }
    const observer = new MutationObserver(() => {
      if (candidates[0]?.isConnected !== false) return;
      const gone = candidates;
      candidates = [];
      clearTimeout(timer);
      timer = setTimeout(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && window.location.pathname === path)
          nearest(gone)?.focus({ preventScroll: true });
      }, graceMs);
    });

    document.addEventListener("keydown", () => ((isKeyboard = true), remember()), options);
    document.addEventListener("pointerdown", () => ((isKeyboard = false), remember()), options);
    document.addEventListener("focusin", remember, options);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      listening.abort();
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
