/** What a search says of prices and years, and the words that are left. */
export interface Bounds {
  /** Euros per tonne, as the list's query spells them: digits, at most two decimals. */
  priceFrom?: string;
  priceTo?: string;
  vintageFrom?: string;
  vintageTo?: string;
  rest: string;
}

const amount = String.raw`(?:€|eur)?\s*(\d{1,6}(?:[.,]\d{1,2})?)\s*(?:€|eur|euros?)?(?:\s*(?:\/|per|a)\s*(?:t|ton|tonnes?)\b)?`;
const ending = String.raw`(?=$|[\s,;])`;
const between = new RegExp(
  String.raw`(?:\b(?:between|from)\s+)${amount}\s*(?:and|to|–|-)\s*${amount}${ending}`,
  "i",
);
const atMost = new RegExp(
  String.raw`(?:\b(?:under|below|up to|at most|less than|cheaper than|max)\s+|[<≤]\s*)${amount}${ending}`,
  "i",
);
const atLeast = new RegExp(
  String.raw`(?:\b(?:over|above|at least|more than|min)\s+|[>≥]\s*)${amount}${ending}`,
  "i",
);

// As far back as the list's query takes them.
const year = String.raw`(199\d|20\d\d)`;
const years = new RegExp(
  String.raw`(?<=^|[\s,;])(?:vintages?\s+)?(?:(?:between|from)\s+)?${year}\s*(?:and|to|–|-)\s*${year}${ending}`,
  "i",
);

/** Reads "under €150", "above 10 €/t", "between €5 and €10" and "2019 to 2021" out of a search; years are no prices. */
export function readBounds(text: string): Bounds {
  const prices = readPrices(text);
  const [said, from, to] = years.exec(prices.rest) ?? [];
  if (!said || from! > to!) return prices;
  return { ...prices, vintageFrom: from!, vintageTo: to!, rest: without(prices.rest, said) };
}

function readPrices(text: string): Bounds {
  const both = between.exec(text);
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

const plain = (figure: string) => figure.replace(",", ".");
const without = (text: string, part: string) =>
  text.replace(part, " ").replaceAll(/\s+/g, " ").trim();
/** "from 2019 to 2022" says no sum of money. */
const isYear = (said: string, figure: string) =>
  /^(19|20)\d\d$/.test(figure) && !/€|eur/i.test(said);
