/** In so many cards in a row, the next one included, no more than `mostOfCountry` share a country. */
export const mixWindow = 12;
export const mostOfCountry = 2;
/** In rows of two, three and four, what stands above a card came so many before it. */
export const widestRow = 4;
// How far down its type a card is looked for that comes from elsewhere.
const lookAhead = 50;

/** How many cards of a type a tier has, and the ranks in an order at which they may be, from the best on. */
export interface Stack {
  length: number;
  ranks: ArrayLike<number>;
}

/** The cards that are dealt before the next tier begins, by type; none of them is empty. */
type Tier = ReadonlyMap<number, Stack>;

/** What is left of a type. */
interface Queue {
  typeId: number;
  length: number;
  /** The best of those that are left, as far as they were looked for. */
  best: number[];
  /** Where they may be behind those that were looked at. */
  ranks: ArrayLike<number>;
  looked: number;
}

/** What is told of a rank. */
interface Deck {
  isThere: (rank: number) => boolean;
  countriesAt: (rank: number) => readonly string[];
}

interface Dealt {
  rank: number;
  typeId: number;
}

/**
 * The ranks of the first `count` cards, dealt tier by tier and the same each time, so that pages follow each other. Where
 * there is another choice neighbours differ in type, and so do four in a row; no three of twelve share a country.
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

/** The type that the first of these tiers begins with when it is free to; undefined of none. Worked out when asked for. */
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
  /** How many there shall be in all. */
  count: number;
  after: () => number | undefined;
}

/** Puts cards behind those dealt; the last one is not of the type `after` where it need not be. */
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

/** The types that may come next, by what must not pile up, then by what came lately. */
function openQueues(
  queues: ReadonlyMap<number, Queue>,
  dealt: readonly Dealt[],
  left: number,
  after: () => number | undefined,
): Queue[][] {
  const all = [...queues.values()];
  const lastType = dealt.at(-1)?.typeId;
  const others = all.filter(({ typeId }) => typeId !== lastType);
  // More than half of what is left would end up side by side if it waited; half of it, with its like behind it.
  const most = others.find(
    ({ typeId, length }) =>
      length > left - length || (length === left - length && typeId === after()),
  );
  if (most) return [[most]];
  const lately = new Set(dealt.slice(-widestRow).map(({ typeId }) => typeId));
  const fresh = others.filter(({ typeId }) => !lately.has(typeId));
  return [fresh, others, all].filter((some) => some.length > 0);
}

/** The best card that is not of a country seen too often, among the first types that have one. */
function bestOf(
  deck: Deck,
  choices: readonly Queue[][],
  dealt: readonly Dealt[],
): [queue: Queue, at: number] {
  const full = fullCountries(dealt, deck);
  // Only the last choice may put equals side by side, and only where there is no other.
  const open = choices.length > 1 ? choices.slice(0, -1) : choices;
  for (const queues of open) {
    const best = firstOf(deck, queues, (rank) => !isAny(deck.countriesAt(rank), full));
    if (best) return best;
  }
  return firstOf(deck, open[0]!, () => true)!;
}

/** The best card that fits and stands among the first of its type. */
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

/** The rank of a card of a queue, looked for no further than needed; undefined when it does not stand `before`. */
function rankOf(deck: Deck, queue: Queue, at: number, before: number): number | undefined {
  const { best, ranks } = queue;
  while (best.length <= at) {
    const rank = ranks[queue.looked];
    if (rank === undefined || rank >= before) return undefined;
    queue.looked++;
    if (deck.isThere(rank)) best.push(rank);
  }
  return best[at]! < before ? best[at] : undefined;
}

function isAny(countries: readonly string[], full: ReadonlySet<string>): boolean {
  if (full.size > 0) for (const country of countries) if (full.has(country)) return true;
  return false;
}

/** Countries that the next card shall not be of. */
function fullCountries(dealt: readonly Dealt[], { countriesAt }: Deck): Set<string> {
  const seen = new Map<string, number>();
  const full = new Set<string>();
  for (const { rank } of dealt.slice(-(mixWindow - 1))) {
    for (const country of countriesAt(rank)) {
      const times = (seen.get(country) ?? 0) + 1;
      seen.set(country, times);
      if (times >= mostOfCountry) full.add(country);
    }
  }
  return full;
}
