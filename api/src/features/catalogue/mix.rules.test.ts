import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mix as mixRanks, mixWindow, maxPerCountry, widestRow } from "./mix.rules.ts";

interface Mixable {
  typeId: number;
  countries: readonly string[];
}
interface Card extends Mixable {
  name: string;
}

/** Deals consecutive tiers of a single order without the cards that are `away`. */
function mix<T extends Mixable>(
  tiers: readonly (readonly T[])[],
  count: number,
  isAway: (card: T) => boolean = () => false,
): T[] {
  const order = tiers.flat();
  let rank = 0;
  const cut = tiers.map((tier) => {
    const stacks = new Map<number, { length: number; ranks: number[] }>();
    for (const card of tier) {
      const { typeId } = card;
      const { length, ranks } = stacks.get(typeId) ?? { length: 0, ranks: [] };
      ranks.push(rank++);
      stacks.set(typeId, { length: length + Number(!isAway(card)), ranks });
    }
    return new Map([...stacks].filter(([, { length }]) => length > 0));
  });
  const deck = {
    hasRank: (at: number) => !isAway(order[at]!),
    countriesAt: (at: number) => order[at]!.countries,
  };
  return mixRanks(deck, cut, count).map((at) => order[at]!);
}

/** "a1" is the first card of type a; countries follow after blanks. */
function cards(...texts: string[]): Card[] {
  return texts.map((text) => {
    const [name, ...countries] = text.split(" ");
    return { name: name!, typeId: name!.codePointAt(0)!, countries };
  });
}
const names = (dealt: readonly Card[]) => dealt.map(({ name }) => name).join(" ");

describe("Cards are dealt", () => {
  test.each([
    [["a1", "b1", "c1"], "a1 b1 c1"],
    [["a1", "a2", "b1"], "a1 b1 a2"],
    [["a1", "a2", "a3", "b1", "c1"], "a1 b1 a2 c1 a3"],
    // A type with more than half of the cards must not wait.
    [["b1", "c1", "a1", "a2", "a3"], "a1 b1 a2 c1 a3"],
    [["a1", "a2", "a3"], "a1 a2 a3"],
    [["a1", "b1", "a2", "a3", "a4"], "a1 b1 a2 a3 a4"],
    // Four others come between two of a type if there are enough.
    [["a1", "a2", "b1", "c1", "d1", "e1", "b2"], "a1 b1 c1 d1 e1 a2 b2"],
    [["a1", "a2", "c1", "b1"], "a1 c1 b1 a2"],
    [[], ""],
  ])("%j as %j", (given, dealt) => {
    expect(names(mix([cards(...given)], 99))).toBe(dealt);
  });

  test.each([
    [["a0"], ["a1", "b1"], "a0 b1 a1"],
    // The first tier does not end with the only type of the second.
    [["b1", "a1"], ["a2"], "a1 b1 a2"],
    [["b1", "a1", "a2", "b2"], ["a3", "a4", "c1"], "a1 b1 a2 b2 a3 c1 a4"],
    [["a1"], ["a2"], "a1 a2"],
    [["b1", "c1"], ["a1"], "b1 c1 a1"],
  ])("%j before %j as %s", (first, second, dealt) => {
    expect(names(mix([cards(...first), cards(...second)], 99))).toBe(dealt);
  });

  test("regardless of tiers without cards", () => {
    expect(names(mix([cards("b1", "a1"), [], cards("a2")], 99))).toBe("a1 b1 a2");
  });

  test("so that the third of a country waits for one from elsewhere", () => {
    expect(names(mix([cards("a1 IN", "b1 IN", "c1 IN", "d1 KE")], 4))).toBe("a1 b1 d1 c1");
    expect(names(mix([cards("a1 IN", "b1 IN", "c1 IN", "d1 IN")], 4))).toBe("a1 b1 c1 d1");
  });

  test.each([
    [51, 2],
    [52, 3],
    [60, 11],
  ])("with one from elsewhere after %i of its type as number %i", (before, at) => {
    const india = Array.from({ length: before }, (_, n) => `a${n} IN`);
    const given = cards(...india, "a99 KE", ...india);
    for (const count of [at, at + 1, given.length]) {
      expect(mix([given], count).findIndex(({ name }) => name === "a99")).toBe(
        at < count ? at : -1,
      );
    }
  });

  test("counting one of several countries for each of them", () => {
    const given = ["a1 IN", "b1 IN NP", "c1 NP IN", "c2 NP", "d1 IN"];
    expect(names(mix([cards(...given)], 3))).toBe("a1 b1 c2");
  });

  test("with a country again once enough others lie in between", () => {
    const india = cards(...Array.from({ length: 3 }, (_, n) => `a${n} IN`));
    const others = cards(...Array.from({ length: 30 }, (_, n) => `${"bcdefg"[n % 6]}${n} ${n}`));
    const dealt = mix([[...india, ...others]], 60);
    const at = dealt.flatMap(({ countries }, n) => (countries[0] === "IN" ? n : []));
    expect(at).toEqual([0, widestRow + 1, mixWindow]);
    expect(maxPerCountry).toBe(2);
  });
});

