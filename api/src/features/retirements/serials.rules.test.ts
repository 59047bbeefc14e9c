import { describe, expect, test } from "vitest";
import { numberedBlocks, sharedAmong } from "./serials.rules.ts";

/** For a single block. */
function serialRange(registryCode: string | null, from: string, to: string, quantity: number) {
  const block = { serialNumberFrom: from, serialNumberTo: to };
  const found = numberedBlocks(registryCode, [block], quantity);
  if ("field" in found) {
    const { index, ...problem } = found;
    expect(index).toBe(0);
    return problem;
  }
  const { serialNumberFrom, serialNumberTo, ...range } = found[0]!;
  expect({ serialNumberFrom, serialNumberTo }).toEqual(block);
  return range;
}

describe("A serial range is read as its registry writes it", () => {
  test.each([
    [
      "VCS",
      "19381-941412555-941441125-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0",
      941412555,
      941441125,
    ],
    // Issued before 2020 by the registries of APX and Markit
    ["VCS", "240-7863589-7889021-VCU-003-APX-IN-1-101-01042006-18032007-0", 7863589, 7889021],
    [
      "VCS",
      "8040-449402275-449402275-VCU-042-MER-PE-14-1360-01072013-30062014-1",
      449402275,
      449402275,
    ],
    ["GOLD", "GS1-1-KE-GS11603-16-2025-30256-110-5463", 110, 5463],
    ["ACR", "ACR-FR-1129-2025-2917-30932 to 35143", 30932, 35143],
    ["CAR", "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000", 1, 5000],
    ["ART", "ART-GY-102-2021-11-2759599 to 2760598", 2759599, 2760598],
    ["CAR", "CAR-ROC-US-1335-31-983-KS-2025-9205-7 to 12", 7, 12],
    ["ART", "FCPF-CR-101-2019-4-1 to 250", 1, 250],
  ])("%s %s", (registry, serial, first, last) => {
    expect(serialRange(registry, serial, serial, last - first + 1)).toMatchObject({ first, last });
    expect(serialRange(registry, serial, serial, last - first)).toHaveProperty(
      "field",
      "serialNumberTo",
    );
    expect(serialRange(registry, "nonsense", serial, 1)).toHaveProperty(
      "field",
      "serialNumberFrom",
    );
  });

  test("from two numbers of one block", () => {
    expect(serialRange("ACR", "ACR-US-1-2020-7-11", "ACR-US-1-2020-7-20", 10)).toMatchObject({
      first: 11,
      last: 20,
    });
    expect(serialRange("ACR", "ACR-US-1-2020-7-11", "ACR-US-1-2020-8-20", 10)).toHaveProperty(
      "field",
      "serialNumberTo",
    );
  });

  test.each([
    [
      "VCS",
      "4-10-10-VCS-VCU-1-VER-KE-14-9-01012020-31122020-0",
      "4-19-19-VCS-VCU-1-VER-KE-14-9-01012020-31122020-0",
    ],
    ["GOLD", "GS1-1-KE-GS11603-16-2025-30256-10-10", "GS1-1-KE-GS11603-16-2025-30256-19-19"],
    // Certified emission reductions of the CDM
    ["GOLD", "RW-5-10-2-2-0-7014", "RW-5-19-2-2-0-7014"],
    ["ACR", "ACR-FR-1129-2025-2917-10", "ACR-FR-1129-2025-2917-19"],
    ["CAR", "CAR-1-US-1335-31-983-KS-2025-9205-10", "CAR-1-US-1335-31-983-KS-2025-9205-19"],
    ["ART", "ART-GY-102-2021-11-10", "ART-GY-102-2021-11-19"],
  ])("%s from %s to %s", (registry, from, to) => {
    expect(serialRange(registry, from, to, 10)).toMatchObject({ first: 10, last: 19 });
    expect(serialRange(registry, to, from, 10)).toHaveProperty("field", "serialNumberTo");
  });

  test.each([
    ["VCS", "GS1-1-KE-GS11603-16-2025-30256-110-5463"],
    ["VCS", "19381-1-10-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-2"],
    ["GOLD", "ACR-FR-1129-2025-2917-30932 to 35143"],
    ["ACR", "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000"],
    ["CAR", "CAR-2-US-1335-31-983-KS-2025-9205-1 to 5000"],
    ["ART", "ACR-FR-1129-2025-2917-30932 to 35143"],
    ["ART", `ART-GY-102-2021-11-${"9".repeat(16)}`],
  ])("but not of %s when it is %s", (registry, serial) => {
    expect(serialRange(registry, serial, serial, 1)).toHaveProperty("field", "serialNumberFrom");
  });

  test("with every part besides the count, such as the project's, identifying the block", () => {
    const vcs = (first: number, last: number, project: number) =>
      `4-${first}-${last}-VCS-VCU-1-VER-KE-14-${project}-01012020-31122020-0`;
    const one = serialRange("VCS", vcs(1, 10, 9), vcs(1, 10, 9), 10);
    const other = serialRange("VCS", vcs(1, 10, 8), vcs(1, 10, 8), 10);
    expect(one).toEqual({
      block: "4 VCS-VCU-1-VER-KE-14-9-01012020-31122020",
      first: 1,
      last: 10,
    });
    expect(other).toMatchObject({ block: "4 VCS-VCU-1-VER-KE-14-8-01012020-31122020" });
    expect(serialRange("VCS", vcs(1, 1, 9), vcs(10, 10, 8), 10)).toEqual({
      field: "serialNumberTo",
      message: "This is not in the same block as the first number",
    });
    expect(serialRange("ACR", "ACR-US-1-2020-7-11", "ACR-US-1-2020-7-20", 10)).toEqual({
      block: "ACR-US-1-2020-7",
      first: 11,
      last: 20,
    });
  });

  test("with or without Verra's mark for further certification", () => {
    const vcs = (last: number, flag: number) => {
      const serial = `4-1-${last}-VCS-VCU-1-VER-KE-14-9-01012020-31122020-${flag}`;
      return { serialNumberFrom: serial, serialNumberTo: serial };
    };
    expect(numberedBlocks("VCS", [vcs(10, 0), vcs(2, 1)], 12)).toEqual({
      index: 1,
      field: "serialNumberFrom",
      message: "Some of these are already in block 1",
    });
  });

  test("and says what is wrong with it", () => {
    const acr = "ACR-US-1-2020-7-11";
    expect(serialRange("ACR", "nonsense", acr, 1)).toEqual({
      field: "serialNumberFrom",
      message: "Not a serial number of this registry, such as ACR-FR-1129-2025-2917-30932 to 35143",
    });
    expect(serialRange("ACR", acr, "nonsense", 1)).toMatchObject({ field: "serialNumberTo" });
    expect(serialRange("ACR", acr, "ACR-US-1-2020-7-20", 9)).toEqual({
      field: "serialNumberTo",
      message: "This range has 10 numbers, the retirement has 9 tonnes",
    });
    expect(serialRange("ACR", acr, acr, 2)).toMatchObject({
      message: "This range has 1 number, the retirement has 2 tonnes",
    });
    expect(serialRange("ACR", acr, "ACR-US-1-2020-7-20", 1)).toMatchObject({
      message: "This range has 10 numbers, the retirement has 1 tonne",
    });
  });

  test("by their texts alone for a registry without a known format", () => {
    const range = serialRange(null, "A1", "A9", 3);
    expect(range).toEqual({ block: "a1 to a9", first: 0, last: 0 });
    expect(serialRange(null, " a1", "A9 ", 3)).toEqual(range);
    expect(serialRange(null, "A1", "A8", 3)).not.toEqual(range);
    expect(serialRange("ISO", "A  1", "A1", 1)).toMatchObject({ block: "a 1 to a1" });
  });
});

