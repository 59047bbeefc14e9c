import type { RegistryAnswer } from "@tonneline/contract/managedRetirements";

// How an answer calls what it must say of a retirement; our own export calls the day otherwise.
const columns: Record<keyof RegistryAnswer, readonly string[]> = {
  retirement: ["retirement"],
  serialNumberFrom: ["first serial number"],
  serialNumberTo: ["last serial number"],
  registryUrl: ["registry record"],
  retiredAt: ["retired on", "retired (utc)"],
};

/**
 * What a registry's answer says, row by row, as it is written there; a day that a spreadsheet keeps as a number is one in ISO
 * again. Undefined without the columns for all of it, which may stand in any order.
 */
export function answersIn(
  head: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): RegistryAnswer[] | undefined {
  const placeOf = (column: keyof RegistryAnswer) =>
    head.findIndex((name) => columns[column].includes(name));
  const names = Object.keys(columns) as (keyof RegistryAnswer)[];
  if (names.some((name) => placeOf(name) < 0)) return undefined;
  return rows.map(({ cells }) => {
    const cell = (column: keyof RegistryAnswer) => (cells[placeOf(column)] ?? "").trim();
    return {
      retirement: cell("retirement"),
      serialNumberFrom: cell("serialNumberFrom"),
      serialNumberTo: cell("serialNumberTo"),
      registryUrl: cell("registryUrl"),
      retiredAt: dayOf(cell("retiredAt")),
    };
  });
}

// Workbooks count days from here on; the time of day is behind the point.
const firstDay = Date.UTC(1899, 11, 30);

/** A workbook's number of a day, from 1954 to 2119, in ISO; any other text as it is. */
function dayOf(text: string): string {
  if (!/^[2-7]\d{4}(\.\d+)?$/.test(text)) return text;
  return new Date(firstDay + Math.floor(Number(text)) * 86_400_000).toISOString().slice(0, 10);
}
