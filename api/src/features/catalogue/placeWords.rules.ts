const listed = (codes: string) => codes.trim().split(/\s+/);

const southeastAsia = listed("BN ID KH LA MM MY PH SG TH TL VN");
const southAsia = listed("AF BD BT IN LK MV NP PK");
const eastAsia = listed("CN HK JP KP KR MN MO TW");
const oceania = listed(
  "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS",
);
const northAfrica = listed("DZ EG EH LY MA SD TN");
const middleEast = listed("AE BH EG IL IQ IR JO KW LB OM PS QA SA SY TR YE");
const subSaharanAfrica = listed(`
  AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW KE KM LR LS MG ML MR MU MW MZ NA NE NG RW SC SL SN SO
  SS ST SZ SD TD TG TZ UG ZA ZM ZW`);
const latinAmerica = listed(
  "AR BO BR BZ CL CO CR CU DO EC GT GY HN HT MX NI PA PE PR PY SR SV UY VE",
);
const caribbean = listed(
  "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI",
);
const centralAmerica = listed("BZ CR GT HN NI PA SV");
const europeanUnion = listed(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK",
);
const restOfEurope = listed(
  "AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK",
);
const union = (...parts: string[][]) => [...new Set(parts.flat())];

/**
 * Regions other than continents that people search for, with their countries. Regions across continents are found by
 * their acronym only: with the words "Middle East and North Africa" a project in Oman would match a search for Africa.
 */
export const regions: readonly { name: string; words: string; countries: readonly string[] }[] = [
  { name: "Latin America", words: "LATAM, latin american", countries: latinAmerica },
  { name: "LAC", words: "", countries: union(latinAmerica, caribbean) },
  { name: "Southeast Asia", words: "south east asia, ASEAN", countries: southeastAsia },
  { name: "South Asia", words: "indian subcontinent", countries: southAsia },
  {
    name: "East Africa",
    words: "eastern africa",
    countries: listed("BI DJ ER ET KE KM MG MU MW MZ RW SC SO SS TZ UG ZM ZW"),
  },
  {
    name: "West Africa",
    words: "western africa",
    countries: listed("BF BJ CI CV GH GM GN GW LR ML MR NE NG SL SN TG"),
  },
  { name: "North Africa", words: "northern africa", countries: northAfrica },
  { name: "Maghreb", words: "", countries: listed("DZ EH LY MA MR TN") },
  {
    name: "Southern Africa",
    words: "",
    countries: listed("AO BW LS MG MW MZ NA SZ ZA ZM ZW"),
  },
  {
    name: "SADC",
    words: "",
    countries: listed("AO BW CD KM LS MG MU MW MZ NA SC SZ TZ ZA ZM ZW"),
  },
  { name: "Central Africa", words: "", countries: listed("AO CD CF CG CM GA GQ ST TD") },
  { name: "Congo Basin", words: "", countries: listed("CD CF CG CM GA GQ") },
  { name: "Sub-Saharan Africa", words: "subsaharan africa", countries: subSaharanAfrica },
  { name: "Central America", words: "central american", countries: centralAmerica },
  { name: "Mesoamerica", words: "mesoamerican", countries: union(centralAmerica, ["MX"]) },
  { name: "Caribbean", words: "west indies", countries: caribbean },
  { name: "East Asia", words: "eastern asia", countries: eastAsia },
  { name: "Central Asia", words: "central asian", countries: listed("KG KZ TJ TM UZ") },
  {
    name: "Nordic countries",
    words: "nordics, nordic, scandinavia, scandinavian",
    countries: listed("DK FI IS NO SE"),
  },
  { name: "Balkans", words: "balkan", countries: listed("AL BA BG HR ME MK RS SI XK") },
  { name: "European Union", words: "EU", countries: europeanUnion },
  { name: "DACH", words: "", countries: listed("AT CH DE") },
  { name: "Benelux", words: "", countries: listed("BE LU NL") },
  { name: "Middle East", words: "middle eastern", countries: middleEast },
  { name: "MENA", words: "", countries: union(middleEast, northAfrica) },
  { name: "APAC", words: "", countries: union(eastAsia, southeastAsia, southAsia, oceania) },
  {
    name: "EMEA",
    words: "",
    countries: union(europeanUnion, restOfEurope, middleEast, northAfrica, subSaharanAfrica),
  },
];

