// A tab may be handed on: what one account looks for is no concern of the next.
const keyOf = (username: string) => `need:${username}`;

/** Keeps the tonnes that a buyer looks for, for the projects that they open in this tab. */
export function saveNeed(username: string, tonnes: number): void {
  sessionStorage.setItem(keyOf(username), String(tonnes));
}

/** As it stands in a field; "" where this buyer has said none. */
export function loadNeed(username: string): string {
  return sessionStorage.getItem(keyOf(username)) ?? "";
}
