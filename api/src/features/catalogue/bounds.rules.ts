/** The price and vintage bounds in a search text, and the remaining words. */
export interface Bounds {
  /** Euros per tonne in the format of the list query: digits with at most two decimals. */
  priceFrom?: string;
  priceTo?: string;
  vintageFrom?: string;
  vintageTo?: string;
  rest: string;
}

const figure = String.raw`(\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?|\d{1,6}(?:[.,]\d{1,2})?)`;
// All prices are in euros, and each card says so: an amount in dollars is taken as roughly the same in euros.
const signs = String.raw`€|(?:us)?\$|(?<![a-z])(?:eur(?:os?)?|usd|dollars?)(?![a-z])`;
const amount = String.raw`(?:${signs})?\s*${figure}\s*(?:${signs})?(?:\s*(?:\/|per|a)\s*(?:t|ton|tonnes?)\b)?`;
const beginning = String.raw`(?<=^|[\s,;])`;
const ending = String.raw`(?=$|[\s,;])`;
const between = new RegExp(
  String.raw`\b(?:between|from)\s+${amount}\s*(?:and|to|–|-)\s*${amount}${ending}`,
  "i",
);
const span = new RegExp(String.raw`${beginning}${amount}\s*(?:to|–|-)\s*${amount}${ending}`, "gi");
// In the buyers' languages; "up to" is used for both prices and years.
const upTo = "up to|bis|jusqu['’]à|hasta";
const atMostWords = `${upTo}|under|below|at most|less than|cheaper than|max\\.?|maximum|unter|höchstens|maximal|moins de|menos de`;
const atLeastWords = `over|above|at least|more than|min\\.?|minimum|über|ab|mindestens|plus de|más de`;
const atMost = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:${atMostWords})\s+|(?:<=?|≤)\s*)${amount}${ending}`,
  "iu",
);
const atLeast = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:${atLeastWords})\s+|(?:>=?|≥)\s*)${amount}${ending}`,
  "iu",
);

// The range of years that the list query accepts.
const year = String.raw`(199\d|20\d\d)`;
const years = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:(?:between|from)\s+)?${year}\s*(?:and|to|–|-|\/)\s*${year}${ending}`,
  "i",
);
// "2020/21", the notation of seasons and fiscal years.
const yearsInShort = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?${year}\s*[–/-]\s*(\d\d)${ending}`,
  "i",
);
// Named like the filter ("Vintage from"); a bare "from 2020" may mean that year only.
const vintagesFrom = String.raw`(?<=vintages?\s)from(?!\s+\d{4}\s*(?:and|to|–|-|\/))`;
const yearsFrom = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:(?:(?:since|seit|ab|depuis|desde|${vintagesFrom})\s+|(?:>=|≥)\s*)${year}|(?:from\s+)?${year}(?:\s*\+|\s+(?:onwards?|(?:or|and) (?:later|newer))))${ending}`,
  "i",
);
const yearsTo = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:(?:(?:${upTo}|until|till)\s+|(?:<=|≤)\s*)${year}|${year}\s+(?:or|and) (?:earlier|older))${ending}`,
  "i",
);
const yearsAfter = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:after|newer than|later than)\s+${year}${ending}`,
  "i",
);
const yearsBefore = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:before|older than|earlier than)\s+${year}${ending}`,
  "i",
);

/**
 * Extracts bounds such as "under €150", "above 10 €/t", "5 to 10 €", "2019 to 2021", "since 2020" and
 * "before 2015" from a search text; years are not prices.
 */
export function parseBounds(text: string): Bounds {
  const { rest, ...prices } = parsePrices(text);
  return { ...prices, ...parseYears(rest) };
}

function parseYears(text: string): Bounds {
  const [open, since, orLater] = yearsFrom.exec(text) ?? [];
  if (open) return { vintageFrom: (since ?? orLater)!, rest: without(text, open) };
  const [after, last] = yearsAfter.exec(text) ?? [];
  if (after && isAcceptedYear(+last! + 1))
    return { vintageFrom: String(+last! + 1), rest: without(text, after) };
  const [closed, until, orEarlier] = yearsTo.exec(text) ?? [];
  if (closed) return { vintageTo: (until ?? orEarlier)!, rest: without(text, closed) };
  const [before, first] = yearsBefore.exec(text) ?? [];
  if (before && isAcceptedYear(+first! - 1))
    return { vintageTo: String(+first! - 1), rest: without(text, before) };
  const [matched, from, to] = years.exec(text) ?? spanInShort(text);
  if (!matched || from! > to!) return { rest: text };
  return { vintageFrom: from!, vintageTo: to!, rest: without(text, matched) };
}

function spanInShort(text: string): string[] {
  const [matched, from, end] = yearsInShort.exec(text) ?? [];
  return matched ? [matched, from!, `${from!.slice(0, 2)}${end}`] : [];
}

function parsePrices(text: string): Bounds {
  const both = between.exec(text) ?? [...text.matchAll(span)].find(([matched]) => isMoney(matched));
  if (both && !isYear(both[0], both[1]!))
    return { priceFrom: plain(both[1]!), priceTo: plain(both[2]!), rest: without(text, both[0]) };
  let rest = text;
  const found: Omit<Bounds, "rest"> = {};
  for (const [bound, pattern] of [
    ["priceTo", atMost],
    ["priceFrom", atLeast],
  ] as const) {
    const matched = pattern.exec(rest);
    if (!matched || isYear(matched[0], matched[1]!)) continue;
    found[bound] = plain(matched[1]!);
    rest = without(rest, matched[0]);
  }
  return { ...found, rest };
}

/** Normalizes a figure, whichever decimal and thousands separators it uses. */
function plain(figure: string): string {
  const [, whole = figure, cents] = /^(.*)[.,](\d{1,2})$/.exec(figure) ?? [];
  const digits = whole.replaceAll(/[.,]/g, "");
  return cents ? `${digits}.${cents}` : digits;
}
const without = (text: string, part: string) =>
  text.replace(part, " ").replaceAll(/\s+/g, " ").trim();
const money = new RegExp(signs, "i");
/** Whether a text contains a currency sign or word. */
export const isMoney = (text: string) => money.test(text);
/** "from 2019 to 2022" is not a price range. */
const isYear = (matched: string, figure: string) =>
  /^(19|20)\d\d$/.test(figure) && !isMoney(matched);
/** Whether the list query accepts this year. */
const isAcceptedYear = (named: number) => new RegExp(`^${year}$`).test(String(named));
