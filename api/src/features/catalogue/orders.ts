import type { ProjectQuery } from "@tonneline/contract/catalogue";
import type { TypedFastBitSet } from "typedfastbitset";
import { columnsOf, countBy, setValue, type IntColumn } from "./columns.ts";
import { priceIn, type Found } from "./filters.ts";
import { fold, idKey } from "./fold.rules.ts";
import type { CatalogueIndex } from "./index.ts";
import type { Listing } from "./listing.ts";
import { mix, type Stack } from "./mix.rules.ts";

type Compare = (a: Listing, b: Listing) => number;

/** Listings without the number come last in both directions. */
function byNumber(of: (listing: Listing) => number | null, direction: "asc" | "desc"): Compare {
  const sign = direction === "asc" ? 1 : -1;
  return (a, b) => {
    const [one, other] = [of(a), of(b)];
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return (one - other) * sign;
  };
}

/** Ranks what can be bought now first, then what can be enquired about, is still to come, or is gone. */
function nearnessOf({ state, price, financingPrice }: Listing): number {
  return state > 0 ? state + 1 : price === null && financingPrice === null ? 1 : 0;
}

// Stock by order of magnitude: a single tonne sold must not move the cards.
const magnitude = (listing: Listing) => String(listing.available).length;
const usefulFirst: readonly Compare[] = [
  byNumber(nearnessOf, "asc"),
  byNumber(({ evidence }) => evidence, "desc"),
  byNumber(({ newest }) => newest, "desc"),
  byNumber(magnitude, "desc"),
];
const byId: Compare = (a, b) => a.id - b.id;

