import { wordsOf } from "./fold.rules.ts";
import type { CreditType, ImpactType, LabelKind } from "@tonneline/contract/catalogue";

/** Other words for a project type, by its name in small letters; German and French ones where they begin otherwise. */
export const typeWords: Readonly<Record<string, string>> = {
  "advanced refrigerants": "refrigeration, low gwp",
  "afforestation/reforestation":
    "afforestation, reforestation, ARR, tree planting, trees, new forest, forest restoration, Aufforstung, Wiederaufforstung, Baumpflanzung, reboisement, boisement",
  "avoided forest conversion": "forest protection, avoided deforestation",
  "avoided grassland conversion": "grassland protection, prairie, rangeland",
  beccs: "bioenergy with carbon capture and storage, CDR",
  bicycles: "bike, cycling",
  biochar: "bio char, pyrolysis, CDR, carbon removal, Biokohle, Pflanzenkohle, biocharbon",
  biodigesters: "biogas, household biogas, anaerobic digestion, Biogasanlagen, biodigesteurs",
  biomass: "bioenergy, biofuel, Biomasse, Bioenergie",
  "brick manufacturing emission reductions": "brick kilns",
  "carbon capture in concrete": "CCUS, mineralisation, mineralization, CO2 mineral",
  "carbon-absorbing concrete": "mineralisation, mineralization, CDR",
  "clean water":
    "safe drinking water, water purification, water filters, WASH, Trinkwasser, eau potable",
  "community boreholes": "clean water, safe drinking water, water wells, WASH",
  composting: "compost, organic waste",
  cookstoves:
    "clean cooking, improved cook stoves, efficient cooking, ICS, Kochöfen, Kochherde, foyers améliorés",
  "direct air capture": "DAC, DACS, DACCS, CDR, carbon removal",
  "electric vehicles & charging": "EV, e-mobility, electric mobility",
  "enhanced weathering": "ERW, rock weathering, basalt, CDR, carbon removal",
  "fuel switching": "fuel switch",
  "hfc refrigerant reclamation": "refrigerant recovery, f-gas",
  "hfc replacement in foam production": "foam blowing agents, f-gas",
  geothermal: "Geothermie, Erdwärme",
  hydropower:
    "hydro, hydroelectric, run of river, small hydro, Wasserkraft, hydroélectricité, hydroélectrique",
  "improved forest management": "IFM, forestry, sustainable forestry, Waldbewirtschaftung",
  "jurisdictional redd+": "JREDD, avoided deforestation, forest protection, Waldschutz",
  "landfill methane": "landfill gas, LFG, Deponiegas",
  "leak detection & repair in gas systems": "LDAR, methane leaks",
  lighting: "LED, efficient lighting",
  "lower carbon cement & concrete": "green cement",
  "manure methane digester": "livestock, dairy digester, biogas, anaerobic digestion",
  "mass transit": "public transport, bus rapid transit, metro",
  "methane recovery in wastewater": "waste water, sewage",
  "mine methane capture": "coal mine methane, CMM",
  "ozone depleting substances recovery & destruction": "ODS, CFC",
  "natural gas electricity generation": "natural gas, gas power",
  "plugging oil & gas wells": "orphan wells, orphaned wells, well plugging",
  "re bundled": "renewables",
  "redd+":
    "REDD, REDD plus, avoided deforestation, forest protection, rainforest, Waldschutz, Regenwald",
  "rice emission reductions": "rice methane, alternate wetting and drying, AWD",
  "solar - centralized": "solar power, photovoltaic, PV, solar farm, Photovoltaik, photovoltaïque",
  "solar - distributed": "rooftop solar, photovoltaic, PV, Photovoltaik, photovoltaïque",
  "solar lighting": "solar lamps, solar lanterns",
  "sustainable agriculture":
    "regenerative agriculture, soil carbon, agricultural land management, ALM",
  "sustainable grassland management": "grazing, soil carbon, rangeland",
  "waste incineration": "waste to energy, WtE, energy from waste",
  "wetland restoration": "blue carbon, wetlands, coastal, Feuchtgebiete, zones humides",
  wind: "wind power, wind farm, wind energy, Windkraft, Windenergie, Windpark, éolien, éolienne",
};

