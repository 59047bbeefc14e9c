import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mix, mixWindow, mostOfCountry, type Mixable } from "./mix.rules.ts";

interface Card extends Mixable {
  name: string;
}
/** "a1" is the first card of type a; a country follows after a blank. */
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
    // The best that may stand there, not just any.
    [["a1", "a2", "c1", "b1"], "a1 c1 a2 b1"],
    // More than half: those that are many must not wait.
    [["b1", "c1", "a1", "a2", "a3"], "a1 b1 a2 c1 a3"],
    [["a1", "a2", "a3"], "a1 a2 a3"],
    [["a1", "b1", "a2", "a3", "a4"], "a1 b1 a2 a3 a4"],
    [[], ""],
  ])("%j as %j", (given, dealt) => {
    expect(names(mix(cards(...given), 99))).toBe(dealt);
  });

  test("behind those that were dealt before", () => {
    expect(names(mix(cards("a1", "b1"), 9, cards("a0")))).toBe("b1 a1");
  });

  test("so that the sixth of a country waits for one from elsewhere", () => {
    const six = ["a1 IN", "b1 IN", "a2 IN", "b2 IN", "a3 IN", "b3 IN", "a4 IN"];
    expect(names(mix(cards(...six, "b4 KE"), 7))).toBe("a1 b1 a2 b2 a3 b4 a4");
    expect(names(mix(cards(...six), 7))).toBe("a1 b1 a2 b2 a3 b3 a4");
  });

  test("of several countries by each of them", () => {
    const given = ["a1 IN", "b1 IN NP", "a2 IN", "b2 IN", "a3 IN", "b3 NP IN", "c1 NP"];
    expect(names(mix(cards(...given), 6))).toBe("a1 b1 a2 b2 a3 c1");
  });

  test("with a country again when so many others lie between", () => {
    const india = cards(...Array.from({ length: 6 }, (_, n) => `a${n} IN`));
    const others = cards(...Array.from({ length: 30 }, (_, n) => `${"bcdef"[n % 5]}${n} ${n}`));
    const dealt = mix([...india, ...others], 60);
    const at = dealt.flatMap(({ countries }, n) => (countries[0] === "IN" ? n : []));
    expect(at.slice(0, 5)).toEqual([0, 2, 4, 6, 8]);
    expect(at[5]! - at[0]!).toBe(mixWindow);
    expect(mostOfCountry).toBe(5);
  });
});

const someCards = fc.array(
  fc.record({
    typeId: fc.integer({ min: 1, max: 5 }),
    countries: fc.subarray(["IN", "KE", "BR"], { maxLength: 2 }),
  }),
  { maxLength: 60 },
);

test("All are dealt once, pages follow each other, and neighbours differ wherever they can", () => {
  fc.assert(
    fc.property(someCards, fc.integer({ min: 1, max: 60 }), (given, count) => {
      const numbered = given.map((card, n) => ({ ...card, n }));
      const dealt = mix(numbered, numbered.length);
      expect(dealt.map(({ n }) => n).sort((a, b) => a - b)).toEqual(numbered.map(({ n }) => n));
      expect(mix(numbered, count)).toEqual(dealt.slice(0, count));
      const counts = new Map<number, number>();
      for (const { typeId } of given) counts.set(typeId, (counts.get(typeId) ?? 0) + 1);
      const most = Math.max(0, ...counts.values());
      const neighbours = dealt.filter(({ typeId }, at) => dealt[at + 1]?.typeId === typeId);
      expect(neighbours).toHaveLength(Math.max(0, most - (given.length - most) - 1));
    }),
  );
});
