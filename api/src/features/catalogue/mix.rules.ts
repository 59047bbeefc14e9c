/** What of a card decides next to which others it stands. */
export interface Mixable {
  typeId: number;
  countries: readonly string[];
}

/** In so many cards in a row, the next one included, no more than `mostOfCountry` share a country. */
export const mixWindow = 24;
export const mostOfCountry = 5;
// How far down its type a card is looked for that comes from elsewhere.
const lookAhead = 50;

/**
 * The first `count` of the cards, which come best first, dealt so that no two neighbours share a type and no six in a row
 * of 24 a country, as far as there are others. Deals the same each time, so that pages follow each other. `before` are
 * the cards that these are put behind.
 */
export function mix<T extends Mixable>(
  cards: readonly T[],
  count: number,
  before: readonly T[] = [],
): T[] {
  const queues = new Map<number, { rank: number; card: T }[]>();
  for (const [rank, card] of cards.entries()) {
    const queue = queues.get(card.typeId);
    if (queue) queue.push({ rank, card });
    else queues.set(card.typeId, [{ rank, card }]);
  }
  const dealt = [...before];
  const start = dealt.length;
  for (let left = cards.length; left > 0 && dealt.length < start + count; left--) {
    const recent = countriesOf(dealt.slice(-(mixWindow - 1)));
    const isFull = ({ card }: { card: T }) =>
      card.countries.some((country) => (recent.get(country) ?? 0) >= mostOfCountry);
    const [queue, at] = next(queues, dealt.at(-1)?.typeId, left, isFull);
    dealt.push(queue.splice(at, 1)[0]!.card);
    if (queue.length === 0) queues.delete(dealt.at(-1)!.typeId);
  }
  return dealt.slice(start);
}

interface Ranked {
  rank: number;
}

function next<T extends Ranked>(
  queues: ReadonlyMap<number, T[]>,
  lastType: number | undefined,
  left: number,
  isFull: (one: T) => boolean,
): [queue: T[], at: number] {
  const others = [...queues].filter(([typeId]) => typeId !== lastType).map(([, queue]) => queue);
  // More than half of what is left would end up side by side if it waited.
  const most = others.find((queue) => queue.length > left - queue.length);
  const open = most ? [most] : others.length > 0 ? others : [...queues.values()];
  let best: [T[], number] | undefined;
  for (const queue of open) {
    const end = Math.min(queue.length, lookAhead);
    let at = 0;
    while (at < end && isFull(queue[at]!)) at++;
    if (at < end && (!best || queue[at]!.rank < best[0][best[1]]!.rank)) best = [queue, at];
  }
  if (best) return best;
  return [open.reduce((a, b) => (b[0]!.rank < a[0]!.rank ? b : a)), 0];
}

function countriesOf(cards: readonly Mixable[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { countries } of cards) {
    for (const country of countries) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return counts;
}
