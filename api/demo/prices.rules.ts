import type { ProjectType } from "../src/features/directory/projectTypes.rules.ts";
import { seeded } from "../src/features/imports/seeded.rules.ts";

/**
 * Euros per tonne, low and high, for a 2021 vintage without labels. Invented for the demonstration, based on the
 * order of magnitude at which each type has been traded: grid renewables lowest, engineered removals highest.
 */
export const euroRange: Record<ProjectType, readonly [low: number, high: number]> = {
  "Advanced Refrigerants": [8, 15],
  "Afforestation/Reforestation": [15, 34],
  "Aluminum Smelters Emission Reductions": [3, 6],
  "Avoided Forest Conversion": [7, 13],
  "Avoided Grassland Conversion": [10, 18],
  BECCS: [150, 240],
  Bicycles: [4, 9],
  Biochar: [110, 170],
  Biodigesters: [5, 12],
  Biomass: [1, 4],
  "Brick Manufacturing Emission Reductions": [2, 5],
  "Bundled Compost Production and Soil Application": [6, 12],
  "Bundled Energy Efficiency": [2, 6],
  "Carbon Capture & Enhanced Oil Recovery": [4, 9],
  "Carbon Capture in Concrete": [60, 120],
  "Carbon Capture in Plastic": [20, 50],
  "Carbon-Absorbing Concrete": [70, 140],
  "Clean Water": [5, 12],
  "Community Boreholes": [6, 14],
  Composting: [3, 8],
  Cookstoves: [4, 11],
  "Direct Air Capture": [380, 720],
  "Electric Vehicles & Charging": [5, 14],
  "Energy Efficiency": [2, 6],
  "Energy Storage": [3, 8],
  "Feed Additives": [14, 30],
  "Fleet Efficiency": [3, 8],
  "Fuel Switching": [1.5, 4],
  "Fuel Transport": [2, 6],
  Geothermal: [1.2, 4],
  "Grid Expansion & Mini-Grids": [4, 9],
  "HFC Refrigerant Reclamation": [9, 18],
  "HFC Replacement in Foam Production": [6, 13],
  "HFC23 Destruction": [1, 3],
  Hydropower: [0.8, 3],
  "Improved Forest Management": [8, 17],
  "Improved Irrigation Management": [5, 12],
  "Jurisdictional REDD+": [9, 16],
  "Landfill Methane": [2, 6],
  "Leak Detection & Repair in Gas Systems": [2, 6],
  Lighting: [2, 6],
  "Lower Carbon Cement & Concrete": [5, 14],
  "Manure Methane Digester": [4, 10],
  "Mass Transit": [2, 6],
  "Methane Recovery in Wastewater": [2, 6],
  "Mine Methane Capture": [2.5, 7],
  "N2O Destruction in Adipic Acid Production": [2, 6],
  "N2O Destruction in Nitric Acid Production": [2.5, 7],
  "Natural Gas Electricity Generation": [0.8, 2.5],
  "Nitrogen Management": [8, 18],
  "Oil Recycling": [2, 5],
  "Ozone Depleting Substances Recovery & Destruction": [8, 15],
  "Plugging Oil & Gas Wells": [14, 26],
  "Pneumatic Retrofit": [3, 8],
  "Propylene Oxide Production": [1.5, 4],
  "RE Bundled": [0.8, 3],
  "REDD+": [4, 13],
  "Refrigerant Leak Detection": [6, 12],
  "Rice Emission Reductions": [7, 16],
  "Road Construction Emission Reductions": [3, 8],
  "SF6 Replacement": [2, 5],
  Shipping: [3, 8],
  "Solar - Centralized": [0.9, 3.4],
  "Solar - Distributed": [1.4, 4],
  "Solar Lighting": [4, 9],
  "Solar Water Heaters": [3, 7],
  "Solid Waste Separation": [3, 8],
  "Sustainable Agriculture": [14, 30],
  "Sustainable Grassland Management": [8, 17],
  "Truck Stop Electrification": [2, 6],
  "University Campus Emission Reductions": [3, 8],
  "Waste Diversion": [3, 8],
  "Waste Gas Recovery": [1.2, 4],
  "Waste Heat Recovery": [1.2, 4],
  "Waste Incineration": [1.5, 4.5],
  "Waste Recycling": [3, 9],
  "Waste Reduction": [3, 8],
  Weatherization: [8, 16],
  "Wetland Restoration": [22, 33],
  Wind: [0.8, 3.2],
};

const registryFactor: Record<string, number> = {
  ACR: 1.03,
  ART: 1,
  CAR: 1.05,
  GOLD: 1.1,
  ISO: 1,
  VCS: 1,
};
const labelFactor: Record<string, number> = {
  ARTICLE_6: 1.25,
  CCB: 1.08,
  CCP: 1.18,
  CORSIA: 1.06,
  SOCIAL_CARBON: 1.04,
};
// Credits that are not issued yet carry the risk of never being issued.
const exAnteFactor = 0.8;

export type PricedVintage = {
  externalId: string;
  type: ProjectType;
  registry: string;
  labelKinds: readonly string[];
  year: number;
  exAnte: boolean;
};

/** Newer vintages are more expensive: 4% per year from 2021, by at most a fifth either way. */
function vintageFactor(year: number): number {
  return Math.min(1.2, Math.max(0.8, 1 + 0.04 * (year - 2021)));
}

/** Cents per tonne, rounded as in a price list: to 1 cent below €2, to 5 cents below €20, otherwise to 25 cents. */
export function priceCents(vintage: PricedVintage): number {
  const [low, high] = euroRange[vintage.type];
  // One position in the range per project: its vintages differ by year only.
  let euros = low + (high - low) * seeded(vintage.externalId, "price");
  euros *= (registryFactor[vintage.registry] ?? 1) * vintageFactor(vintage.year);
  for (const kind of new Set(vintage.labelKinds)) euros *= labelFactor[kind] ?? 1;
  if (vintage.exAnte) euros *= exAnteFactor;
  const cents = euros * 100;
  const step = cents < 200 ? 1 : cents < 2000 ? 5 : 25;
  return Math.round(cents / step) * step;
}
