/** What of a card decides next to which others it stands. */
export interface Mixable {
  typeId: number;
  countries: readonly string[];
}

/** In so many cards in a row, the next one included, no more than `mostOfCountry` share a country. */
export const mixWindow = 12;
export const mostOfCountry = 2;
/** In rows of two, three and four, what stands above a card came so many before it. */
export const widestRow = 4;
// How far down its type a card is looked for that comes from elsewhere.
const lookAhead = 50;

/**
 * The first `count` cards of tiers, each of which comes best first and is dealt before the next begins. No two neighbours
 * share a type as far as the tiers allow, nor do the last four cards and no three in a row of twelve a country as far as
 * there are others. Deals the same each time, so that pages follow each other.
 */
export function mix<T extends Mixable>(tiers: readonly (readonly T[])[], count: number): T[] {
  const dealt: T[] = [];
  for (const [nth, tier] of tiers.entries()) {
    if (dealt.length >= count) break;
    deal(tier, count, dealt, startOf(tiers.slice(nth + 1)));
  }
  return dealt;
}

/** The type that the first of these tiers begins with when it is free to; undefined of none. */
function startOf(tiers: readonly (readonly Mixable[])[]): number | undefined {
  const [first, ...others] = tiers;
  return first && deal(first, 1, [], startOf(others))[0]?.typeId;
}

interface Ranked<T> {
  rank: number;
  card: T;
}

/** What is left of a type, best first. */
interface Queue<T> {
  length: number;
  /** Of these the first, as many as may be looked at. */
  cards: Ranked<T>[];
}

/** Puts cards behind those dealt, up to `count` in all; the last one is not of the type `after` where it need not be. */
function deal<T extends Mixable>(
  cards: readonly T[],
  count: number,
  dealt: T[],
  after: number | undefined,
): T[] {
  const queues = queuesOf(cards, count);
  for (let left = cards.length; left > 0 && dealt.length < count; left--) {
    const recent = countriesOf(dealt.slice(-(mixWindow - 1)));
    const isFull = ({ card }: Ranked<T>) =>
      card.countries.some((country) => (recent.get(country) ?? 0) >= mostOfCountry);
    const [queue, at] = bestOf(openQueues(queues, dealt, left, after), isFull);
    const [{ card }] = queue.cards.splice(at, 1) as [Ranked<T>];
    dealt.push(card);
    queue.length--;
    if (queue.length === 0) queues.delete(card.typeId);
  }
  return dealt;
}

function queuesOf<T extends Mixable>(cards: readonly T[], count: number): Map<number, Queue<T>> {
  const queues = new Map<number, Queue<T>>();
  // Each that is dealt was among the first of those left.
  const most = count + lookAhead;
  for (let rank = 0; rank < cards.length; rank++) {
    const card = cards[rank]!;
    let queue = queues.get(card.typeId);
    if (!queue) queues.set(card.typeId, (queue = { length: 0, cards: [] }));
    queue.length++;
    if (queue.cards.length < most) queue.cards.push({ rank, card });
  }
  return queues;
}

/** The types that may come next, by what must not pile up, then by what came lately. */
function openQueues<T extends Mixable>(
  queues: ReadonlyMap<number, Queue<T>>,
  dealt: readonly T[],
  left: number,
  after: number | undefined,
): Queue<T>[][] {
  const all = [...queues];
  const lastType = dealt.at(-1)?.typeId;
  const others = all.filter(([typeId]) => typeId !== lastType);
  // More than half of what is left would end up side by side if it waited; half of it, with its like behind it.
  const most = others.find(
    ([typeId, { length }]) => length > left - length - (typeId === after ? 1 : 0),
  );
  if (most) return [[most[1]]];
  const lately = new Set(dealt.slice(-widestRow).map(({ typeId }) => typeId));
  const fresh = others.filter(([typeId]) => !lately.has(typeId));
  return [fresh, others, all]
    .map((some) => some.map(([, queue]) => queue))
    .filter((some) => some.length > 0);
}

/** The best card that is not of a country seen too often, among the first types that have one. */
function bestOf<T>(
  choices: readonly Queue<T>[][],
  isFull: (one: Ranked<T>) => boolean,
): [queue: Queue<T>, at: number] {
  // Only the last choice may put equals side by side, and only where there is no other.
  const open = choices.length > 1 ? choices.slice(0, -1) : choices;
  for (const queues of open) {
    let best: [Queue<T>, number] | undefined;
    for (const queue of queues) {
      const { cards } = queue;
      const end = Math.min(cards.length, lookAhead);
      let at = 0;
      while (at < end && isFull(cards[at]!)) at++;
      if (at < end && (!best || cards[at]!.rank < best[0].cards[best[1]]!.rank)) best = [queue, at];
    }
    if (best) return best;
  }
  return [open[0]!.reduce((a, b) => (b.cards[0]!.rank < a.cards[0]!.rank ? b : a)), 0];
}

function countriesOf(cards: readonly Mixable[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { countries } of cards) {
    for (const country of countries) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return counts;
}
