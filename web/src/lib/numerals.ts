/**
 * 31,707.5: a number in English format with `least` to `most` decimals, rounded like `toFixed`. Implemented here
 * because creating the browser's first `Intl.NumberFormat` is the longest single step of a first page: 25 ms of CPU on
 * a desktop.
 */
export function numeral(
  value: number,
  { least = 0, most = least }: { least?: number; most?: number } = {},
): string {
  const [integer, decimals = ""] = value.toFixed(most).split(".");
  let kept = decimals.length;
  while (kept > least && decimals[kept - 1] === "0") kept--;
  const grouped = integer!.replace(/\B(?=(\d{3})+$)/g, ",");
  return kept === 0 ? grouped : `${grouped}.${decimals.slice(0, kept)}`;
}
