import { useLayoutEffect, useRef } from "react";

/** How much of the neighbouring tab stays visible in px, to hint that the row continues. */
const peek = 32;

/** Keeps the `chosen` tab in view, in a row of tabs that scrolls horizontally. */
export function useSelectedInView<Row extends HTMLElement>(chosen: string | undefined) {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const tab = row.current?.querySelector(
      '[aria-current]:not([aria-current="false"]), [aria-pressed="true"]',
    );
    if (!row.current || !tab) return;
    const [rowBox, tabBox] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    const overflow =
      Math.max(tabBox.right - rowBox.right, 0) || Math.min(tabBox.left - rowBox.left, 0);
    if (overflow !== 0) row.current.scrollLeft += overflow + Math.sign(overflow) * peek;
  }, [chosen]);
  return row;
}
