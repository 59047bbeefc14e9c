import { useEffect, useRef } from "react";

/**
 * Keeps the focus in place when a button disappears after its action. If its row of `list` goes too, the button of
 * the next row gets it, else of the previous row, else `rest`, which has a `tabIndex` of -1. Call `note` when the
 * button is pressed.
 */
export function useNextFocus<
  Rest extends HTMLElement,
  List extends HTMLElement = HTMLUListElement,
>() {
  const list = useRef<List>(null);
  const rest = useRef<Rest>(null);
  const pressed = useRef<{ button: Element; place: number }>(undefined);

  // Runs after every render, as any of them may remove the button.
  useEffect(() => {
    if (!pressed.current || isUsable(pressed.current.button)) return;
    const { place } = pressed.current;
    pressed.current = undefined;
    // If the user has moved on meanwhile, leave the focus alone.
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && isUsable(activeElement)) return;
    const buttons = rowsOf(list.current).map((row) => [...row.querySelectorAll("button")].at(-1));
    const next = buttons.slice(place).find(Boolean) ?? buttons.slice(0, place).findLast(Boolean);
    (next ?? rest.current)?.focus();
  });

  function note(): void {
    const button = document.activeElement;
    if (!button) return;
    const place = rowsOf(list.current).findIndex((row) => row.contains(button));
    pressed.current = { button, place: Math.max(place, 0) };
  }

  return { list, rest, note };
}

const rowsOf = (list: HTMLElement | null) => [...(list?.children ?? [])];

/** A disabled button keeps the focus until the next frame. */
const isUsable = (element: Element) => element.isConnected && !element.matches(":disabled");
