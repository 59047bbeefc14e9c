/**
 * The places of the two vintages that stand side by side where there is no room for more: those that were chosen, and for
 * one that is gone the first that is not shown already.
 */
export function pairOf(chosen: readonly number[], ids: readonly number[]): number[] {
  const places = [0, 1].map((side) => ids.indexOf(chosen[side] ?? 0));
  const others = [...ids.keys()].filter((place) => !places.includes(place));
  return places.flatMap((place) => (place >= 0 ? place : (others.shift() ?? [])));
}
