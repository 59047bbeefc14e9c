/** In so many cards in a row, the next one included, no more than `mostOfCountry` share a country. */
export const mixWindow = 12;
export const mostOfCountry = 2;
/** In rows of two, three and four, what stands above a card came so many before it. */
export const widestRow = 4;
// How far down its type a card is looked for that comes from elsewhere.
const lookAhead = 50;

/** What is left of a type: how many there are, and how far down the whole order each of the best of them stands. */
interface Queue {
  typeId: number;
  length: number;
  /** From the best on, as many as may be looked at. */
  ranks: number[];
}
/** Cards that are dealt before the next tier begins, by their type. */
export type Tier = ReadonlyMap<number, Queue>;

type CountriesAt = (rank: number) => readonly string[];

/**
 * The cards that stand at these ranks of an order, best first, as a tier of which up to `count` may be dealt. `typeAt`
 * answers undefined for those that are not there.
 */
export function tierOf(
  { from, to }: { from: number; to: number },
  count: number,
  typeAt: (rank: number) => number | undefined,
): Tier {
  const tier = new Map<number, Queue>();
  // There may be a hundred thousand of them: by its number a type is counted faster than in a map.
  const lengths: number[] = [];
  // Each that is dealt was among the first of those left.
  const most = count + lookAhead;
  for (let rank = from; rank < to; rank++) {
    const typeId = typeAt(rank);
    if (typeId === undefined) continue;
    const before = lengths[typeId] ?? 0;
    lengths[typeId] = before + 1;
    if (before === 0) tier.set(typeId, { typeId, length: 0, ranks: [rank] });
    else if (before < most) tier.get(typeId)!.ranks.push(rank);
  }
  for (const queue of tier.values()) queue.length = lengths[queue.typeId]!;
  return tier;
}

interface Dealt {
  rank: number;
  typeId: number;
}

/**
 * The ranks of the first `count` cards of tiers, each of which is dealt before the next begins. No two neighbours share a
 * type as far as the tiers allow, nor do the last four cards and no three in a row of twelve a country as far as there are
 * others. Deals the same each time, so that pages follow each other.
 */
export function mix(tiers: readonly Tier[], count: number, countriesAt: CountriesAt): number[] {
  const dealt: Dealt[] = [];
  for (const [nth, tier] of tiers.entries()) {
    if (dealt.length >= count) break;
    deal(tier, count, { dealt, after: startOf(tiers.slice(nth + 1), countriesAt), countriesAt });
  }
  return dealt.map(({ rank }) => rank);
}

/** The type that the first of these tiers begins with when it is free to; undefined of none. */
function startOf(tiers: readonly Tier[], countriesAt: CountriesAt): number | undefined {
  const [first, ...others] = tiers;
  if (!first) return undefined;
  const after = startOf(others, countriesAt);
  return deal(first, 1, { dealt: [], after, countriesAt })[0]?.typeId;
}

/** Puts cards behind those dealt, up to `count` in all; the last one is not of the type `after` where it need not be. */
function deal(
  tier: Tier,
  count: number,
  { dealt, after, countriesAt }: { dealt: Dealt[]; after?: number; countriesAt: CountriesAt },
): Dealt[] {
  const queues = new Map(
    Array.from(tier, ([typeId, queue]) => [typeId, { ...queue, ranks: [...queue.ranks] }]),
  );
  const cards = [...queues.values()].reduce((sum, { length }) => sum + length, 0);
  for (let left = cards; left > 0 && dealt.length < count; left--) {
    const recent = countriesOf(dealt.slice(-(mixWindow - 1)), countriesAt);
    const isFull = (rank: number) =>
      countriesAt(rank).some((country) => (recent.get(country) ?? 0) >= mostOfCountry);
    const [queue, at] = bestOf(openQueues(queues, dealt, left, after), isFull);
    const [rank] = queue.ranks.splice(at, 1) as [number];
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
  after: number | undefined,
): Queue[][] {
  const all = [...queues.values()];
  const lastType = dealt.at(-1)?.typeId;
  const others = all.filter(({ typeId }) => typeId !== lastType);
  // More than half of what is left would end up side by side if it waited; half of it, with its like behind it.
  const most = others.find(
    ({ typeId, length }) => length > left - length - (typeId === after ? 1 : 0),
  );
  if (most) return [[most]];
  const lately = new Set(dealt.slice(-widestRow).map(({ typeId }) => typeId));
  const fresh = others.filter(({ typeId }) => !lately.has(typeId));
  return [fresh, others, all].filter((some) => some.length > 0);
}

/** The best card that is not of a country seen too often, among the first types that have one. */
function bestOf(
  choices: readonly Queue[][],
  isFull: (rank: number) => boolean,
): [queue: Queue, at: number] {
  // Only the last choice may put equals side by side, and only where there is no other.
  const open = choices.length > 1 ? choices.slice(0, -1) : choices;
  for (const queues of open) {
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
    if (best) return best;
  }
  return [open[0]!.reduce((a, b) => (b.ranks[0]! < a.ranks[0]! ? b : a)), 0];
}

function countriesOf(dealt: readonly Dealt[], countriesAt: CountriesAt): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rank } of dealt) {
    for (const country of countriesAt(rank)) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return counts;
}
