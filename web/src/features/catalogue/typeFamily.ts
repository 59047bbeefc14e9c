/** The twelve icons for the many project types. */
export type TypeFamily =
  | "forest"
  | "wetland"
  | "land"
  | "wind"
  | "solar"
  | "water"
  | "households"
  | "waste"
  | "gases"
  | "capture"
  | "transport"
  | "other";

// The first match wins: "Mine Methane Capture" is methane, "Solar Lighting" is solar, "Oil Recycling" is waste.
const families: [RegExp, TypeFamily][] = [
  [/mangrove|blue carbon|wetland|peat|seagrass|tidal/, "wetland"],
  [/redd|forest|\btrees?\b|woodland/, "forest"],
  [/\bwind\b/, "wind"],
  [/solar/, "solar"],
  [
    /methane|landfill|waste|compost|recycl|biodigester|biogas|biomass|incinerat|leak detection & repair/,
    "waste",
  ],
  [
    /biochar|direct air|beccs|captur|absorb|concrete|\bcement|weathering|mineral|storage/,
    "capture",
  ],
  [/hydro|water|borehole|geotherm|ocean/, "water"],
  [/cookstove|stove|household|lighting|weatheriz|brick/, "households"],
  [
    /hfc|ozone|refrigerant|n2o|sf6|adipic|nitric|propylene|pneumatic|smelter|oil & gas wells/,
    "gases",
  ],
  [
    /rice|irrigation|grassland|grazing|rangeland|savanna|agricultur|nitrogen|feed|crop|soil/,
    "land",
  ],
  [
    /vehicle|transit|truck|fleet|bicycle|transport|road|campus|efficien|fuel|energy|bundled|electricity/,
    "transport",
  ],
];

/** Returns the icon for a project type, by the words in its name. */
export function typeFamily(type: string): TypeFamily {
  const words = type.toLowerCase();
  return families.find(([pattern]) => pattern.test(words))?.[1] ?? "other";
}