export const continentWords: Readonly<Record<string, string>> = {
  Africa: "african",
  Asia: "asian",
  Europe: "european",
  "North America": "north american",
  Oceania: "pacific",
  "South America": "south american",
};

/** Demonyms and adjectives by country code. The United States have none here, as theirs also refers to other places. */
export const countryWords: Readonly<Record<string, string>> = Object.fromEntries(
  `
  AR argentinian, argentine; AT austrian; AU australian; BD bangladeshi; BE belgian; BG bulgarian;
  BI burundian; BJ beninese; BO bolivian; BR brazilian; CA canadian; CD congolese; CG congolese; CH swiss;
  CI ivorian; CL chilean; CM cameroonian; CN chinese; CO colombian; CR costa rican; DE german; DK danish;
  DO dominican; EC ecuadorian; EG egyptian; ER eritrean; ES spanish; ET ethiopian; FI finnish; FR french;
  GA gabonese; GB british, english, scottish; GH ghanaian; GT guatemalan; GY guyanese; HN honduran;
  ID indonesian; IE irish; IL israeli; IN indian; IS icelandic; IT italian; JP japanese; KE kenyan;
  KH cambodian; KR korean; LA laotian, lao; LK sri lankan; MA moroccan; MG malagasy; ML malian; MM burmese;
  MW malawian; MX mexican; MY malaysian; MZ mozambican; NG nigerian; NI nicaraguan; NL dutch; NO norwegian;
  NP nepalese, nepali; PA panamanian; PE peruvian; PH philippine, filipino; PK pakistani; PL polish;
  PT portuguese; PY paraguayan; RO romanian; RW rwandan; SE swedish; SN senegalese; SV salvadoran;
  TG togolese; TH thai; TR turkish; TZ tanzanian; UG ugandan; UY uruguayan; VN vietnamese; ZA south african;
  ZM zambian; ZW zimbabwean
  `
    .split(";")
    .map((entry) => [entry.trim().slice(0, 2), entry.trim().slice(3)]),
);

const languagesOfEu = "bg cs da de el es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv"
  .split(" ")
  .map((language) => new Intl.DisplayNames(language, { type: "region" }));

// Colloquial names where those languages officially keep the country's own name.
const saidAbroad: Readonly<Record<string, readonly string[]>> = {
  CI: ["Elfenbeinküste", "Costa de Marfil"],
};

/** Returns a country's names in other EU languages. Iceland is not found by "island", which is too common a word. */
export function namesAbroad(code: string): string[] {
  const names = languagesOfEu.map((language) => language.of(code)!);
  return [...names, ...(saidAbroad[code] ?? [])].filter(
    (name) => name !== code && name !== "Island",
  );
}

/**
 * Appends to each country's comma-separated names its one-word names in other EU languages: some
 * names of several words have words that are too general.
 */
export function withNamesAbroad(names: ReadonlyMap<string, string>): Map<string, string> {
  const abroad = (code: string) => namesAbroad(code).filter((name) => /^\p{L}+$/u.test(name));
  return new Map(
    [...names].map(([code, own]) => [code, [...new Set([own, ...abroad(code)])].join(", ")]),
  );
}

/** The regions that each country is in. */
const regionsByCountry = Map.groupBy(
  regions.flatMap((region) => region.countries.map((code) => ({ code, region }))),
  ({ code }) => code,
);

/** Returns the words by which a project in these countries is found, including all names of each country. */
export function placeWords(
  continent: string | null,
  countries: readonly string[],
  countryNames: ReadonlyMap<string, string>,
): string[] {
  return [
    continent ?? "",
    continentWords[continent ?? ""] ?? "",
    ...countries.map((code) => countryNames.get(code) ?? code),
    ...countries.map((code) => countryWords[code] ?? ""),
    ...countries
      .flatMap((code) => regionsByCountry.get(code) ?? [])
      .flatMap(({ region }) => [region.name, region.words]),
  ];
}
