/** What is known of a statement and of what came before it; cents. */
export interface Succession {
  openingCents: number | null;
  /** Null where there is no statement before. */
  closingBefore: number | null;
  number: number | null;
  /** The number that the bank gave before, in the same year. */
  numberBefore: number | null;
}

export interface Gap {
  /** It begins with another balance than the one before ended with. */
  otherBalance: boolean;
  /** The numbers that are left out. */
  numbers: { first: number; last: number } | null;
}

/** What is missing before a statement: a balance that does not go on, a number that is left out; null when nothing is. */
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
