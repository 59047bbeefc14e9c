/** A certificate's number as typed from paper: blanks, hyphens and capitals do not matter. Undefined for anything else. */
export function certificateNumberOf(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  return /^[0-9a-f]{32}$/.test(number) ? number : undefined;
}
