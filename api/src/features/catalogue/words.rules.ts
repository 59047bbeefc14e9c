import { wordsOf } from "./fold.rules.ts";
import { continentWords, regions } from "./placeWords.rules.ts";
import type { CreditType, ImpactType, LabelKind } from "@tonneline/contract/catalogue";

/**
 * Synonyms of project types, by lower-case name; German, French, Spanish and Portuguese ones only if their beginning differs.
 */
export const typeWords: Readonly<Record<string, string>> = {
  "advanced refrigerants": "refrigeration, low gwp",
  "afforestation/reforestation":
    "afforestation, reforestation, ARR, tree planting, trees, new forest, forest restoration, Aufforstung, Wiederaufforstung, Baumpflanzung, reboisement, boisement, reforestación, forestación, reflorestamento",
  "avoided forest conversion": "forest protection, avoided deforestation",
  "avoided grassland conversion": "grassland protection, prairie, rangeland",
  beccs: "bioenergy with carbon capture and storage, CDR",
  bicycles: "bike, cycling",
  biochar: "bio char, pyrolysis, CDR, carbon removal, Biokohle, Pflanzenkohle, biocharbon",
  biodigesters:
    "biogas, household biogas, anaerobic digestion, Biogasanlagen, biodigesteurs, biodigestores",
  biomass:
    "bioenergy, biofuel, biomass power, biomass energy, Biomasse, Bioenergie, biomasa, bioenergía",
  "brick manufacturing emission reductions": "brick kilns",
  "carbon capture in concrete": "CCUS, mineralisation, mineralization, CO2 mineral",
  "carbon-absorbing concrete": "mineralisation, mineralization, CDR",
  "clean water":
    "safe drinking water, water purification, water filters, WASH, Trinkwasser, eau potable, agua potable, agua limpia",
  "community boreholes": "clean water, safe drinking water, water wells, WASH",
  composting: "compost, organic waste",
  cookstoves:
    "clean cooking, improved cook stoves, efficient cooking, ICS, Kochöfen, Kochherde, foyers améliorés, estufas, cocinas mejoradas, cocinas eficientes, fogões",
  "direct air capture": "DAC, DACS, DACCS, CDR, carbon removal",
  "electric vehicles & charging":
    "EV, e-mobility, electric mobility, electric cars, electric buses, Elektromobilität, Elektroautos",
  "enhanced weathering": "ERW, rock weathering, basalt, CDR, carbon removal",
  "fuel switching": "fuel switch",
  "hfc refrigerant reclamation": "refrigerant recovery, f-gas",
  "hfc replacement in foam production": "foam blowing agents, f-gas",
  geothermal: "Geothermie, Erdwärme, geotermia, geotérmica",
  hydropower:
    "hydro, hydroelectric, run of river, small hydro, Wasserkraft, hydroélectricité, hydroélectrique, hidroeléctrica, hidroelétrica, hidroenergía",
  "improved forest management":
    "IFM, forestry, sustainable forestry, Waldbewirtschaftung, manejo forestal, gestion forestière",
  "jurisdictional redd+": "JREDD, avoided deforestation, forest protection, Waldschutz",
  "landfill methane":
    "landfill gas, LFG, gas flaring, Deponiegas, relleno sanitario, aterro sanitário",
  "leak detection & repair in gas systems": "LDAR, methane leaks",
  lighting: "LED, efficient lighting, light bulbs, lamps, CFL",
  "lower carbon cement & concrete": "green cement",
  "manure methane digester":
    "livestock, dairy digester, biogas, anaerobic digestion, pig farms, swine, cattle manure",
  "mass transit": "public transport, bus rapid transit, metro",
  "methane recovery in wastewater": "waste water, sewage, effluent, POME",
  "mine methane capture": "coal mine methane, CMM",
  "ozone depleting substances recovery & destruction": "ODS, CFC",
  "natural gas electricity generation": "natural gas, gas power",
  "plugging oil & gas wells": "orphan wells, orphaned wells, well plugging",
  "re bundled": "renewables",
  "redd+":
    "REDD, REDD plus, avoided deforestation, forest protection, rainforest, Waldschutz, Regenwald",
  "rice emission reductions": "rice methane, alternate wetting and drying, AWD",
  "seaweed cultivation": "seaweed, kelp, macroalgae, ocean farming",
  "solar - centralized":
    "solar power, photovoltaic, PV, solar farm, Photovoltaik, photovoltaïque, fotovoltaica",
  "solar - distributed":
    "rooftop solar, photovoltaic, PV, Photovoltaik, photovoltaïque, fotovoltaica",
  "solar lighting": "solar lamps, solar lanterns",
  "sustainable agriculture":
    "regenerative agriculture, soil carbon, agricultural land management, ALM",
  "sustainable grassland management": "grazing, soil carbon, rangeland",
  "waste incineration": "waste to energy, WtE, energy from waste",
  "wetland restoration": "blue carbon, wetlands, coastal, Feuchtgebiete, zones humides, humedales",
  wind: "wind power, wind farm, wind energy, Windkraft, Windenergie, Windpark, éolien, éolienne, énergie éolienne, eólica, eólico, energía eólica",
};

