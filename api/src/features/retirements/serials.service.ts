import type { SerialBlock } from "@tonneline/contract/retirements";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { formatDay } from "../../core/formats.ts";
import { checkedOf, usesOf, type Numbered, type Use } from "./completing.sql.ts";
import { numberedBlocks, sharedAmong } from "./serials.rules.ts";

/** The result of checking one retirement's serial numbers. */
interface Checked {
  id: number;
  numbers: number | null;
  problem: { path: string; message: string } | null;
}

/**
 * Checks serial numbers that are being typed or pasted: for the registry's format, for as many numbers as tonnes, and for
 * numbers retired before or used in a row above. Saves nothing. NOT_FOUND if one of the retirements does not exist.
 */
export async function checkSerials(
  db: Db,
  rows: readonly { id: number; blocks: readonly SerialBlock[] }[],
): Promise<Checked[]> {
  const known = new Map(
    (
      await checkedOf(
        db,
        rows.map(({ id }) => id),
      )
    ).map((each) => [each.id, each]),
  );
  const problems = new Map<number, Checked["problem"]>();
  const numbered: (Numbered & { isCounted: boolean })[] = [];
  for (const { id, blocks } of rows) {
    const { registryCode, registryId, quantity } = known.get(id) ?? refuse("NOT_FOUND");
    const found = numberedBlocks(registryCode, blocks, quantity);
    if ("field" in found) problems.set(id, at(found.index, found.field, found.message));
    else
      numbered.push({
        id,
        registryId,
        blocks: found,
        isCounted: found.some(({ last }) => last > 0),
      });
  }
  for (const { id, index, otherId } of sharedAmong(numbered)) {
    problems.set(
      id,
      at(index, "serialNumberFrom", `Some of these are also entered at retirement ${otherId}`),
    );
  }
  for (const use of numbered.length > 0 ? await usesOf(db, numbered) : []) {
    if (!problems.has(use.id))
      problems.set(use.id, at(use.index, "serialNumberFrom", usedBefore(use)));
  }
  const counts = new Map(
    numbered
      .filter(({ isCounted }) => isCounted)
      .map(({ id, blocks }) => [
        id,
        blocks.reduce((sum, { first, last }) => sum + last - first + 1, 0),
      ]),
  );
  return rows.map(({ id }) => ({
    id,
    numbers: counts.get(id) ?? null,
    problem: problems.get(id) ?? null,
  }));
}

const at = (index: number, field: keyof SerialBlock, message: string) => ({
  path: `blocks.${index}.${field}`,
  message,
});

/** Describes which retirement has some of the numbers. */
export function usedBefore({ retirementId, buyer, retiredOn }: Use): string {
  return `Some of these numbers were retired before: retirement ${retirementId} of ${buyer}, on ${formatDay(retiredOn)}.`;
}
