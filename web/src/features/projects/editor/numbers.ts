/** A whole number as typed, with any thousands mark ("12,000", "12 000"); null for nothing, NaN for anything else. */
export function typedWhole(text: string): number | null {
  const digits = text.trim().replaceAll(/(?<=\d)[\s.,'’](?=\d{3}(?!\d))/gu, "");
  if (digits === "") return null;
  return /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
}

const plainEuros = /^\d{1,12}([.,]\d{1,2})?$/;
const groupedEuros = /^\d{1,3}([\s,'’]\d{3})+(\.\d{1,2})?$/u;
// With points as thousands marks only when a comma shows that they are: "24.505" may be a price with a digit too many.
const pointedEuros = /^\d{1,3}([\s.'’]\d{3})+,\d{1,2}$/u;

/**
 * Euros as typed, with a point or a comma before the cents and any thousands mark ("1,234.50", "24,5", "€24.50");
 * null for nothing, NaN for anything else.
 */
export function typedEuros(text: string): number | null {
  const given = text.trim().replace(/^€\s*/u, "");
  if (given === "") return null;
  if (plainEuros.test(given)) return Number(given.replace(",", "."));
  if (groupedEuros.test(given)) return Number(given.replaceAll(/[\s,'’]/gu, ""));
  if (pointedEuros.test(given)) {
    return Number(given.replaceAll(/[\s.'’]/gu, "").replace(",", "."));
  }
  return Number.NaN;
}

const longest = 200;

/** Years as typed ("2026–2030, 2032") in their order without doubles; undefined when it cannot be read. */
export function typedYears(text: string): number[] | undefined {
  const years = new Set<number>();
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [, from, to] = /^(\d{4})(?:\s*[-–]\s*(\d{4}))?$/.exec(part) ?? [];
    if (from === undefined) return undefined;
    const [first, last] = [Number(from), Number(to ?? from)];
    if (last < first || last - first > longest) return undefined;
    for (let year = first; year <= last; year++) years.add(year);
  }
  return [...years].toSorted((one, other) => one - other);
}