describe("Several blocks of one retirement", () => {
  const acr = (block: number, first: number, last: number) => ({
    serialNumberFrom: `ACR-US-1-2020-${block}-${first}`,
    serialNumberTo: `ACR-US-1-2020-${block}-${last}`,
  });

  test("number its tonnes together", () => {
    const blocks = [acr(7, 1, 5), acr(7, 9, 10), acr(8, 1, 3)];
    expect(numberedBlocks("ACR", blocks, 10)).toMatchObject([
      { ...blocks[0], block: "ACR-US-1-2020-7", first: 1, last: 5 },
      { ...blocks[1], first: 9, last: 10 },
      { ...blocks[2], block: "ACR-US-1-2020-8", first: 1, last: 3 },
    ]);
    for (const quantity of [9, 11])
      expect(numberedBlocks("ACR", blocks, quantity)).toEqual({
        index: 2,
        field: "serialNumberTo",
        message: `These blocks have 10 numbers, the retirement has ${quantity} tonnes`,
      });
  });

  test.each([
    [acr(7, 1, 5), acr(7, 5, 9)],
    [acr(7, 5, 9), acr(7, 1, 5)],
    [acr(7, 1, 9), acr(7, 4, 4)],
  ])("never contain a number twice: %o %o", (one, other) => {
    expect(numberedBlocks("ACR", [one, other], 10)).toEqual({
      index: 1,
      field: "serialNumberFrom",
      message: "Some of these are already in block 1",
    });
  });

  test("may have the same numbers in different blocks", () => {
    expect(numberedBlocks("ACR", [acr(7, 1, 5), acr(8, 1, 5)], 10)).toHaveLength(2);
    expect(numberedBlocks("ACR", [acr(7, 6, 9), acr(7, 1, 5)], 9)).toHaveLength(2);
  });

  test("must each have the registry's format and an ascending range", () => {
    const odd = { serialNumberFrom: "nonsense", serialNumberTo: "nonsense" };
    expect(numberedBlocks("ACR", [acr(7, 1, 5), odd], 6)).toMatchObject({
      index: 1,
      field: "serialNumberFrom",
    });
    expect(numberedBlocks("ACR", [acr(7, 5, 4)], 0)).toEqual({
      index: 0,
      field: "serialNumberTo",
      message: "This is before the first number",
    });
  });

  test("are taken as they are of a registry without a known format", () => {
    const blocks = ["A1", "A2"].map((each) => ({ serialNumberFrom: each, serialNumberTo: each }));
    expect(numberedBlocks(null, blocks, 70)).toHaveLength(2);
    expect(numberedBlocks("ISO", blocks, 70)).toHaveLength(2);
    expect(numberedBlocks(null, [blocks[0]!, blocks[0]!], 2)).toMatchObject({ index: 1 });
  });
});

