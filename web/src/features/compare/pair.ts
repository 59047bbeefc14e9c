/**
 * Returns the indexes of the two vintages shown side by side on narrow screens: the chosen ones, with the first one not yet
 * shown replacing one that is gone.
 */
export function pairOf(chosen: readonly number[], ids: readonly number[]): number[] {
  const places = [0, 1].map((side) => ids.indexOf(chosen[side] ?? 0));
  const others = [...ids.keys()].filter((place) => !places.includes(place));
  return places.flatMap((place) => (place >= 0 ? place : (others.shift() ?? [])));
}
