import type { ProjectType } from "../directory/projectTypes.rules.ts";

/**
 * What a project of each type does and where its tonnes come from, to follow "the project …": general
 * knowledge about the type, not a statement about any one project.
 */
export const activities: Record<ProjectType, string> = {
  "Advanced Refrigerants":
    "installs cooling equipment that runs on refrigerants of low warming potential; its credits count the leakage of stronger gases avoided",
  "Afforestation/Reforestation":
    "plants or regenerates trees on land without forest; its credits count the carbon that the growing trees take up",
  "Aluminum Smelters Emission Reductions":
    "shortens the anode effects of aluminium smelting; its credits count perfluorocarbons that are not formed",
  "Avoided Forest Conversion":
    "protects a forest that could be cleared for another use; its credits count the emissions of clearing it",
  "Avoided Grassland Conversion":
    "protects grassland from being ploughed up; its credits count the soil carbon and crop emissions avoided",
  BECCS:
    "captures the carbon dioxide from biogenic fuel or fermentation and stores it underground; its credits count what is stored, net of the process",
  Bicycles: "moves trips from motor vehicles to bicycles; its credits count the fuel not burnt",
  Biochar:
    "heats biomass residues without air and uses the char in lasting ways; its credits count the carbon that stays in the char",
  Biodigesters:
    "supplies households with digesters that turn dung into cooking gas; its credits count wood or fossil fuel saved and methane not released",
  Biomass:
    "generates heat or electricity from biomass residues; its credits count the fossil fuel or grid electricity replaced",
  "Brick Manufacturing Emission Reductions":
    "makes bricks with less or no firing fuel; its credits count the coal or wood saved for each brick",
  "Bundled Compost Production and Soil Application":
    "composts organic waste and spreads it on soils; its credits count landfill methane avoided and carbon kept in the soil",
  "Bundled Energy Efficiency":
    "supplies many small users with efficient devices; its credits count the fuel and electricity saved",
  "Carbon Capture & Enhanced Oil Recovery":
    "captures carbon dioxide and injects it into oil fields, where it stays; its credits count the gas kept out of the air",
  "Carbon Capture in Concrete":
    "injects captured carbon dioxide into fresh concrete; its credits count the gas bound as mineral and the cement saved",
  "Carbon Capture in Plastic":
    "makes plastic from captured carbon or with less fossil feedstock; its credits count the emissions of the usual product avoided",
  "Carbon-Absorbing Concrete":
    "cures concrete products with carbon dioxide; its credits count the carbon bound as carbonate",
  "Clean Water":
    "supplies safe water without boiling; its credits count the wood or fossil fuel that boiling would have used",
  "Community Boreholes":
    "repairs and maintains village boreholes; its credits count the firewood that purifying water by boiling would have used",
  Composting:
    "composts organic waste with air; its credits count the methane that the waste would have released in a landfill",
  Cookstoves:
    "supplies households with stoves that need less or cleaner fuel; its credits count the wood or charcoal saved, as far as it is not regrown",
  "Direct Air Capture":
    "filters carbon dioxide out of the air and stores it; its credits count what is stored, net of the energy used",
  "Electric Vehicles & Charging":
    "runs electric vehicles or charging points; its credits count the motor fuel replaced, less the emissions of the electricity",
  "Energy Efficiency":
    "reduces the energy use of plants or buildings; its credits count the fuel and electricity saved",
  "Energy Storage":
    "stores electricity so that less fossil power is needed; its credits count the generation replaced",
  "Feed Additives":
    "gives cattle feed additives that reduce the methane from digestion; its credits count the methane not formed",
  "Fleet Efficiency": "reduces the fuel use of vehicle fleets; its credits count the fuel saved",
  "Fuel Switching":
    "replaces a fuel with one of lower emissions; its credits count the difference between the two",
  "Fuel Transport":
    "transports goods or fuel with lower emissions; its credits count the transport fuel saved",
  Geothermal:
    "generates electricity or heat from geothermal wells; its credits count the fossil generation replaced",
  "Grid Expansion & Mini-Grids":
    "connects users to a grid or mini-grid; its credits count the lamp and generator fuel replaced",
  "HFC Refrigerant Reclamation":
    "cleans used refrigerants and sells them again; its credits count the new production and venting avoided",
  "HFC Replacement in Foam Production":
    "makes foam with blowing agents of low warming potential; its credits count the stronger gases not used",
  "HFC23 Destruction":
    "destroys HFC-23, a by-product of refrigerant production; its credits count the gas not released",
  Hydropower:
    "generates electricity from running or stored water; its credits count the fossil generation of the grid replaced",
  "Improved Forest Management":
    "changes the management of a working forest so that it holds more carbon, for example by harvesting less or later; its credits count the carbon kept and added compared with usual management",
  "Improved Irrigation Management":
    "saves irrigation water and pumping; its credits count the energy saved and field emissions avoided",
  "Jurisdictional REDD+":
    "reduces the deforestation of a whole state or country; its credits count the emissions below its historical level",
  "Landfill Methane":
    "collects landfill gas and flares or uses it; its credits count the methane destroyed, and grid electricity where it is used",
  "Leak Detection & Repair in Gas Systems":
    "finds and repairs leaks in gas networks; its credits count the methane not lost",
  Lighting: "replaces lamps with efficient ones; its credits count the electricity saved",
  "Lower Carbon Cement & Concrete":
    "replaces clinker in cement or concrete; its credits count the emissions of the clinker not burnt",
  "Manure Methane Digester":
    "covers manure storage and collects the gas; its credits count the methane destroyed or used",
  "Mass Transit":
    "moves passengers by bus rapid transit, metro or rail; its credits count the fuel for the trips replaced",
  "Methane Recovery in Wastewater":
    "treats wastewater in closed tanks and collects the gas; its credits count the methane that open lagoons would release",
  "Mine Methane Capture":
    "collects the methane from coal mines and flares or uses it; its credits count the gas not vented",
  "N2O Destruction in Adipic Acid Production":
    "destroys the nitrous oxide from adipic acid plants; its credits count the gas not released",
  "N2O Destruction in Nitric Acid Production":
    "destroys the nitrous oxide from nitric acid plants with a catalyst; its credits count the gas not released",
  "Natural Gas Electricity Generation":
    "generates electricity from natural gas in efficient plants; its credits count the more carbon-intensive generation replaced",
  "Nitrogen Management":
    "reduces or better times nitrogen fertiliser on fields; its credits count the nitrous oxide not formed",
  "Oil Recycling":
    "re-refines used oil; its credits count the burning of it and the new production avoided",
  "Ozone Depleting Substances Recovery & Destruction":
    "collects old refrigerants and foam gases and destroys them; its credits count the gas that would have leaked, weighted by its warming potential",
  "Plugging Oil & Gas Wells":
    "plugs orphaned oil and gas wells; its credits count the methane that would have leaked",
  "Pneumatic Retrofit":
    "replaces gas-driven pneumatic devices at oil and gas sites; its credits count the methane not vented",
  "Propylene Oxide Production":
    "makes propylene oxide by a process with lower emissions; its credits count the difference from the usual process",
  "RE Bundled":
    "bundles several renewable power plants; its credits count the fossil generation of the grid replaced",
  "REDD+":
    "reduces deforestation and forest degradation in an area under pressure; its credits count the emissions below a modelled or allocated baseline",
  "Refrigerant Leak Detection": "finds refrigerant leaks early; its credits count the gas not lost",
  "Rice Emission Reductions":
    "drains paddies at intervals; its credits count the methane that fields under standing water would release",
  "Road Construction Emission Reductions":
    "builds roads with less heated or less cement-heavy material; its credits count the fuel and cement saved",
  "SF6 Replacement":
    "replaces sulphur hexafluoride with gases of lower warming potential; its credits count the gas not released",
  Shipping:
    "reduces the fuel use of ships, for example with hull coatings; its credits count the fuel saved",
  "Solar - Centralized":
    "feeds electricity from solar power plants into the grid; its credits count the fossil generation replaced",
  "Solar - Distributed":
    "installs solar panels on roofs and small sites; its credits count the grid electricity or diesel replaced",
  "Solar Lighting":
    "supplies homes with solar lamps; its credits count the kerosene and grid electricity replaced",
  "Solar Water Heaters":
    "heats water with solar collectors; its credits count the fuel and electricity saved",
  "Solid Waste Separation":
    "separates solids from manure or slurry; its credits count the methane that they would have produced in open storage",
  "Sustainable Agriculture":
    "changes tillage, cover crops, fertiliser or grazing; its credits count soil carbon gained and field emissions avoided",
  "Sustainable Grassland Management":
    "changes grazing or fire on grassland; its credits count soil carbon gained and emissions avoided",
  "Truck Stop Electrification":
    "supplies parked trucks with electricity; its credits count the diesel that idling engines would have burnt",
  "University Campus Emission Reductions":
    "reduces a campus's emissions below a benchmark; its credits count the difference",
  "Waste Diversion":
    "keeps organic waste out of landfills; its credits count the methane that it would have produced",
  "Waste Gas Recovery":
    "recovers and uses gas that plants flare or vent; its credits count the fuel replaced",
  "Waste Heat Recovery":
    "generates electricity or steam from a plant's waste heat; its credits count the fossil energy replaced",
  "Waste Incineration":
    "burns waste for energy; its credits count landfill methane and grid electricity avoided, less fossil waste burnt",
  "Waste Recycling":
    "recovers plastic, metal or paper from waste; its credits count the new production avoided",
  "Waste Reduction":
    "reduces the amount of waste; its credits count the treatment and production avoided",
  Weatherization: "insulates homes; its credits count the heating and cooling energy saved",
  "Wetland Restoration":
    "restores mangroves, marshes or peat; its credits count the carbon taken up and the soil emissions stopped",
  Wind: "feeds electricity from wind turbines into the grid; its credits count the fossil generation replaced",
};
