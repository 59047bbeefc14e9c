const key = "need";

/** Keeps the tonnes that a buyer looks for, for the projects that they open in this tab. */
export function keepNeed(tonnes: number): void {
  sessionStorage.setItem(key, String(tonnes));
}

/** As it stands in a field; "" where nobody said it. */
export function keptNeed(): string {
  return sessionStorage.getItem(key) ?? "";
}
