import type { SerialBlock } from "@tonneline/contract/retirements";

/** A serial range: the fixed part of its numbers, and the first and last of the counting part. */
export interface SerialRange {
  block: string;
  first: number;
  last: number;
}

interface Format {
  /** The registry's current format first, then older ones. */
  patterns: RegExp[];
  example: string;
}

// Formats as published by the registries; `first` and `last` are the counting part, the rest identifies the block. Fifteen
// digits are more than any registry has issued, and are still exact as a number.
const formats: Record<string, Format> = {
  VCS: {
    patterns: [
      // Credits issued before 2020 name the registry that held them then, APX or Markit. The last digit, whether they are
      // certified further, does not distinguish credits.
      /^(?<head>\d+)-(?<first>\d{1,15})-(?<last>\d{1,15})-(?<tail>(?:VCS-VCU-\d+-VER|VCU-\d+-[A-Z]{3})-[A-Z]{2}-\d{1,2}-\d+-\d{8}-\d{8})-[01]$/,
    ],
    example: "19381-941412555-941441125-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0",
  },
  GOLD: {
    patterns: [
      /^(?<head>GS1-1-[A-Z]{2}-GS\d+-\d+-\d{4}-\d+)-(?<first>\d{1,15})-(?<last>\d{1,15})$/,
      // CDM units that were transferred there keep their number.
      /^(?<head>[A-Z]{2}-\d+)-(?<first>\d{1,15})-(?<tail>\d+-\d+-\d+-\d+)$/,
    ],
    example: "GS1-1-KE-GS11603-16-2025-30256-110-5463",
  },
  ACR: {
    patterns: [
      /^(?<head>ACR-[A-Z]{2}-\d+-\d{4}-\d+)-(?<first>\d{1,15})(?: to (?<last>\d{1,15}))?$/,
    ],
    example: "ACR-FR-1129-2025-2917-30932 to 35143",
  },
  CAR: {
    patterns: [
      /^(?<head>CAR-(?:1|ROC)-[A-Z]{2}-\d+-\d+-\d+-[A-Z]{2,4}-\d{4}-\d+)-(?<first>\d{1,15})(?: to (?<last>\d{1,15}))?$/,
    ],
    example: "CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000",
  },
  ART: {
    patterns: [
      /^(?<head>(?:ART|FCPF)-[A-Z]{2}-\d+-\d{4}-\d+)-(?<first>\d{1,15})(?: to (?<last>\d{1,15}))?$/,
    ],
    example: "ART-GY-102-2021-11-2759599 to 2760598",
  },
};

/** A block as entered, with its range. */
export interface NumberedBlock extends SerialBlock, SerialRange {}

export interface SerialProblem {
  /** Index of the block, from 0. */
  index: number;
  field: keyof SerialBlock;
  message: string;
}

/**
 * Returns the ranges of blocks that a registry retired together. Reports a problem for the first block that has another format,
 * spans two blocks or overlaps an earlier one; for the last block if the numbers do not add up to the tonnes.
 */
export function numberedBlocks(
  registryCode: string | null,
  blocks: readonly SerialBlock[],
  quantity: number,
): NumberedBlock[] | SerialProblem {
  const numbered: NumberedBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    const range = serialRange(registryCode, block);
    if ("field" in range) return { index, ...range };
    const before = numbered.findIndex((other) => overlaps(other, range));
    if (before >= 0) {
      const message = `Some of these are already in block ${before + 1}`;
      return { index, field: "serialNumberFrom", message };
    }
    numbered.push({ ...block, ...range });
  }
  const isCounted = registryCode !== null && formats[registryCode] !== undefined;
  const count = numbered.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (!isCounted || count === quantity) return numbered;
  const what = blocks.length === 1 ? "This range has" : "These blocks have";
  const numbers = count === 1 ? "1 number" : `${count} numbers`;
  const message = `${what} ${numbers}, the retirement has ${quantity === 1 ? "1 tonne" : `${quantity} tonnes`}`;
  return { index: blocks.length - 1, field: "serialNumberTo", message };
}

/** A row that shares a number with another row of the same registry. */
interface Shared {
  id: number;
  /** Index of its block, from 0. */
  index: number;
  /** The row above that has the number. */
  otherId: number;
}

/** Returns the rows that share a number with a row above; each is reported once, with one such row. */
export function sharedAmong(
  rows: readonly { id: number; registryId: number; blocks: readonly SerialRange[] }[],
): Shared[] {
  const placed = rows.flatMap(({ id, registryId, blocks }, row) =>
    blocks.map((range, index) => ({
      ...range,
      id,
      row,
      index,
      name: `${registryId} ${range.block}`,
    })),
  );
  const shared = new Map<number, Shared>();
  // Sorted by first number, a range that overlaps any earlier one overlaps the one that reaches furthest.
  let furthest: (typeof placed)[number] | undefined;
  for (const next of placed.toSorted((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.first - b.first,
  )) {
    if (furthest?.name === next.name && next.first <= furthest.last && furthest.row !== next.row) {
      const [above, below] = furthest.row < next.row ? [furthest, next] : [next, furthest];
      shared.set(below.id, { id: below.id, index: below.index, otherId: above.id });
    }
    if (furthest?.name !== next.name || next.last > furthest.last) furthest = next;
  }
  return [...shared.values()];
}

const overlaps = (one: SerialRange, other: SerialRange) =>
  one.block === other.block && one.first <= other.last && other.first <= one.last;

/**
 * Returns the range between two serial numbers of a registry, each of which may be written as the whole range. For a registry
 * without a known format, the two texts form a block of one, so that they cannot be used twice.
 */
function serialRange(
  registryCode: string | null,
  { serialNumberFrom: from, serialNumberTo: to }: SerialBlock,
): SerialRange | Omit<SerialProblem, "index"> {
  const format = registryCode === null ? undefined : formats[registryCode];
  if (!format) {
    const words = (text: string) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();
    return { block: `${words(from)} to ${words(to)}`, first: 0, last: 0 };
  }
  const start = partsOf(format, from);
  const end = partsOf(format, to);
  const message = `Not a serial number of this registry, such as ${format.example}`;
  if (!start) return { field: "serialNumberFrom", message };
  if (!end) return { field: "serialNumberTo", message };
  const block = blockOf(start);
  if (block !== blockOf(end)) {
    return {
      field: "serialNumberTo",
      message: "This is not in the same block as the first number",
    };
  }
  const first = Number(start.first);
  const last = Number(end.last ?? end.first);
  if (last < first) {
    return { field: "serialNumberTo", message: "This is before the first number" };
  }
  return { block, first, last };
}

function partsOf({ patterns }: Format, serial: string) {
  for (const pattern of patterns) {
    const groups = pattern.exec(serial)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

function blockOf(groups: Record<string, string | undefined>): string {
  return `${groups.head} ${groups.tail ?? ""}`.trim();
}
