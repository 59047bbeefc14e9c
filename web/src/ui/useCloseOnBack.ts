import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** The close handlers of open overlays, the topmost last. */
const openOverlays: (() => void)[] = [];

/**
 * While `opened`, a step back in the history calls `onClose` and stays on the page, as a panel or dialog that fills a
 * phone looks like a page of its own. A step forward calls it too, but still navigates.
 */
export function useCloseOnBack(opened: boolean, onClose: () => void): void {
  // Undefined in tests that render a dialog alone.
  const history = useRouter({ warn: false })?.history;
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!opened || !history) return undefined;
    const close = () => latest.current();
    openOverlays.push(close);
    const release = history.block({
      enableBeforeUnload: false,
      // Whichever blocker is called first closes the topmost overlay.
      blockerFn: ({ action }) => {
        if (action !== "BACK" && action !== "FORWARD") return false;
        openOverlays.at(-1)?.();
        return action === "BACK";
      },
    });
    return () => {
      release();
      openOverlays.splice(openOverlays.indexOf(close), 1);
    };
  }, [opened, history]);
}
