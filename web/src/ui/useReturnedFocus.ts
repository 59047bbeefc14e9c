import { useEffect, useState } from "react";

/**
 * On unmount, returns the focus to the element that had it before, unless something else has taken it. If that
 * element is gone, the nearest remaining one gets it. For dialogs that are mounted only while open: permanently
 * mounted ones do it themselves.
 */
export function useReturnedFocus(): void {
  const [places] = useState(() => placesOf(document.activeElement));
  useEffect(
    () => () => {
      // By the next tick, the dialog and its focus trap are gone.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost) nearest(places)?.focus({ preventScroll: true });
      });
    },
    [places],
  );
}

/** Returns an element and its ancestors, up to the page's main content. */
function placesOf(opener: Element | null): Element[] {
  const places: Element[] = [];
  for (let place = opener; place && place !== document.body; place = place.parentElement) {
    places.push(place);
    if (place.matches("main")) break;
  }
  return places;
}

const reached = "a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled)";

/**
 * Returns the opener if it still exists, else the first focusable element in its nearest remaining ancestor, or
 * finally the main content.
 */
function nearest([opener, ...around]: Element[]): HTMLElement | null {
  if (opener?.isConnected) return opener as HTMLElement;
  const left = around.find((place) => place.isConnected && place.querySelector(reached));
  if (!left) return document.querySelector("main");
  return left.matches("main") ? (left as HTMLElement) : left.querySelector<HTMLElement>(reached);
}
