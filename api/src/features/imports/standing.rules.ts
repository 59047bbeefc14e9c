import { formatInteger } from "../../core/formats.ts";
import type { Label } from "./labels.rules.ts";

interface Standing {
  firstVintageYear: number | null;
  bufferPool: number | null;
  /** Blank if there are none. */
  labels: string;
  quantities: { issued: number; retired: number; asOf: string } | null;
}

const t = (count: number) => `${formatInteger(count)} t`;
const names: Record<Label["kind"], string> = {
  CCP: "CCP",
  CORSIA: "CORSIA",
  CCB: "CCB",
  ARTICLE_6: "Article 6",
  SOCIAL_CARBON: "Social Carbon",
};

/** The labels' names within a sentence. */
export function shortLabels(labels: readonly Label[]): string[] {
  return labels.map(({ kind }) => names[kind]);
}

/**
 * Returns sentences on the tonnes at the registry, as far as the facts are known; without quantities
 * only facts that do not change with each release of the registry's export.
 */
export function standing({
  firstVintageYear: first,
  bufferPool,
  labels,
  quantities,
}: Standing): readonly string[] {
  const pool = (bufferPool ?? 0) > 0 ? t(bufferPool!) : "";
  if (!quantities) return withoutQuantities(first, pool);
  const { issued, retired, asOf } = quantities;
  const label = labels && `; the registry labels it ${labels}`;
  const labelled = labels && `Labelled ${labels}, `;
  const it = labelled ? `${labelled}it` : "It";
  if (issued === 0)
    return [
      `${it} had no credits issued by ${asOf}.`,
      `By ${asOf}, no credits had been issued${label}.`,
      `Its first credits were still to be issued on ${asOf}${label}.`,
    ];
  const from = first ? ` for vintages from ${first} on` : "";
  const reserve = pool && `; ${pool} are held in the buffer pool`;
  if (retired === 0)
    return [
      `By ${asOf}, ${t(issued)} had been issued${from}, none of it retired or cancelled${label}.`,
      `None of the ${t(issued)} issued${from} had been retired or cancelled by ${asOf}${reserve}${label}.`,
      `${it} had ${t(issued)} issued${from} by ${asOf}, all of it still unretired${reserve}.`,
      `Issued by ${asOf}: ${t(issued)}${from}, with nothing retired or cancelled${label}.`,
    ];
  const share = shareWords(retired, issued);
  return [
    `By ${asOf}, ${t(issued)} had been issued${from}, of which ${t(retired)} (${share}) had been retired or cancelled${label}.`,
    `Of ${t(issued)} issued${from}, ${share} had been retired or cancelled by ${asOf}${reserve}${label}.`,
    `Holders had retired or cancelled ${t(retired)} of the ${t(issued)} issued${from} by ${asOf}, or ${share}${label}.`,
    `${it} had ${t(issued)} issued and ${t(retired)} (${share}) retired or cancelled by ${asOf}${reserve}.`,
    `Retired or cancelled by ${asOf}: ${t(retired)}, ${share} of the ${t(issued)} issued${from}${label}.`,
    `${first ? `Its vintages begin in ${first}: ` : "In total, "}${t(issued)} had been issued by ${asOf}, and ${share} of that had been retired or cancelled${reserve}${label}.`,
  ];
}

/** Rounds to whole percent, but never to 0% if there is some, nor to 100% if any is missing. */
export function shareWords(part: number, whole: number): string {
  const percent = Math.round((100 * part) / whole);
  if (percent === 0) return "less than 1%";
  return percent === 100 && part < whole ? "over 99%" : `${percent}%`;
}

function withoutQuantities(first: number | null, pool: string): readonly string[] {
  if (first && pool)
    return [
      `Its first vintage is ${first}, and ${pool} are held in the buffer pool against reversals.`,
      `A buffer pool of ${pool} covers reversals of its vintages from ${first} on.`,
    ];
  if (first)
    return [
      `Its first vintage is ${first}.`,
      `Its vintages begin in ${first}.`,
      `The registry lists its vintages from ${first} on.`,
    ];
  if (pool)
    return [
      `Its buffer pool holds ${pool} against reversals.`,
      `${pool} are held in its buffer pool.`,
    ];
  return [
    "The registry's export lists no vintage for it yet.",
    "The registry's export names no first vintage.",
  ];
}
