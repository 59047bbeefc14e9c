import type { RegistryAnswer } from "@tonneline/contract/managedRetirements";

// Accepted column names in a registry's answer; our own export names the day differently.
const columns: Record<keyof RegistryAnswer, readonly string[]> = {
  retirement: ["retirement"],
  serialNumberFrom: ["first serial number"],
  serialNumberTo: ["last serial number"],
  registryUrl: ["registry record"],
  retiredAt: ["retired on", "retired (utc)"],
};

/**
 * Returns the rows of a registry's answer, as written; days that a spreadsheet stores as numbers are converted back to ISO.
 * Undefined unless all columns are there, in any order.
 */
export function answersIn(
  head: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): RegistryAnswer[] | undefined {
  const indexOf = (column: keyof RegistryAnswer) =>
    head.findIndex((name) => columns[column].includes(name));
  const names = Object.keys(columns) as (keyof RegistryAnswer)[];
  if (names.some((name) => indexOf(name) < 0)) return undefined;
  return rows.map(({ cells }) => {
    const cell = (column: keyof RegistryAnswer) => (cells[indexOf(column)] ?? "").trim();
    return {
      retirement: cell("retirement"),
      serialNumberFrom: cell("serialNumberFrom"),
      serialNumberTo: cell("serialNumberTo"),
      registryUrl: cell("registryUrl"),
      retiredAt: dayOf(cell("retiredAt")),
    };
  });
}

// Workbooks count days from here; the fraction is the time of day.
const firstDay = Date.UTC(1899, 11, 30);

/** Converts a workbook's day number, from 1954 to 2119, to ISO; returns any other text unchanged. */
function dayOf(text: string): string {
  if (!/^[2-7]\d{4}(\.\d+)?$/.test(text)) return text;
  return new Date(firstDay + Math.floor(Number(text)) * 86_400_000).toISOString().slice(0, 10);
}
