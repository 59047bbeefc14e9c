import { describe, expect, test } from "vitest";
import { availabilityStatuses } from "@tonneline/contract/catalogue";
import { codesOf, goalBits, stateOf, states, traitBits, traitSets } from "./bits.rules.ts";

const sets = Object.keys(traitSets) as (keyof typeof traitSets)[];

describe("The traits of a listing", () => {
  test("have a bit of their own for every code of every set", () => {
    const bits = sets.flatMap((set) => {
      const { codes } = traitSets[set];
      return codes.map((code) => traitBits(set, [code] as never));
    });
    expect(new Set(bits).size).toBe(bits.length);
    for (const bit of bits) expect(Math.log2(bit) % 1).toBe(0);
  });

  test.each(sets)("say again which codes of %s were put in, and no others", (set) => {
    const { codes } = traitSets[set];
    const others = sets.filter((each) => each !== set);
    const full = others.reduce((bits, each) => bits | traitBits(each, traitSets[each].codes), 0);
    expect(codesOf(set, full)).toEqual([]);
    expect(codesOf(set, full | traitBits(set, codes as never))).toEqual(codes);
    expect(codesOf(set, traitBits(set, [codes.at(-1)!] as never))).toEqual([codes.at(-1)]);
    expect(traitBits(set, [])).toBe(0);
  });

  test("stand where the database writes them", () => {
    expect(sets.map((set) => traitBits(set, [traitSets[set].codes[0]] as never))).toEqual([
      1, 8, 32, 512, 2048,
    ]);
  });
});

test.each([
  [[], 0],
  [[1], 1],
  [[17], 65_536],
  [[13, 1, 13], 4_097],
])("The goals %j are the bits %d", (goals, bits) => {
  expect(goalBits(goals)).toBe(bits);
});

test("Every status has its place, what can be bought first", () => {
  expect(stateOf("AVAILABLE")).toBe(0);
  expect(stateOf("SOLD_OUT")).toBe(availabilityStatuses.length - 1);
  expect([...states].sort()).toEqual([...availabilityStatuses].sort());
});