/** Project types that buyers refer to collectively. */
export interface Family {
  name: string;
  /** Words by which it is found, besides its name. */
  words: string;
  scopes?: readonly string[];
  /** In lower case. */
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
    words: "forest carbon, woodland, Wald, Waldprojekte, forêt, forestier, bosques, florestas",
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
      "renewables, green energy, clean energy, green electricity, erneuerbare Energien, énergies renouvelables, energías renovables, energia renovável",
    scopes: ["Renewable Energy"],
  },
  {
    name: "Solar",
    words: "solar energy, Solarenergie, Solarstrom, énergie solaire, energía solar",
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

/** The labels' display names. */
export const labelNames: Readonly<Record<LabelKind, string>> = {
  CCP: "CCP",
  CORSIA: "CORSIA",
  CCB: "CCB",
  ARTICLE_6: "Article 6",
  SOCIAL_CARBON: "Social Carbon",
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

/** The United Nations' names of the goals, and common short forms. Goal 13 applies to nearly every project, Goal 7 to most. */
export const goalWords: Readonly<Record<number, string>> = {
  1: "no poverty, poverty",
  2: "zero hunger, hunger",
  3: "good health and well-being, good health, health",
  4: "quality education, education",
  5: "gender equality, gender",
  6: "clean water and sanitation, sanitation",
  7: "affordable and clean energy",
  8: "decent work and economic growth, decent work",
  9: "industry innovation and infrastructure",
  10: "reduced inequalities",
  11: "sustainable cities and communities, sustainable cities",
  12: "responsible consumption and production, responsible consumption",
  13: "climate action",
  14: "life below water",
  15: "life on land",
  16: "peace justice and strong institutions",
  17: "partnerships for the goals",
};

/** Other names of registries, by code. */
export const registryWords: Readonly<Record<string, string>> = { GOLD: "GS, GS4GG" };

/** All terms of the trade: they are never treated as misspellings. */
export const tradeWords: ReadonlySet<string> = new Set(
  [
    ...Object.keys(typeWords),
    ...[typeWords, labelWords, impactWords, creditWords, continentWords].flatMap((words) =>
      Object.values(words),
    ),
    ...[...families, ...regions].flatMap(({ name, words }) => [name, words]),
  ].flatMap(wordsOf),
);

/** Returns the families of a type, by its name and scope. */
export function familiesOf(type: string, scope: string): Family[] {
  const name = type.toLowerCase();
  return families.filter(({ scopes, types }) => scopes?.includes(scope) || types?.includes(name));
}

/** Returns the words by which a project of this kind is found. */
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
