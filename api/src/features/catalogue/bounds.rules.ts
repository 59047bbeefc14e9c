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
const amount = String.raw`(?:€|eur)?\s*${figure}\s*(?:€|eur|euros?)?(?:\s*(?:\/|per|a)\s*(?:t|ton|tonnes?)\b)?`;
const beginning = String.raw`(?<=^|[\s,;])`;
const ending = String.raw`(?=$|[\s,;])`;
const between = new RegExp(
  String.raw`\b(?:between|from)\s+${amount}\s*(?:and|to|–|-)\s*${amount}${ending}`,
  "i",
);
const span = new RegExp(String.raw`${beginning}${amount}\s*(?:to|–|-)\s*${amount}${ending}`, "gi");
const atMost = new RegExp(
  String.raw`(?:\b(?:under|below|up to|at most|less than|cheaper than|max\.?|maximum)\s+|(?:<=?|≤)\s*)${amount}${ending}`,
  "i",
);
const atLeast = new RegExp(
  String.raw`(?:\b(?:over|above|at least|more than|min\.?|minimum)\s+|(?:>=?|≥)\s*)${amount}${ending}`,
  "i",
);

// As far back as the list's query takes them.
const year = String.raw`(199\d|20\d\d)`;
const years = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:(?:between|from)\s+)?${year}\s*(?:and|to|–|-|\/)\s*${year}${ending}`,
  "i",
);
const yearsFrom = new RegExp(
  String.raw`${beginning}(?:vintages?\s+)?(?:(?:since\s+|(?:>=|≥)\s*)${year}|${year}(?:\s*\+|\s+(?:or|and) (?:later|newer)))${ending}`,
  "i",
);

/** Reads "under €150", "above 10 €/t", "5 to 10 €", "2019 to 2021" and "since 2020" out of a search; years are no prices. */
export function readBounds(text: string): Bounds {
  const prices = readPrices(text);
  const [open, since, orLater] = yearsFrom.exec(prices.rest) ?? [];
  if (open)
    return { ...prices, vintageFrom: (since ?? orLater)!, rest: without(prices.rest, open) };
  const [said, from, to] = years.exec(prices.rest) ?? [];
  if (!said || from! > to!) return prices;
  return { ...prices, vintageFrom: from!, vintageTo: to!, rest: without(prices.rest, said) };
}

function readPrices(text: string): Bounds {
  const both = between.exec(text) ?? [...text.matchAll(span)].find(([said]) => isMoney(said));
  if (both && !isYear(both[0], both[1]!))
    return { priceFrom: plain(both[1]!), priceTo: plain(both[2]!), rest: without(text, both[0]) };
  let rest = text;
  const found: Omit<Bounds, "rest"> = {};
  for (const [bound, pattern] of [
    ["priceTo", atMost],
    ["priceFrom", atLeast],
  ] as const) {
    const said = pattern.exec(rest);
    if (!said || isYear(said[0], said[1]!)) continue;
    found[bound] = plain(said[1]!);
    rest = without(rest, said[0]);
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
const isMoney = (said: string) => /€|eur/i.test(said);
/** "from 2019 to 2022" says no sum of money. */
const isYear = (said: string, figure: string) => /^(19|20)\d\d$/.test(figure) && !isMoney(said);