describe("Rows that share a number with one above", () => {
  const row = (id: number, ...ranges: [first: number, last: number][]) => ({
    id,
    registryId: 1,
    blocks: ranges.map(([first, last]) => ({ block: "ACR-US-1-2020-7", first, last })),
  });
  const named = (id: number, block: string, [first, last]: [number, number]) => ({
    id,
    registryId: 1,
    blocks: [{ block, first, last }],
  });
  test.each([
    ["none beside each other", [row(1, [1, 5]), row(2, [6, 9])], []],
    ["the last number", [row(1, [1, 5]), row(2, [5, 9])], [{ id: 2, index: 0, otherId: 1 }]],
    [
      "of their own block alone, however far the last one of another reached",
      [named(1, "A", [1, 100]), named(2, "B", [5, 10]), named(3, "B", [7, 9])],
      [{ id: 3, index: 0, otherId: 2 }],
    ],
    [
      "of the one that reaches furthest until then",
      [row(1, [1, 5]), row(2, [3, 9]), row(3, [7, 8])],
      [
        { id: 2, index: 0, otherId: 1 },
        { id: 3, index: 0, otherId: 2 },
      ],
    ],
    ["whatever their order", [row(1, [5, 9]), row(2, [1, 5])], [{ id: 2, index: 0, otherId: 1 }]],
    [
      "one that reaches over several",
      [row(1, [1, 99]), row(2, [2, 3]), row(3, [4, 5], [98, 98])],
      [
        { id: 2, index: 0, otherId: 1 },
        { id: 3, index: 1, otherId: 1 },
      ],
    ],
    [
      "the one that reaches furthest, after one that ends before",
      [row(1, [1, 50]), row(2, [60, 70], [10, 20]), row(3, [40, 45])],
      [
        { id: 2, index: 1, otherId: 1 },
        { id: 3, index: 0, otherId: 1 },
      ],
    ],
    [
      "those of one block among others, whatever their order",
      [
        named(1, "B", [30, 39]),
        named(2, "A", [30, 39]),
        named(3, "B", [1, 30]),
        named(4, "A", [1, 9]),
      ],
      [{ id: 3, index: 0, otherId: 1 }],
    ],
    ["none of another registry", [row(1, [1, 5]), { ...row(2, [1, 5]), registryId: 2 }], []],
    ["nor of themselves", [row(1, [1, 5], [5, 6])], []],
  ])("%s", (_what, rows, expected) => {
    expect(sharedAmong(rows)).toEqual(expected);
  });
  test("and none of another block", () => {
    const other = {
      id: 2,
      registryId: 1,
      blocks: [{ block: "ACR-US-1-2020-8", first: 1, last: 5 }],
    };
    expect(sharedAmong([row(1, [1, 5]), other])).toEqual([]);
  });
});
