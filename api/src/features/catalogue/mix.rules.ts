/** In so many cards in a row, the next one included, no more than `mostOfCountry` share a country. */
export const mixWindow = 12;
export const mostOfCountry = 2;
/** In rows of two, three and four, what stands above a card came so many before it. */
export const widestRow = 4;
// How far down its type a card is looked for that comes from elsewhere.
const lookAhead = 50;

/** What is left of a type. */
interface Queue {
  typeId: number;
  length: number;
  /** How far down the order those stand that were come across so far, from the best on. */
  ranks: number[];
}

/** The cards that stand from one rank of an order to before another, and are dealt before the next tier begins. */
interface Tier {
  from: number;
  to: number;
  /** How many of each type are there. */
  lengths: ReadonlyMap<number, number>;
}

/** What is told of a rank. */
interface Deck {
  /** Undefined where no card is. */
  typeAt: (rank: number) => number | undefined;
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
  const dealable = tiers.filter(({ lengths }) => lengths.size > 0);
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
function deal(deck: Deck, { from, to, lengths }: Tier, { dealt, count, after }: Dealing): Dealt[] {
  const queues = new Map(
    Array.from(lengths, ([typeId, length]): [number, Queue] => [
      typeId,
      { typeId, length, ranks: [] },
    ]),
  );
  const cards = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  // Each that is dealt was among the first of those left.
  const most = count + lookAhead;
  let rank = from;
  /** Comes across the next card, and answers its queue; undefined at the end. */
  const walk = (): Queue | undefined => {
    for (; rank < to; rank++) {
      const typeId = deck.typeAt(rank);
      // The queues of those that are all dealt are gone, but then all of them were come across.
      const queue = typeId === undefined ? undefined : queues.get(typeId);
      if (!queue || queue.ranks.length >= most) continue;
      queue.ranks.push(rank++);
      return queue;
    }
    return undefined;
  };
  for (let left = cards; left > 0 && dealt.length < count; left--) {
    const full = fullCountries(dealt, deck);
    const isFull = (at: number) => isAny(deck.countriesAt(at), full);
    const [queue, at] = bestOf(openQueues(queues, dealt, left, after), isFull, walk);
    const [best] = queue.ranks.splice(at, 1) as [number];
    dealt.push({ rank: best, typeId: queue.typeId });
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

/**
 * The best card that is not of a country seen too often, among the first types that have one. What was come across already
 * stands before all that was not.
 */
function bestOf(
  choices: readonly Queue[][],
  isFull: (rank: number) => boolean,
  walk: () => Queue | undefined,
): [queue: Queue, at: number] {
  // Only the last choice may put equals side by side, and only where there is no other.
  const open = choices.length > 1 ? choices.slice(0, -1) : choices;
  for (const queues of open) {
    const best = bestKnown(queues, isFull) ?? nextBest(queues, isFull, walk);
    if (best) return best;
  }
  return [open[0]!.reduce((a, b) => (b.ranks[0]! < a.ranks[0]! ? b : a)), 0];
}

function bestKnown(
  queues: readonly Queue[],
  isFull: (rank: number) => boolean,
): [Queue, number] | undefined {
  let best: [Queue, number] | undefined;
  for (const queue of queues) {
    const { ranks } = queue;
    const end = Math.min(ranks.length, lookAhead);
    const known = best ? best[0].ranks[best[1]]! : Infinity;
    let at = 0;
    // What stands behind the best so far need not be looked at.
    while (at < end && ranks[at]! < known && isFull(ranks[at]!)) at++;
    if (at < end && ranks[at]! < known) best = [queue, at];
  }
  return best;
}

function nextBest(
  queues: readonly Queue[],
  isFull: (rank: number) => boolean,
  walk: () => Queue | undefined,
): [Queue, number] | undefined {
  const isOpen = new Set(queues);
  for (let queue; (queue = walk());) {
    const at = queue.ranks.length - 1;
    if (isOpen.has(queue) && at < lookAhead && !isFull(queue.ranks[at]!)) return [queue, at];
  }
  return undefined;
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
