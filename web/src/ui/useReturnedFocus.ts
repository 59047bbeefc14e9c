import { useEffect, useState } from "react";

/**
 * Gives the focus back to what had it before this was drawn, when it goes away and nothing else has taken it; where that is
 * gone by then, to what stands near its place. For dialogs that are drawn only while they are open: those that are always
 * there do it themselves.
 */
export function useReturnedFocus(): void {
  const [places] = useState(() => placesOf(document.activeElement));
  useEffect(
    () => () => {
      // The dialog, and the frame that had the focus in it, are gone by the next turn.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost) nearest(places)?.focus({ preventScroll: true });
      });
    },
    [places],
  );
}

/** An element and what it stands in, up to the page's content. */
function placesOf(opener: Element | null): Element[] {
  const places: Element[] = [];
  for (let place = opener; place && place !== document.body; place = place.parentElement) {
    places.push(place);
    if (place.matches("main")) break;
  }
  return places;
}

const reached = "a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled)";

/** The opener as long as it is there, else the first thing to act on in what is left around it, the page's content at last. */
function nearest([opener, ...around]: Element[]): HTMLElement | null {
  if (opener?.isConnected) return opener as HTMLElement;
  const left = around.find((place) => place.isConnected && place.querySelector(reached));
  if (!left) return document.querySelector("main");
  return left.matches("main") ? (left as HTMLElement) : left.querySelector<HTMLElement>(reached);
}
