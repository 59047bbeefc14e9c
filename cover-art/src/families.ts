import type { SceneName } from "./palettes.ts";

/** The first match wins. */
const families: readonly [RegExp, SceneName, string?][] = [
  [/mangrove|blue carbon|wetland|peat|seagrass|tidal/, "wetland"],
  [/\bredd|forest|\btrees?\b|woodland|\barr\b/, "forest"],
  [/biochar|soil application|enhanced weathering|rock weathering/, "strata", "soil"],
  [
    /direct air|\bdac\b|beccs|carbon capture|mineral|concrete|\bcement|(carbon|geolog\w+) storage|enhanced oil|oil & gas wells/,
    "strata",
  ],
  [/rice|irrigation/, "field", "rice"],
  [/grassland|grazing|rangeland|savanna/, "field", "grass"],
  [/manure|biodigester|biogas/, "home", "dome"],
  [/agricultur|nitrogen management|feed additive|compost|biomass|crop|soil/, "field"],
  [/\bwind\b/, "wind"],
  [/solar/, "solar"],
  [/geotherm/, "water", "steam"],
  [/clean water|borehole|safe water|water purif/, "water", "well"],
  [/hydro|run-of-river|re bundled|shipping|ocean/, "water"],
  [/cookstove|stove|household|lighting|weatheriz|brick/, "home", "stove"],
  [/mine methane|coal mine/, "gas", "mine"],
  [/landfill|methane|waste|wastewater|incinerat|recycl|leak detection|natural gas/, "gas"],
  [
    /hfc|ozone|\bods\b|refrigerant|n2o|sf6|adipic|nitric|propylene|pneumatic|smelter|substitution|chemical/,
    "lattice",
  ],
  [
    /vehicle|transit|truck|fleet|bicycle|transport|road|campus|efficien|grid|energy|fuel|heat/,
    "route",
  ],
];

/** Returns the scene for a type, and its variant; contour lines for unknown types. */
export function familyOf(type: string): { scene: SceneName; kind?: string | undefined } {
  const text = type.toLowerCase();
  const hit = families.find(([words]) => words.test(text));
  return hit ? { scene: hit[1], kind: hit[2] } : { scene: "topo" };
}
