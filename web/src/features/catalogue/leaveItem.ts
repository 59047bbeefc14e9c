/**
 * Before a button goes away with its item of a list: gives the focus to that of the next item, else of the one before,
 * else as `leaveList`. Without it who works by keyboard would begin at the top of the page again.
 */
export function leaveItem(button: Element): void {
  const item = button.closest("li");
  const beside = [item?.nextElementSibling, item?.previousElementSibling];
  const next = beside.map((one) => one?.querySelector<HTMLElement>("[aria-label]")).find(Boolean);
  if (next) next.focus({ preventScroll: true });
  else leaveList();
}

/** Before a list of such items goes away: gives the focus to the projects, else to the page. */
export function leaveList(): void {
  const rest = document.getElementById("projects") ?? document.querySelector("main");
  rest?.focus({ preventScroll: true });
}
