import {
  availabilityStatuses,
  categories,
  claimTypes,
  creditTypes,
  impactTypes,
  labelKinds,
  type AvailabilityStatus,
} from "@tonneline/contract/catalogue";

/**
 * How a listing keeps its sets in one whole number: each set from its own bit on, one bit for each code of the
 * contract's list. The database writes them in refresh_project_listings.
 */
export const traitSets = {
  category: { codes: categories, firstBit: 0 },
  creditType: { codes: creditTypes, firstBit: 3 },
  impactType: { codes: impactTypes, firstBit: 5 },
  claimType: { codes: claimTypes, firstBit: 9 },
  label: { codes: labelKinds, firstBit: 11 },
} as const;
export type TraitSet = keyof typeof traitSets;
type CodeOf<S extends TraitSet> = (typeof traitSets)[S]["codes"][number];

/** The bits of these codes within a listing's traits. */
export function traitBits<S extends TraitSet>(set: S, chosen: readonly CodeOf<S>[]): number {
  const { codes, firstBit } = traitSets[set];
  return chosen.reduce(
    (bits, code) => bits | (1 << ((codes as readonly string[]).indexOf(code) + firstBit)),
    0,
  );
}

/** The codes of a set that a listing's traits hold, in the order of the contract's list. */
export function codesOf<S extends TraitSet>(set: S, traits: number): CodeOf<S>[] {
  const { codes, firstBit } = traitSets[set];
  return (codes as readonly CodeOf<S>[]).filter((_, n) => traits & (1 << (n + firstBit)));
}

/** Goals of the United Nations as bits: bit n - 1 stands for goal n. */
export function goalBits(goals: readonly number[]): number {
  return goals.reduce((bits, goal) => bits | (1 << (goal - 1)), 0);
}

/** The statuses in the order in which lists show projects, what can be bought first; a listing keeps the place. */
export const states = [
  "AVAILABLE",
  "CONTACT_REQUIRED",
  "COMING_SOON",
  "TEMPORARILY_UNAVAILABLE",
  "SOLD_OUT",
] as const satisfies readonly (typeof availabilityStatuses)[number][];

export function stateOf(status: AvailabilityStatus): number {
  return states.indexOf(status);
}
