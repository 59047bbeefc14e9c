/** Below this many minutes, a hold is shown as running out. */
const lateMinutes = 5;

export type Hold = { state: "held" | "late"; minutes: number } | { state: "gone" };

/**
 * Returns the remaining hold at `now`, to the nearest minute: 30 never reads 31 if clocks differ by a second, and the
 * last minute stays "1 min". Without an end, nothing is held.
 */
export function holdAt(reservedTo: string | null, now: number): Hold {
  const leftMs = reservedTo === null ? 0 : Date.parse(reservedTo) - now;
  if (leftMs <= 0) return { state: "gone" };
  const minutes = Math.max(1, Math.round(leftMs / 60_000));
  return { state: leftMs < lateMinutes * 60_000 ? "late" : "held", minutes };
}

/** Returns the hold that expires first; undefined if there are none. */
export function firstToExpire(holds: Hold[]): Hold | undefined {
  const minutesLeft = (hold: Hold) => (hold.state === "gone" ? 0 : hold.minutes);
  return holds.toSorted((one, other) => minutesLeft(one) - minutesLeft(other))[0];
}
