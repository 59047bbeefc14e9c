/** What a search says of prices and years, and the words that are left. */
export interface Bounds {
  /** Euros per tonne, as the list's query spells them: digits, at most two decimals. */
  priceFrom?: string;
  priceTo?: string;
  vintageFrom?: string;
  vintageTo?: string;
  rest: string;
}

const figure = String.raw`(\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?|\d{1,6}(?:[.,]\d{1,2})?)`;
// Prices are in euros alone, and each card says so: who names dollars means about as many.
const signs = String.raw`€|(?:us)?\$|(?<![a-z])(?:eur(?:os?)?|usd|dollars?)(?![a-z])`;
const amount = String.raw`(?:${signs})?\s*${figure}\s*(?:${signs})?(?:\s*(?:\/|per|a)\s*(?:t|ton|tonnes?)\b)?`;
const beginning = String.raw`(?<=^|[\s,;])`;
const ending = String.raw`(?=$|[\s,;])`;
const between = new RegExp(
  String.raw`\b(?:between|from)\s+${amount}\s*(?:and|to|–|-)\s*${amount}${ending}`,
  "i",
);
const span = new RegExp(String.raw`${beginning}${amount}\s*(?:to|–|-)\s*${amount}${ending}`, "gi");
// In the buyers' languages; sums and years take "up to" alike.
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

// As far back as the list's query takes them.
const year = String.raw`(199\d|20\d\d)`;
const years = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:(?:between|from)\s+)?${year}\s*(?:and|to|–|-|\/)\s*${year}${ending}`,
  "i",
);
// "2020/21", as seasons and fiscal years are written.
const yearsInShort = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?${year}\s*[–/-]\s*(\d\d)${ending}`,
  "i",
);
// As the filter is called; "from 2020" alone may mean of that year.
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
 * Reads "under €150", "above 10 €/t", "5 to 10 €", "2019 to 2021", "since 2020" and "before 2015" out of a search; years are no
 * prices.
 */
export function readBounds(text: string): Bounds {
  const { rest, ...prices } = readPrices(text);
  return { ...prices, ...readYears(rest) };
}

function readYears(text: string): Bounds {
  const [open, since, orLater] = yearsFrom.exec(text) ?? [];
  if (open) return { vintageFrom: (since ?? orLater)!, rest: without(text, open) };
  const [after, last] = yearsAfter.exec(text) ?? [];
  if (after && isTaken(+last! + 1))
    return { vintageFrom: String(+last! + 1), rest: without(text, after) };
  const [closed, until, orEarlier] = yearsTo.exec(text) ?? [];
  if (closed) return { vintageTo: (until ?? orEarlier)!, rest: without(text, closed) };
  const [before, first] = yearsBefore.exec(text) ?? [];
  if (before && isTaken(+first! - 1))
    return { vintageTo: String(+first! - 1), rest: without(text, before) };
  const [matched, from, to] = years.exec(text) ?? spanInShort(text);
  if (!matched || from! > to!) return { rest: text };
  return { vintageFrom: from!, vintageTo: to!, rest: without(text, matched) };
}

function spanInShort(text: string): string[] {
  const [matched, from, end] = yearsInShort.exec(text) ?? [];
  return matched ? [matched, from!, `${from!.slice(0, 2)}${end}`] : [];
}

function readPrices(text: string): Bounds {
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

/** Whichever sign stands before the cents, and between thousands. */
function plain(figure: string): string {
  const [, whole = figure, cents] = /^(.*)[.,](\d{1,2})$/.exec(figure) ?? [];
  const digits = whole.replaceAll(/[.,]/g, "");
  return cents ? `${digits}.${cents}` : digits;
}
const without = (text: string, part: string) =>
  text.replace(part, " ").replaceAll(/\s+/g, " ").trim();
const money = new RegExp(signs, "i");
/** Whether a text names money by a sign or a word of it. */
export const isMoney = (text: string) => money.test(text);
/** "from 2019 to 2022" says no sum of money. */
const isYear = (matched: string, figure: string) =>
  /^(19|20)\d\d$/.test(figure) && !isMoney(matched);
/** Of what a search may name: the list's query refuses others. */
const isTaken = (named: number) => new RegExp(`^${year}$`).test(String(named));
