import { useEffect, useState } from "react";

/**
 * Gives the focus back to what had it before this was drawn, when it goes away and nothing else has taken it. For
 * dialogs that are drawn only while they are open: those that are always there do it themselves.
 */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The dialog, and the frame that had the focus in it, are gone by the next turn.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
