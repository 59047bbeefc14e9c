/**
 * Call this before a button is removed with its list item: moves the focus to the button of the next item, else of the
 * previous one, else as `focusOutsideList`. Otherwise keyboard users would start from the top of the page again.
 */
export function focusNextItem(button: Element): void {
  const item = button.closest("li");
  const neighbours = [item?.nextElementSibling, item?.previousElementSibling];
  const next = neighbours
    .map((one) => one?.querySelector<HTMLElement>("[aria-label]"))
    .find(Boolean);
  if (next) next.focus({ preventScroll: true });
  else focusOutsideList();
}

/** Call this before a list of such items is removed: moves the focus to the projects, else to the page. */
export function focusOutsideList(): void {
  const fallback = document.getElementById("projects") ?? document.querySelector("main");
  fallback?.focus({ preventScroll: true });
}
