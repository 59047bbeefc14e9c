/* Vegetation, relief and seasons by a project's country. */

export const reliefs = [
  "alpine",
  "ridges",
  "hills",
  "plain",
  "mesa",
  "volcano",
  "karst",
  "coast",
  "dunes",
  "terraces",
] as const;
export type Relief = (typeof reliefs)[number];
export type Season = "spring" | "summer" | "autumn" | "winter" | "dry" | "wet";
export type Tree = "spruce" | "leaf" | "palm" | "acacia" | "cypress" | "bare";

interface Biome {
  countries: string;
  reliefs: readonly [Relief, ...Relief[]];
  seasons: readonly [Season, ...Season[]];
  trees: readonly [Tree, ...Tree[]];
}

const four = ["spring", "summer", "autumn", "winter"] as const;

export const biomes = {
  boreal: {
    countries: "CA EE FI IS LT LV NO RU SE",
    reliefs: ["hills", "ridges", "plain", "alpine"],
    seasons: four,
    trees: ["spruce", "leaf"],
  },
  alpine: {
    countries: "AM AT BO BT CH CL EC GE KG LI NP PE TJ",
    reliefs: ["alpine", "ridges", "terraces", "volcano"],
    seasons: four,
    trees: ["spruce", "leaf", "spruce"],
  },
  mediterranean: {
    countries: "AL CY DZ ES GR HR IL IT LB MA MK MT MX PT TN TR",
    reliefs: ["coast", "hills", "mesa", "ridges", "terraces"],
    seasons: ["spring", "dry", "autumn"],
    trees: ["cypress", "leaf"],
  },
  arid: {
    countries: "AE BH DJ EG EH ER IQ IR JO KW LY ML MR NA NE OM PK QA SA SD SO SY TD TM UZ YE",
    reliefs: ["mesa", "dunes", "plain", "ridges", "volcano"],
    seasons: ["dry", "spring"],
    trees: ["acacia", "palm"],
  },
  savanna: {
    countries:
      "AO AU BF BI BJ BW CF CI CM ET GH GM GN GW IN KE LS MW MZ NG RW SN SS SZ TG TZ UG ZA ZM ZW",
    reliefs: ["plain", "hills", "volcano", "mesa", "ridges", "terraces"],
    seasons: ["dry", "wet", "summer"],
    trees: ["acacia", "leaf"],
  },
  tropical: {
    countries:
      "BD BN BR BZ CD CG CO CR GA GF GQ GT GY HN ID KH LA LK LR MG MM MY NI PA PG PH PY SL SR SV TH TL TW VE VN",
    reliefs: ["karst", "volcano", "hills", "coast", "terraces", "ridges"],
    seasons: ["wet", "summer", "dry"],
    trees: ["palm", "leaf"],
  },
  island: {
    countries:
      "AG BB BS CU CV DM DO FJ GD HT JM KI KM LC MH MU MV NC NU NR PF PW SB SC ST TO TT TV VC VU WS",
    reliefs: ["coast", "volcano", "karst", "hills"],
    seasons: ["wet", "summer", "dry"],
    trees: ["palm"],
  },
  temperate: {
    countries: "",
    reliefs: ["hills", "ridges", "plain", "coast", "alpine"],
    seasons: four,
    trees: ["leaf", "spruce", "leaf"],
  },
} as const satisfies Record<string, Biome>;
export type BiomeName = keyof typeof biomes;

/** Temperate if the country is unknown or listed in no other biome. */
export function biomeOf(country: string | undefined): BiomeName {
  const names = Object.keys(biomes) as BiomeName[];
  if (!country) return "temperate";
  return names.find((name) => biomes[name].countries.split(" ").includes(country)) ?? "temperate";
}