function chain(compares: readonly Compare[]): Compare {
  return (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Returns the slots of one page of the results in the requested order, with the id as the final tie-breaker. */
export function pageOfSlots(index: CatalogueIndex, query: ProjectQuery, found: Found): number[] {
  const set = found.without();
  const { page, size, q, category } = query;
  const defaultField = q ? ("relevance" as const) : ("recommended" as const);
  const sort = query.sort.length === 0 ? [{ field: defaultField }] : query.sort;
  const start = page * size;
  const end = Math.min(start + size, set.size());
  if (start >= end) return [];
  const { field: first } = sort[0]!;
  if (q && first === "relevance") return byScore(index, q, found, end).slice(start);
  if (first === "relevance" || first === "recommended") {
    return recommended(index, set, end).slice(start);
  }
  const compares = query.sort.map(({ field, direction }) =>
    field === "relevance" || field === "recommended"
      ? chain(usefulFirst)
      : compareBy[field](direction, category),
  );
  // Only orders by one column are kept: there are too many of several.
  const key = sort.length === 1 ? `${first} ${query.sort[0]!.direction} ${category}` : undefined;
  return slice(orderOf(index, key, [...compares, byId]), set, start, end);
}

const usefulOf = (index: CatalogueIndex) => orderOf(index, "useful", [...usefulFirst, byId]);

const compareBy = {
  name: (direction: "asc" | "desc"): Compare => {
    const sign = direction === "asc" ? 1 : -1;
    return (a, b) => (a.nameKey < b.nameKey ? -sign : a.nameKey > b.nameKey ? sign : 0);
  },
  price: (direction: "asc" | "desc", category: ProjectQuery["category"]) =>
    byNumber((listing) => priceIn(category, listing), direction),
  availableCredits: (direction: "asc" | "desc") =>
    byNumber(({ available }) => available, direction),
  newest: (direction: "asc" | "desc") => byNumber(({ newest }) => newest, direction),
};

/**
 * Returns the first `count`: matches of the registry number or the full name come first, then by
 * score; ties are ordered as without a search.
 */
function byScore(index: CatalogueIndex, q: string, found: Found, count: number): number[] {
  const ranks = ranksOf(usefulOf(index), index.listings.length);
  const [key, name] = [idKey(q), fold(q)];
  const hits = found.interpretation!.found;
  const { listings } = index;
  const { externalLength, nameLength } = columnsOf(index);
  const isNumbered = (slot: number) =>
    externalLength[slot] === key.length && listings[slot]!.externalKey === key;
  const isNamed = (slot: number) =>
    nameLength[slot] === name.length && listings[slot]!.nameKey === name;
  const scores = new Float32Array(listings.length);
  const isBefore = (a: number, b: number) =>
    scores[a]! > scores[b]! || (scores[a] === scores[b] && ranks[a]! < ranks[b]!);
  // Thousands of results for a single page: instead of sorting all, each is compared with the last of the best so far.
  const best: number[] = [];
  found.without().forEach((slot) => {
    const bonus = isNumbered(slot) ? 3000 : isNamed(slot) ? 2000 : 0;
    scores[slot] = (hits?.scores[slot] ?? 0) + bonus;
    if (best.length === count && !isBefore(slot, best.at(-1)!)) return;
    if (best.length === count) best.pop();
    best.splice(
      startOf(best, (other) => isBefore(slot, other)),
      0,
      slot,
    );
  });
  return best;
}

/** Binary search: returns the first index that passes, provided that all after it pass too. */
function startOf(row: readonly number[], passes: (one: number) => boolean): number {
  let [from, to] = [0, row.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (passes(row[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}

const ranksBy = new WeakMap<readonly number[], Uint32Array>();

/** The rank of each slot in an order. */
function ranksOf(order: readonly number[], slots: number): Uint32Array {
  let ranks = ranksBy.get(order);
  if (!ranks) {
    ranks = new Uint32Array(slots);
    for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank;
    ranksBy.set(order, ranks);
  }
  return ranks;
}

/** An order split into tiers by nearness to purchase, with what the mix needs for each rank. */
interface Tiers {
  version: number;
  countries: readonly (readonly string[])[];
  /** By slot: the tier times `typesPerTier`, plus the type. */
  kinds: IntColumn;
  typesPerTier: number;
  /** The ranks of each kind, best first; kinds are ordered by their best rank. */
  ranks: ReadonlyMap<number, Uint32Array>;
}
const tiersBy = new WeakMap<readonly number[], Tiers>();

function tiersOf(index: CatalogueIndex, useful: readonly number[]): Tiers {
  const known = tiersBy.get(useful);
  const tiers = known && areCurrent(index, known) ? known : createTiers(index, useful);
  tiers.version = index.version();
  tiersBy.set(useful, tiers);
  return tiers;
}

const kindOf = (listing: Listing, typesPerTier: number) =>
  nearnessOf(listing) * typesPerTier + listing.typeId;

/**
 * Whether all changed slots kept their tier. Type and countries cannot differ: a project whose words
 * change moves to another slot.
 */
function areCurrent(
  { listings, changedSince }: CatalogueIndex,
  { version, kinds, typesPerTier }: Tiers,
): boolean {
  const changed = changedSince(version);
  if (!changed) return false;
  return [...changed].every((slot) => kinds.of[slot] === kindOf(listings[slot]!, typesPerTier));
}

function createTiers({ listings, version }: CatalogueIndex, useful: readonly number[]): Tiers {
  const countries = useful.map((slot) => listings[slot]!.countries);
  const kinds: IntColumn = { of: new Uint32Array(listings.length), max: 0 };
  const typesPerTier = useful.reduce((max, at) => Math.max(max, listings[at]!.typeId), 0) + 1;
  const ranks = new Map<number, number[]>();
  for (const [rank, slot] of useful.entries()) {
    const kind = kindOf(listings[slot]!, typesPerTier);
    setValue(kinds, slot, kind);
    const known = ranks.get(kind);
    if (known) known.push(rank);
    else ranks.set(kind, [rank]);
  }
  const packed = new Map(Array.from(ranks, ([kind, some]) => [kind, Uint32Array.from(some)]));
  return { version: version(), countries, kinds, typesPerTier, ranks: packed };
}

/** Returns the first ones, mixed within each tier. */
function recommended(index: CatalogueIndex, set: TypedFastBitSet, count: number): number[] {
  const useful = usefulOf(index);
  const { countries, kinds, typesPerTier, ranks } = tiersOf(index, useful);
  const counts = countBy(set, kinds);
  const tiers = new Map<number, Map<number, Stack>>();
  for (const [kind, ofKind] of ranks) {
    const length = counts[kind];
    if (!length) continue;
    const nth = Math.floor(kind / typesPerTier);
    const tier = tiers.get(nth) ?? new Map<number, Stack>();
    tiers.set(nth, tier.set(kind % typesPerTier, { length, ranks: ofKind }));
  }
  const deck = {
    hasRank: (rank: number) => set.has(useful[rank]!),
    countriesAt: (rank: number) => countries[rank]!,
  };
  return mix(deck, [...tiers.values()], count).map((rank) => useful[rank]!);
}

function slice(
  order: readonly number[],
  set: TypedFastBitSet,
  start: number,
  end: number,
): number[] {
  const slots: number[] = [];
  let nth = 0;
  for (const slot of order) {
    if (!set.has(slot)) continue;
    if (nth >= start) slots.push(slot);
    nth++;
    if (nth === end) break;
  }
  return slots;
}

interface Order {
  version: number;
  /** The number of slots at the time. */
  slots: number;
  order: number[];
}
const cache = new WeakMap<CatalogueIndex, Map<string, Order>>();

/**
 * Returns all slots in an order. With a key, it is cached and updated incrementally. As long as nothing moves,
 * which a tonne sold rarely causes, the same array is returned and everything derived from it remains valid.
 */
function orderOf(
  index: CatalogueIndex,
  key: string | undefined,
  compares: readonly Compare[],
): readonly number[] {
  const orders = cache.get(index) ?? new Map<string, Order>();
  cache.set(index, orders);
  const known = key === undefined ? undefined : orders.get(key);
  if (known?.version === index.version()) return known.order;
  const order = ordered(index, known, chain(compares));
  if (key !== undefined) {
    orders.set(key, { version: index.version(), slots: index.listings.length, order });
  }
  return order;
}

function ordered(index: CatalogueIndex, known: Order | undefined, compare: Compare): number[] {
  const { listings, live } = index;
  const isBefore = (a: number, b: number) => compare(listings[a]!, listings[b]!) < 0;
  const changed = known && index.changedSince(known.version);
  if (!changed) return live.array().sort((a, b) => compare(listings[a]!, listings[b]!));
  if (isStillInOrder(known, changed, listings, isBefore)) return known.order;
  const order = known.order.filter((slot) => !changed.has(slot));
  for (const slot of changed) {
    if (live.has(slot)) {
      order.splice(
        startOf(order, (other) => isBefore(slot, other)),
        0,
        slot,
      );
    }
  }
  return order;
}

/** Whether each changed slot is still in order with its neighbours: unchanged slots are anyway. */
function isStillInOrder(
  { order, slots }: Order,
  changed: ReadonlySet<number>,
  listings: CatalogueIndex["listings"],
  isBefore: (a: number, b: number) => boolean,
): boolean {
  if (slots < listings.length || [...changed].some((slot) => !listings[slot])) return false;
  const ranks = ranksOf(order, slots);
  return [...changed].every((slot) => {
    const [before, after] = [order[ranks[slot]! - 1], order[ranks[slot]! + 1]];
    return (
      (before === undefined || isBefore(before, slot)) &&
      (after === undefined || isBefore(slot, after))
    );
  });
}
