import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";

/** The header of the file for a registry; the last four columns are empty until it answers. */
const heads = [
  "Retirement",
  "Registry",
  "Registry ID",
  "Project",
  "Vintage",
  "Tonnes",
  "Beneficiary",
  "Purpose",
  "First serial number",
  "Last serial number",
  "Registry record",
  "Retired on",
] as const;

// The columns that a registry fills in: from the first serial number on.
const answered = 4;

/** Returns a CSV file of retirements for their registry, sorted by registry, then oldest first, in any browser language. */
export function fileForRegistry(retirements: readonly ManagedRetirement[]): string {
  const ordered = retirements.toSorted(
    (one, other) => one.registry.name.localeCompare(other.registry.name, "en") || one.id - other.id,
  );
  const lines = ordered.map((each) => [
    each.id,
    each.registry.name,
    each.externalId ?? "",
    each.projectName,
    each.year,
    each.quantity,
    each.beneficiaryName,
    each.purpose,
    ...Array.from({ length: answered }, () => ""),
  ]);
  return [heads, ...lines].map((line) => line.map(cellOf).join(",")).join("\r\n") + "\r\n";
}

/** Escapes a cell so that no spreadsheet takes it for a formula. */
function cellOf(value: string | number): string {
  const text = String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
