const key = "rows-per-page";

/** How many rows a page of any list begins with: what was chosen last in this browser. */
export function usualSize(sizes: readonly number[]): number {
  const stored = typeof window === "undefined" ? NaN : Number(window.localStorage.getItem(key));
  return sizes.find((size) => size === stored) ?? sizes[0]!;
}

/** Remembers in this browser, for whoever is logged in, how many rows lists open with. */
export function storeUsualSize(size: number): void {
  window.localStorage.setItem(key, String(size));
}
