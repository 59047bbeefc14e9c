import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";

/** The heads of the file for a registry; the last four are empty until it answers. */
const heads = [
  "Retirement",
  "Registry",
  "Registry id",
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

// What an answer must say of a retirement, in the order of the grid; our own export calls the day otherwise.
const answered: readonly (readonly string[])[] = [
  ["retirement"],
  ["first serial number"],
  ["last serial number"],
  ["registry record"],
  ["retired on", "retired (utc)"],
];

/** The retirements as a CSV file for their registry, by registry and the oldest first. */
export function fileForRegistry(retirements: readonly ManagedRetirement[]): string {
  const ordered = retirements.toSorted(
    (one, other) => one.registry.name.localeCompare(other.registry.name) || one.id - other.id,
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
    ...answered.slice(1).map(() => ""),
  ]);
  return [heads, ...lines].map((line) => line.map(cellOf).join(",")).join("\r\n") + "\r\n";
}

/**
 * What a registry's answer says, line by line as [retirement, first, last, record, day]; undefined without the heads of all
 * of them. Cells are parted by commas, semicolons or tabs, whichever the heads are.
 */
export function answersIn(text: string): string[][] | undefined {
  const [first = "", ...others] = text.replace(/^\uFEFF/, "").split(/\r?\n/, 1);
  const sign = ["\t", ";", ","].find((each) => first.includes(each));
  if (!sign || others.length > 0) return undefined;
  const [named = [], ...lines] = cellsIn(text.replace(/^\uFEFF/, ""), sign);
  const names = named.map((cell) => cell.toLowerCase());
  const places = answered.map((known) => names.findIndex((name) => known.includes(name)));
  if (places.includes(-1)) return undefined;
  return lines
    .filter((line) => line.some((cell) => cell !== ""))
    .map((line) => places.map((place) => line[place] ?? ""));
}

/** The cells of a CSV text (RFC 4180), trimmed. */
function cellsIn(text: string, sign: string): string[][] {
  const rows: string[][] = [[]];
  const cells = new RegExp(`("(?:[^"]|"")*"|[^${sign}"\r\n]*)(${sign}|\r?\n|$)`, "gy");
  for (const [whole, cell = "", end] of text.matchAll(cells)) {
    if (whole === "") break;
    const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    rows.at(-1)!.push(plain.trim());
    if (end !== sign) rows.push([]);
  }
  return rows;
}

/** A cell that no sheet takes for a formula. */
function cellOf(value: string | number): string {
  const text = String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
