/** A set of codes as bits: bit n stands for the nth code of the contract's list. */
export function bitsOf<T extends string>(codes: readonly T[], chosen: readonly T[]): number {
  return chosen.reduce((bits, code) => bits | (1 << codes.indexOf(code)), 0);
}

/** The codes of a set, in the order of the contract's list. */
export function codesOf<T extends string>(codes: readonly T[], bits: number): T[] {
  return codes.filter((_, n) => bits & (1 << n));
}

/** A set of goals of the United Nations as bits: bit n - 1 stands for goal n. */
export function goalBits(goals: readonly number[]): number {
  return goals.reduce((bits, goal) => bits | (1 << (goal - 1)), 0);
}
