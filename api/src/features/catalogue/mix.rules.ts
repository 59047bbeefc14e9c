/** In this many consecutive cards, at most `maxPerCountry` share a country. */
export const mixWindow = 12;
export const maxPerCountry = 2;
/** In rows of two, three and four, the card above another one comes that many positions before it. */
export const widestRow = 4;
// How many cards of a type are searched for one from another country.
const lookAhead = 50;

/** The number of cards of a type in a tier, and the ranks at which they may be found, best first. */
export interface Stack {
  length: number;
  ranks: ArrayLike<number>;
}

/** Cards that are dealt before the next tier starts, by type; no stack is empty. */
type Tier = ReadonlyMap<number, Stack>;

/** The remaining cards of a type. */
interface Queue {
  typeId: number;
  length: number;
  /** The best of the remaining cards, as far as the ranks have been examined. */
  best: number[];
  /** Candidate ranks; those before `looked` have been examined. */
  ranks: ArrayLike<number>;
  looked: number;
}

/** What is known about a rank. */
interface Deck {
  hasRank: (rank: number) => boolean;
  countriesAt: (rank: number) => readonly string[];
}

interface Dealt {
  rank: number;
  typeId: number;
}

/**
 * Returns the ranks of the first `count` cards, dealt tier by tier and deterministically, so that pages continue each
 * other. If there is a choice, neighbours differ in type, so do four in a row, and no three of twelve share a country.
 */
export function mix(deck: Deck, tiers: readonly Tier[], count: number): number[] {
  const dealable = tiers.filter(({ size }) => size > 0);
  const dealt: Dealt[] = [];
  for (const [nth, tier] of dealable.entries()) {
    if (dealt.length >= count) break;
    deal(deck, tier, { dealt, count, after: startOf(deck, dealable.slice(nth + 1)) });
  }
  return dealt.map(({ rank }) => rank);
}

/**
 * Returns a function that determines, on first use, the type that the first of these tiers would
 * start with; undefined if there is none.
 */
function startOf(deck: Deck, tiers: readonly Tier[]): () => number | undefined {
  let known: { typeId: number | undefined } | undefined;
  return () => {
    const [first, ...others] = tiers;
    known ??= {
      typeId:
        first &&
        deal(deck, first, { dealt: [], count: 1, after: startOf(deck, others) })[0]?.typeId,
    };
    return known.typeId;
  };
}

interface Dealing {
  dealt: Dealt[];
  /** How many cards to deal in total. */
  count: number;
  after: () => number | undefined;
}

/** Appends cards to those dealt; the last one is not of the type `after` unless it has to be. */
function deal(deck: Deck, tier: Tier, { dealt, count, after }: Dealing): Dealt[] {
  const queues = new Map(
    Array.from(tier, ([typeId, { length, ranks }]): [number, Queue] => [
      typeId,
      { typeId, length, best: [], ranks, looked: 0 },
    ]),
  );
  let left = 0;
  for (const { length } of tier.values()) left += length;
  for (; left > 0 && dealt.length < count; left--) {
    const [queue, at] = bestOf(deck, openQueues(queues, dealt, left, after), dealt);
    const [rank] = queue.best.splice(at, 1) as [number];
    dealt.push({ rank, typeId: queue.typeId });
    queue.length--;
    if (queue.length === 0) queues.delete(queue.typeId);
  }
  return dealt;
}

/**
 * Returns the types that may come next, most preferred first: a type that would otherwise pile up,
 * then those not dealt recently.
 */
function openQueues(
  queues: ReadonlyMap<number, Queue>,
  dealt: readonly Dealt[],
  left: number,
  after: () => number | undefined,
): Queue[][] {
  const all = [...queues.values()];
  const lastType = dealt.at(-1)?.typeId;
  const others = all.filter(({ typeId }) => typeId !== lastType);
  // With more than half of the remaining cards, a type would end up next to itself if it waited; with
  // exactly half, if the next tier starts with it.
  const most = others.find(
    ({ typeId, length }) =>
      length > left - length || (length === left - length && typeId === after()),
  );
  if (most) return [[most]];
  const recentTypes = new Set(dealt.slice(-widestRow).map(({ typeId }) => typeId));
  const fresh = others.filter(({ typeId }) => !recentTypes.has(typeId));
  return [fresh, others, all].filter((some) => some.length > 0);
}

/** Returns the best card whose countries have not come up too often, from the most preferred types that have one. */
function bestOf(
  deck: Deck,
  choices: readonly Queue[][],
  dealt: readonly Dealt[],
): [queue: Queue, at: number] {
  const full = fullCountries(dealt, deck);
  // Only the last choice may put two of a type next to each other, and only if it is the only one.
  const open = choices.length > 1 ? choices.slice(0, -1) : choices;
  for (const queues of open) {
    const best = firstOf(deck, queues, (rank) => !isAny(deck.countriesAt(rank), full));
    if (best) return best;
  }
  return firstOf(deck, open[0]!, () => true)!;
}

/** Returns the best card that fits among the first ones of each type. */
function firstOf(
  deck: Deck,
  queues: readonly Queue[],
  fits: (rank: number) => boolean,
): [queue: Queue, at: number] | undefined {
  let first: [Queue, number] | undefined;
  let before = Infinity;
  for (const queue of queues) {
    for (let at = 0; at < lookAhead; at++) {
      const rank = rankOf(deck, queue, at, before);
      if (rank === undefined) break;
      if (!fits(rank)) continue;
      first = [queue, at];
      before = rank;
      break;
    }
  }
  return first;
}

/** Returns the rank of a queue's card, examining no more ranks than needed; undefined if it is not lower than `before`. */
function rankOf(deck: Deck, queue: Queue, at: number, before: number): number | undefined {
  const { best, ranks } = queue;
  while (best.length <= at) {
    const rank = ranks[queue.looked];
    if (rank === undefined || rank >= before) return undefined;
    queue.looked++;
    if (deck.hasRank(rank)) best.push(rank);
  }
  return best[at]! < before ? best[at] : undefined;
}

function isAny(countries: readonly string[], full: ReadonlySet<string>): boolean {
  if (full.size > 0) for (const country of countries) if (full.has(country)) return true;
  return false;
}

/** Countries that the next card should not be from. */
function fullCountries(dealt: readonly Dealt[], { countriesAt }: Deck): Set<string> {
  const seen = new Map<string, number>();
  const full = new Set<string>();
  for (const { rank } of dealt.slice(-(mixWindow - 1))) {
    for (const country of countriesAt(rank)) {
      const times = (seen.get(country) ?? 0) + 1;
      seen.set(country, times);
      if (times >= maxPerCountry) full.add(country);
    }
  }
  return full;
}
