import { factColumns, recordFields, toldFact } from "@tonneline/contract/evidence";
import type { RecordField, ToldFact } from "@tonneline/contract/evidence";

/** A row of a file of facts as it may be taken. */
export interface FactRow {
  line: number;
  registryId: string;
  field: RecordField;
  fact: ToldFact;
}
export interface Refused {
  line: number;
  reason: string;
}

/** Why a file cannot be read at all; undefined when its header has every column. */
export function missingColumns(header: readonly string[]): string | undefined {
  const missing = factColumns.filter((column) => !header.includes(column));
  return missing.length === 0 ? undefined : `The file has no column ${missing.join(", ")}.`;
}

/** What a row says, or why it cannot be taken. A row without a state that has a value says what is known. */
export function readFact(
  line: number,
  cells: Readonly<Record<string, string | undefined>>,
): FactRow | Refused {
  const cell = (column: (typeof factColumns)[number]) => (cells[column] ?? "").trim();
  const registryId = cell("registry_id");
  const field = recordFields.find((one) => one === cell("fact"));
  if (registryId === "") return { line, reason: "registry_id is blank" };
  if (!field) return { line, reason: `fact is not one of ${recordFields.join(", ")}` };
  const value = cell("value");
  const read = toldFact.safeParse({
    state: cell("state").toUpperCase() || (value === "" ? "UNKNOWN" : "KNOWN"),
    ...(value !== "" && { value }),
    source: cell("source"),
    asOf: cell("as_of"),
  });
  if (read.success) return { line, registryId, field, fact: read.data };
  const [issue] = read.error.issues;
  const column = issue?.path[0] === "asOf" ? "as_of" : String(issue?.path[0] ?? "row");
  return { line, reason: `${column}: ${issue?.message ?? "cannot be read"}` };
}
