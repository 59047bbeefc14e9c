import { useLocalStorage } from "@mantine/hooks";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";

interface ShortcutAction {
  shortcut?: string;
  onClick: () => void;
}

interface Props {
  list: RefObject<HTMLElement | null>;
  onClear: () => void;
  /** Actions on the selected rows, with their shortcuts. */
  actions: readonly ShortcutAction[];
}

/**
 * Whether single-key shortcuts are active: users of speech input, or who hit keys by accident, turn them off (WCAG
 * 2.1.4).
 */
export function useSingleKeys() {
  return useLocalStorage({
    key: "single-keys",
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

/**
 * The shortcuts of a list: j and k move between rows, x selects (with Shift up to here), o opens, / searches, Escape
 * clears the selection, ? lists them all. None is active in a field or while a dialog is open.
 */
export function useListKeys({ list, onClear, actions }: Props) {
  const [on] = useSingleKeys();
  const [sheet, setSheet] = useState(false);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("[role='dialog']")) return;
    // Escape has already closed and removed the dialog that it was pressed in.
    if (event.target instanceof Element && event.target.closest("[role='dialog']")) return;
    if (event.key === "Escape") return onClear();
    if (!on) return;
    const action = actions.find(({ shortcut }) => shortcut === event.key);
    const command = action ? () => action.onClick() : commandOf(event, list.current);
    if (!command) return;
    event.preventDefault();
    command();
  });

  function commandOf({ key, shiftKey }: KeyboardEvent, within: HTMLElement | null) {
    if (key === "?") return () => setSheet(true);
    if (key === "/") return () => focusSearch();
    if (key === ".") return () => within?.querySelector<HTMLElement>("[data-news]")?.click();
    if (!within) return undefined;
    const rows = [...within.querySelectorAll<HTMLElement>("tbody tr")];
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    if (key === "j") return () => focusRow(rows[Math.min(index + 1, rows.length - 1)]);
    if (key === "k") return () => focusRow(rows[Math.max(index - 1, 0)]);
    const row = rows[index];
    // Like a click on the row, whatever links the row has.
    if (key === "o" && row) return () => row.click();
    if (key.toLowerCase() === "x" && row) return () => toggleRow(row, shiftKey);
    return undefined;
  }

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return { sheet, openSheet: () => setSheet(true), closeSheet: () => setSheet(false) };
}

/** Whether a keystroke is meant for a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "checkbox";
  return target.matches("textarea, select, [contenteditable], [role='menuitem'], [role='option']");
}

/** Focuses the search field of the list. */
function focusSearch(): void {
  document.querySelector<HTMLElement>("main input[type='search']")?.focus();
}

/** Focuses a row: the link to its record, or else its first focusable element. */
export function focusRow(row: HTMLElement | undefined): void {
  const target =
    row?.querySelector<HTMLElement>("[data-record]") ??
    row?.querySelector<HTMLElement>("td:not(:has(input)) a, button, input");
  target?.focus({ focusVisible: true } as FocusOptions);
  row?.scrollIntoView({ block: "nearest" });
}

function toggleRow(row: HTMLElement, shiftKey: boolean): void {
  row
    .querySelector("input[type='checkbox']")
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}
