import { unusableCharacter, unusableText } from "@tonneline/contract/characters";
import {
  factColumns,
  recordFields,
  enteredFact,
  factProblem,
  vintageColumn,
  vintageFields,
} from "@tonneline/contract/evidence";
import type { RecordField, EnteredFact, VintageField } from "@tonneline/contract/evidence";

/** A valid row of a file of facts. */
export type FactRow = { line: number; registryId: string; fact: EnteredFact } & (
  | { field: RecordField; year?: undefined }
  /** Applies to the project's vintages of that year. */
  | { field: VintageField; year: number }
);
export interface Refused {
  line: number;
  reason: string;
}

/** Returns why a file cannot be read at all; undefined if its header has every column. */
export function missingColumns(header: readonly string[]): string | undefined {
  const missing = factColumns.filter((column) => !header.includes(column));
  return missing.length === 0 ? undefined : `The file has no column ${missing.join(", ")}.`;
}

/** Parses a row, or returns why it is refused. A row with a value but no state is KNOWN. */
export function readFact(
  line: number,
  cells: Readonly<Record<string, string | undefined>>,
): FactRow | Refused {
  const cell = (column: (typeof factColumns)[number]) => (cells[column] ?? "").trim();
  const registryId = cell("registry_id");
  if (registryId === "") return { line, reason: "registry_id is blank" };
  // Unusable characters in the other cells are refused along with the fact.
  if (unusableCharacter.test(registryId)) {
    return { line, reason: `registry_id: ${unusableText}` };
  }
  const target = targetOf(cell("fact"), (cells[vintageColumn] ?? "").trim());
  if (typeof target === "string") return { line, reason: target };
  const value = cell("value");
  const read = enteredFact.safeParse({
    state: cell("state").toUpperCase() || (value === "" ? "UNKNOWN" : "KNOWN"),
    ...(value !== "" && { value }),
    source: cell("source"),
    asOf: cell("as_of"),
  });
  if (read.success) {
    const problem = factProblem(target.field, read.data);
    if (problem) return { line, reason: `value: ${problem}` };
    return { line, registryId, ...target, fact: read.data };
  }
  const [issue] = read.error.issues;
  const column = issue?.path[0] === "asOf" ? "as_of" : String(issue?.path[0] ?? "row");
  return { line, reason: `${column}: ${issue?.message ?? "cannot be read"}` };
}

/** Returns which fact a row is about, or why it cannot be stated. */
function targetOf(
  fact: string,
  vintage: string,
): { field: RecordField } | { field: VintageField; year: number } | string {
  if (vintage === "") {
    const field = recordFields.find((one) => one === fact);
    return field ? { field } : `fact is not one of ${recordFields.join(", ")}`;
  }
  if (!/^\d{4}$/.test(vintage)) return "vintage is no year";
  const field = vintageFields.find((one) => one === fact);
  if (!field) return `fact of a vintage is not one of ${vintageFields.join(", ")}`;
  return { field, year: Number(vintage) };
}