/** Types that buyers speak of together. */
export interface Family {
  name: string;
  /** By which it is found, besides its name. */
  words: string;
  scopes?: readonly string[];
  /** In small letters. */
  types?: readonly string[];
}

export const families: readonly Family[] = [
  {
    name: "Nature-based solutions",
    words: "nature based, natural climate solutions, NBS, NCS, nature",
    scopes: ["Forestry & Land Use"],
    types: ["sustainable agriculture", "rice emission reductions"],
  },
  {
    name: "Forestry",
    words: "forest carbon, woodland, Wald, forêt, forestier",
    types: [
      "afforestation/reforestation",
      "avoided forest conversion",
      "improved forest management",
      "jurisdictional redd+",
      "redd+",
    ],
  },
  {
    name: "Engineered removal",
    words: "technological removal, tech based removal, carbon dioxide removal, permanent removal",
    types: [
      "beccs",
      "biochar",
      "carbon capture in concrete",
      "carbon-absorbing concrete",
      "direct air capture",
      "enhanced weathering",
    ],
  },
  {
    name: "Renewable energy",
    words:
      "renewables, green energy, clean energy, green electricity, erneuerbare Energien, énergies renouvelables",
    scopes: ["Renewable Energy"],
  },
  {
    name: "Solar",
    words: "solar energy, Solarenergie, Solarstrom, énergie solaire",
    types: ["solar - centralized", "solar - distributed", "solar lighting", "solar water heaters"],
  },
  {
    name: "Community and households",
    words: "household devices, community based",
    scopes: ["Household & Community"],
  },
  {
    name: "Water",
    words: "drinking water, water access",
    types: ["clean water", "community boreholes"],
  },
  {
    name: "Methane",
    words: "methane avoidance, methane capture, methane destruction",
    types: [
      "landfill methane",
      "leak detection & repair in gas systems",
      "manure methane digester",
      "methane recovery in wastewater",
      "mine methane capture",
      "plugging oil & gas wells",
      "rice emission reductions",
    ],
  },
  {
    name: "Refrigerants and industrial gases",
    words: "industrial gas, f-gases, HFC, refrigerant",
    scopes: ["Chemical Processes"],
  },
  { name: "Waste", words: "waste handling, waste disposal", scopes: ["Waste Management"] },
  {
    name: "Energy efficiency",
    words: "energy saving",
    types: [
      "bundled energy efficiency",
      "energy efficiency",
      "lighting",
      "weatherization",
      "waste heat recovery",
    ],
  },
  { name: "Agriculture", words: "farming, soil", scopes: ["Agriculture"] },
  { name: "Transport", words: "mobility", scopes: ["Transportation"] },
];

export const labelWords: Readonly<Record<LabelKind, string>> = {
  CCP: "CCP, ICVCM, core carbon principles, CCP approved, CCP labelled, CCP label",
  CORSIA: "CORSIA, CORSIA eligible, ICAO, aviation",
  CCB: "CCB, climate community and biodiversity, biodiversity, CCBS",
  ARTICLE_6:
    "article 6, article6, corresponding adjustment, authorised, authorized, Paris agreement, ITMO",
  SOCIAL_CARBON: "social carbon, socialcarbon",
};

/** As pages name the labels. */
export const labelNames: Readonly<Record<LabelKind, string>> = {
  CCP: "CCP",
  CORSIA: "CORSIA",
  CCB: "CCB",
  ARTICLE_6: "Article 6",
  SOCIAL_CARBON: "SOCIALCARBON",
};

export const impactWords: Readonly<Record<ImpactType, string>> = {
  REDUCTION: "reduction, avoidance, avoided emissions, emission reduction",
  REMOVAL_SHORT: "removal, carbon removal, CDR, short-lived removal, short-term removal",
  REMOVAL_LONG:
    "removal, carbon removal, CDR, long-lived removal, long-term removal, durable removal, permanent removal",
  MIXED: "removal, reduction, mixed",
};

export const creditWords: Readonly<Record<CreditType, string>> = {
  EX_POST: "issued, ex-post, expost, spot",
  EX_ANTE:
    "expected, ex-ante, exante, forward, future delivery, offtake, pre-issuance, preissuance",
};

