/**
 * 31,707.5: a number in English format with `minDecimals` to `maxDecimals` decimals, rounded like `toFixed`. Implemented
 * here because creating the browser's first `Intl.NumberFormat` is the longest single step of a first page: 25 ms of CPU
 * on a desktop.
 */
export function numeral(
  value: number,
  {
    minDecimals = 0,
    maxDecimals = minDecimals,
  }: { minDecimals?: number; maxDecimals?: number } = {},
): string {
  const [integer, decimals = ""] = value.toFixed(maxDecimals).split(".");
  let length = decimals.length;
  while (length > minDecimals && decimals[length - 1] === "0") length--;
  const grouped = integer!.replace(/\B(?=(\d{3})+$)/g, ",");
  return length === 0 ? grouped : `${grouped}.${decimals.slice(0, length)}`;
}
