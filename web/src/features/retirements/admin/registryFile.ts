import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";

/** The heads of the file for a registry; the last four are empty until it answers. */
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

// What a registry fills in: the heads from the first serial number on.
const answered = 4;

/** The retirements as a CSV file for their registry, by registry and the oldest first, whatever the browser speaks. */
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

/** A cell that no sheet takes for a formula. */
function cellOf(value: string | number): string {
  const text = String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
