const key = "rows-per-page";

/** Returns the initial page size of any list: the one chosen last in this browser. */
export function storedPageSize(sizes: readonly number[]): number {
  const stored = typeof window === "undefined" ? NaN : Number(window.localStorage.getItem(key));
  return sizes.find((size) => size === stored) ?? sizes[0]!;
}

/** Stores the initial page size of lists in this browser, for any user. */
export function storePageSize(size: number): void {
  window.localStorage.setItem(key, String(size));
}
