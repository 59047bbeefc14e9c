/** A statement's opening balance and number, and those expected from its predecessor; amounts in cents. */
export interface Succession {
  openingCents: number | null;
  /** Null without a preceding statement. */
  closingBefore: number | null;
  number: number | null;
  /** The bank's preceding number in the same year. */
  numberBefore: number | null;
}

export interface Gap {
  /** Its opening balance differs from the previous closing balance. */
  otherBalance: boolean;
  /** The skipped numbers. */
  numbers: { first: number; last: number } | null;
}

/** Returns what is missing before a statement: a balance that does not continue, or skipped numbers; null if nothing is. */
export function gapOf(of: Succession): Gap | null {
  const { openingCents, closingBefore, number, numberBefore } = of;
  const otherBalance =
    openingCents !== null && closingBefore !== null && openingCents !== closingBefore;
  const numbers =
    number !== null && numberBefore !== null && numberBefore < number - 1
      ? { first: numberBefore + 1, last: number - 1 }
      : null;
  return otherBalance || numbers ? { otherBalance, numbers } : null;
}