/** Regions that people ask for and that are no continent, with their countries. */
export const regions: readonly { name: string; words: string; countries: readonly string[] }[] = [
  {
    name: "Latin America",
    words: "LATAM, latin american",
    countries: "AR BO BR BZ CL CO CR CU DO EC GT GY HN HT MX NI PA PE PR PY SR SV UY VE".split(" "),
  },
  {
    name: "Southeast Asia",
    words: "south east asia, ASEAN",
    countries: "BN ID KH LA MM MY PH SG TH TL VN".split(" "),
  },
  {
    name: "South Asia",
    words: "indian subcontinent",
    countries: "AF BD BT IN LK MV NP PK".split(" "),
  },
  {
    name: "East Africa",
    words: "eastern africa",
    countries: "BI DJ ER ET KE MG MW MZ RW SO SS TZ UG ZM ZW".split(" "),
  },
  {
    name: "West Africa",
    words: "western africa",
    countries: "BF BJ CI CV GH GM GN GW LR ML MR NE NG SL SN TG".split(" "),
  },
  {
    name: "European Union",
    words: "EU",
    countries:
      "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
  },
  {
    name: "Middle East",
    words: "MENA",
    countries: "AE BH EG IL IQ IR JO KW LB OM PS QA SA SY TR YE".split(" "),
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

/** How people call what is of a country, by its code. That of the United States means other places too. */
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

// As people say it where those languages officially keep the country's own name.
const saidAbroad: Readonly<Record<string, readonly string[]>> = {
  CI: ["Elfenbeinküste", "Costa de Marfil"],
};

/** What a country is called elsewhere in the EU. Iceland is not found by "island", of which there are many. */
export function namesAbroad(code: string): string[] {
  const names = languagesOfEu.map((language) => language.of(code)!);
  return [...names, ...(saidAbroad[code] ?? [])].filter(
    (name) => name !== code && name !== "Island",
  );
}

/**
 * Names of countries, comma-separated by their codes, and after them what each is called in one word elsewhere in the EU:
 * of several words some say too little.
 */
export function withNamesAbroad(names: ReadonlyMap<string, string>): Map<string, string> {
  const abroad = (code: string) => namesAbroad(code).filter((name) => /^\p{L}+$/u.test(name));
  return new Map(
    [...names].map(([code, own]) => [code, [...new Set([own, ...abroad(code)])].join(", ")]),
  );
}

/** Everything that the trade calls something; whoever types it has not misspelt anything else. */
export const tradeWords: ReadonlySet<string> = new Set(
  [
    ...Object.keys(typeWords),
    ...[typeWords, labelWords, impactWords, creditWords, continentWords].flatMap((words) =>
      Object.values(words),
    ),
    ...[...families, ...regions].flatMap(({ name, words }) => [name, words]),
  ].flatMap(wordsOf),
);

/** The families of a type, by its name and scope. */
export function familiesOf(type: string, scope: string): Family[] {
  const name = type.toLowerCase();
  return families.filter(({ scopes, types }) => scopes?.includes(scope) || types?.includes(name));
}

/** By which words a project of that kind is found. */
export function kindWords(facts: {
  projectTypeName: string;
  scope: string;
  impactTypes: readonly string[];
  creditTypes: readonly string[];
  labels: readonly { kind: string }[];
  years: readonly number[];
  sdgs: readonly number[];
}): string[] {
  const { projectTypeName: type, scope } = facts;
  return [
    type,
    typeWords[type.toLowerCase()] ?? "",
    scope,
    ...familiesOf(type, scope).flatMap(({ name, words }) => [name, words]),
    ...facts.impactTypes.map((impact) => impactWords[impact as ImpactType]),
    ...facts.creditTypes.map((credit) => creditWords[credit as CreditType]),
    ...facts.labels.map(({ kind }) => labelWords[kind as LabelKind]),
    ...facts.years.map(String),
    ...facts.sdgs.map((goal) => `sdg${goal}`),
  ];
}

/** By which words a project of these countries is found; of each all its names. */
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
    ...regions
      .filter((region) => region.countries.some((code) => countries.includes(code)))
      .flatMap(({ name, words }) => [name, words]),
  ];
}
