/**
 * Call this before a button is removed with its list item: moves the focus to the button of the next item, else of the
 * previous one, else as `leaveList`. Otherwise keyboard users would start from the top of the page again.
 */
export function leaveItem(button: Element): void {
  const item = button.closest("li");
  const beside = [item?.nextElementSibling, item?.previousElementSibling];
  const next = beside.map((one) => one?.querySelector<HTMLElement>("[aria-label]")).find(Boolean);
  if (next) next.focus({ preventScroll: true });
  else leaveList();
}

/** Call this before a list of such items is removed: moves the focus to the projects, else to the page. */
export function leaveList(): void {
  const rest = document.getElementById("projects") ?? document.querySelector("main");
  rest?.focus({ preventScroll: true });
}
