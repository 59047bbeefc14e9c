import { useEffect, useRef } from "react";

/**
 * Keeps the focus where a button goes away with what it does: with its row of `list` it goes to the button of the next
 * row, else of the one before, else to `rest`, which has a `tabIndex` of -1. `note` is called when the button is pressed.
 */
export function useNextFocus<
  Rest extends HTMLElement,
  List extends HTMLElement = HTMLUListElement,
>() {
  const list = useRef<List>(null);
  const rest = useRef<Rest>(null);
  const pressed = useRef<{ button: Element; place: number }>(undefined);

  // After each render: nobody knows with which of them it goes.
  useEffect(() => {
    if (!pressed.current || isUsable(pressed.current.button)) return;
    const { place } = pressed.current;
    pressed.current = undefined;
    // Whoever went on meanwhile stays there.
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

/** A disabled button has the focus until the browser draws next. */
const isUsable = (element: Element) => element.isConnected && !element.matches(":disabled");
