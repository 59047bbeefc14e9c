import { expect, test } from "vitest";
import { typeFamily } from "./typeFamily.ts";

test.each([
  ["Wetland Restoration", "wetland"],
  ["REDD+", "forest"],
  ["Afforestation/Reforestation", "forest"],
  ["Improved Forest Management", "forest"],
  ["Rice Emission Reductions", "land"],
  ["Feed Additives", "land"],
  ["Wind", "wind"],
  ["Solar Lighting", "solar"],
  ["Hydropower", "water"],
  ["Community Boreholes", "water"],
  ["Cookstoves", "households"],
  ["Brick Manufacturing Emission Reductions", "households"],
  ["Mine Methane Capture", "waste"],
  ["Waste Gas Recovery", "waste"],
  ["Oil Recycling", "waste"],
  ["Refrigerant Leak Detection", "gases"],
  ["Plugging Oil & Gas Wells", "gases"],
  ["N2O Destruction in Nitric Acid Production", "gases"],
  ["HFC Replacement in Foam Production", "gases"],
  ["Lower Carbon Cement & Concrete", "capture"],
  ["Biochar", "capture"],
  ["Carbon-Absorbing Concrete", "capture"],
  ["Mass Transit", "transport"],
  ["RE Bundled", "transport"],
  ["Something New", "other"],
])("%s has the icon %s", (type, family) => {
  expect(typeFamily(type)).toBe(family);
});