const someCards = fc.array(
  fc.record({
    typeId: fc.integer({ min: 1, max: 5 }),
    countries: fc.subarray(["IN", "KE", "BR"], { maxLength: 2 }),
  }),
  { maxLength: 60 },
);
const neighbours = (dealt: readonly { typeId: number }[]) =>
  dealt.filter(({ typeId }, at) => dealt[at + 1]?.typeId === typeId).length;

test("All are dealt once, pages continue each other, and neighbours differ where possible", () => {
  fc.assert(
    fc.property(someCards, fc.integer({ min: 1, max: 60 }), (given, count) => {
      const numbered = given.map((card, n) => ({ ...card, n }));
      const dealt = mix([numbered], numbered.length);
      expect(dealt.map(({ n }) => n).sort((a, b) => a - b)).toEqual(numbered.map(({ n }) => n));
      expect(mix([numbered], count)).toEqual(dealt.slice(0, count));
      const counts = new Map<number, number>();
      for (const { typeId } of given) counts.set(typeId, (counts.get(typeId) ?? 0) + 1);
      const most = Math.max(0, ...counts.values());
      expect(neighbours(dealt)).toBe(Math.max(0, most - (given.length - most) - 1));
    }),
  );
});

test("Cards that were not found do not affect how the others are dealt", () => {
  const someAway = fc.array(
    fc.record({
      typeId: fc.integer({ min: 1, max: 5 }),
      countries: fc.subarray(["IN", "KE", "BR"], { maxLength: 2 }),
      isAway: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(fc.array(someAway, { maxLength: 3 }), fc.nat(60), (tiers, count) => {
      const found = tiers.map((tier) => tier.filter(({ isAway }) => !isAway));
      expect(mix(tiers, count, ({ isAway }) => isAway)).toEqual(mix(found, count));
    }),
  );
});

const someTiers = fc.array(
  fc.array(fc.record({ typeId: fc.integer({ min: 1, max: 3 }), countries: fc.constant([]) }), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 3 },
);

/** The minimum number of equal neighbours over all orders of the tiers, by the last type. */
function fewest(tiers: readonly (readonly Mixable[])[]): number {
  let endings = new Map<number, number>([[0, 0]]);
  for (const tier of tiers) {
    const next = new Map<number, number>();
    const put = (rest: readonly number[], last: number, sum: number) => {
      if (rest.length === 0) next.set(last, Math.min(sum, next.get(last) ?? Infinity));
      for (const type of new Set(rest)) {
        const at = rest.indexOf(type);
        put(rest.toSpliced(at, 1), type, sum + (type === last ? 1 : 0));
      }
    };
    const types = tier.map(({ typeId }) => typeId);
    for (const [last, sum] of endings) put(types, last, sum);
    endings = next;
  }
  return Math.min(...endings.values());
}

test("Where tiers meet, neighbours differ if any order allows it, and pages continue each other", () => {
  fc.assert(
    fc.property(someTiers, fc.integer({ min: 1, max: 12 }), (tiers, count) => {
      const dealt = mix(tiers, 99);
      expect(neighbours(dealt)).toBe(fewest(tiers));
      expect(mix(tiers, count)).toEqual(dealt.slice(0, count));
    }),
    { numRuns: 500 },
  );
});
