import { useLayoutEffect, useRef } from "react";

/** How much of the neighbouring tab stays visible in px, to hint that the row continues. */
const peek = 32;

/** Keeps the `chosen` tab in view, in a row of tabs that scrolls horizontally. */
export function useChosenInSight<Row extends HTMLElement>(chosen: string | undefined) {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const tab = row.current?.querySelector(
      '[aria-current]:not([aria-current="false"]), [aria-pressed="true"]',
    );
    if (!row.current || !tab) return;
    const [seen, wanted] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    const past = Math.max(wanted.right - seen.right, 0) || Math.min(wanted.left - seen.left, 0);
    if (past !== 0) row.current.scrollLeft += past + Math.sign(past) * peek;
  }, [chosen]);
  return row;
}
