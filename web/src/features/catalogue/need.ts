// Tabs are shared: one account's need must not show up for the next.
const keyOf = (username: string) => `need:${username}`;

/** Stores the tonnes that a buyer needs, for the projects that they open in this tab. */
export function saveNeed(username: string, tonnes: number): void {
  sessionStorage.setItem(keyOf(username), String(tonnes));
}

/** Returns the stored need as the text of a field; "" if this buyer has entered none. */
export function loadNeed(username: string): string {
  return sessionStorage.getItem(keyOf(username)) ?? "";
}
