import { useEffect, useRef } from "react";

/**
 * Keeps the focus in place when a button disappears after its action. If its row of `list` goes too, the button of
 * the next row gets it, else of the previous row, else `fallback`, which has a `tabIndex` of -1. Call `rememberFocus`
 * when the button is pressed.
 */
export function useNextFocus<
  Rest extends HTMLElement,
  List extends HTMLElement = HTMLUListElement,
>() {
  const list = useRef<List>(null);
  const fallback = useRef<Rest>(null);
  const pressed = useRef<{ button: Element; index: number }>(undefined);

  // Runs after every render, as any of them may remove the button.
  useEffect(() => {
    if (!pressed.current || isUsable(pressed.current.button)) return;
    const { index } = pressed.current;
    pressed.current = undefined;
    // If the user has moved on meanwhile, leave the focus alone.
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && isUsable(activeElement)) return;
    const buttons = rowsOf(list.current).map((row) => [...row.querySelectorAll("button")].at(-1));
    const next = buttons.slice(index).find(Boolean) ?? buttons.slice(0, index).findLast(Boolean);
    (next ?? fallback.current)?.focus();
  });

  function rememberFocus(): void {
    const button = document.activeElement;
    if (!button) return;
    const index = rowsOf(list.current).findIndex((row) => row.contains(button));
    pressed.current = { button, index: Math.max(index, 0) };
  }

  return { list, fallback, rememberFocus };
}

const rowsOf = (list: HTMLElement | null) => [...(list?.children ?? [])];

/** A disabled button keeps the focus until the next frame. */
const isUsable = (element: Element) => element.isConnected && !element.matches(":disabled");
