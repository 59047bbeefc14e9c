import { useEffect, useRef, type RefObject } from "react";

/**
 * Focuses the row of a record that was closed, or the next one if the record has left the list, such as after a
 * decision. The drawer would only return the focus to the element that opened it, and there is none when the record
 * was opened by its URL. `data` is the page of rows.
 */
export function useClosedRecordFocus(
  list: RefObject<HTMLElement | null>,
  open: string,
  data: unknown,
): void {
  const shown = useRef({ id: "", index: -1 });
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("[data-record]") ?? [])];
    const before = shown.current;
    const index = links.findIndex(({ dataset }) => dataset.record === (open || before.id));
    const isGone = index === -1 && (!open || open === before.id);
    shown.current = { id: open, index: isGone ? before.index : index };
    if (before.id && !open) links[Math.min(shown.current.index, links.length - 1)]?.focus();
  }, [list, open, data]);
}
