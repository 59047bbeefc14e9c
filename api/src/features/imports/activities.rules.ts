import type { ProjectType } from "../directory/projectTypes.rules.ts";

/**
 * What a project of each type does and where its tonnes come from, to follow "the project …": general
 * knowledge about the type, not a statement about any one project.
 */
export const activities: Record<ProjectType, string> = {
  "Advanced Refrigerants":
    "installs refrigeration that runs on refrigerants with a low warming potential; the tonnes are the leakage of stronger gases that no longer happens",
  "Afforestation/Reforestation":
    "plants or regenerates trees on land without forest; the tonnes are the carbon that the growing trees take up",
  "Aluminum Smelters Emission Reductions":
    "shortens the anode effects of aluminium smelting; the tonnes are perfluorocarbons that are not formed",
  "Avoided Forest Conversion":
    "keeps a forest that could be cleared for another use; the tonnes are the emissions of the clearing",
  "Avoided Grassland Conversion":
    "keeps grassland from being ploughed up; the tonnes are the soil carbon and crop emissions avoided",
  BECCS:
    "captures the carbon dioxide of biogenic fuel or fermentation and stores it underground; the tonnes are what is stored, net of the process",
  Bicycles: "moves trips from motor vehicles to bicycles; the tonnes are the fuel not burnt",
  Biochar:
    "heats biomass residues without air and puts the char to lasting use; the tonnes are the carbon that stays in the char",
  Biodigesters:
    "supplies households with digesters that turn dung into cooking gas; the tonnes come from wood or fossil fuel saved and methane not released",
  Biomass:
    "makes heat or electricity from biomass residues; the tonnes are the fossil fuel or grid electricity replaced",
  "Brick Manufacturing Emission Reductions":
    "makes bricks with less or no firing fuel; the tonnes are the coal or wood saved for each brick",
  "Bundled Compost Production and Soil Application":
    "composts organic waste and spreads it on soils; the tonnes are landfill methane avoided and carbon kept in the soil",
  "Bundled Energy Efficiency":
    "brings efficient devices to many small users; the tonnes are the fuel and electricity saved",
  "Carbon Capture & Enhanced Oil Recovery":
    "captures carbon dioxide and injects it into oil fields, where it stays; the tonnes are the gas kept out of the air",
  "Carbon Capture in Concrete":
    "injects captured carbon dioxide into fresh concrete; the tonnes are the gas bound as mineral and the cement saved",
  "Carbon Capture in Plastic":
    "makes plastic from captured carbon or with less fossil feedstock; the tonnes are the emissions of the usual product avoided",
  "Carbon-Absorbing Concrete":
    "cures concrete products with carbon dioxide; the tonnes are the carbon bound as carbonate",
  "Clean Water":
    "supplies safe water without boiling; the tonnes are the wood or fossil fuel that boiling would have taken",
  "Community Boreholes":
    "repairs and maintains village boreholes; the tonnes are the firewood that purifying water by boiling would have taken",
  Composting:
    "composts organic waste with air; the tonnes are the methane that the waste would have released in a landfill",
  Cookstoves:
    "supplies households with stoves that need less or cleaner fuel; the tonnes are the wood or charcoal saved, as far as it is not regrown",
  "Direct Air Capture":
    "filters carbon dioxide out of the air and stores it; the tonnes are what is stored, net of the energy used",
  "Electric Vehicles & Charging":
    "runs electric vehicles or charging points; the tonnes are the motor fuel replaced, less the emissions of the electricity",
  "Energy Efficiency":
    "lowers the energy use of plants or buildings; the tonnes are the fuel and electricity saved",
  "Energy Storage":
    "stores electricity so that less fossil power is needed; the tonnes are the generation replaced",
  "Feed Additives":
    "gives cattle feed additives that lower their digestion's methane; the tonnes are the methane not formed",
  "Fleet Efficiency": "lowers the fuel use of vehicle fleets; the tonnes are the fuel saved",
  "Fuel Switching":
    "replaces a fuel by one with lower emissions; the tonnes are the difference between both",
  "Fuel Transport":
    "moves goods or fuel by a way with lower emissions; the tonnes are the transport fuel saved",
  Geothermal:
    "makes electricity or heat from geothermal wells; the tonnes are the fossil generation replaced",
  "Grid Expansion & Mini-Grids":
    "connects users to a grid or mini-grid; the tonnes are the fuel of lamps and generators replaced",
  "HFC Refrigerant Reclamation":
    "cleans used refrigerants and sells them again; the tonnes are the new production and venting avoided",
  "HFC Replacement in Foam Production":
    "makes foam with blowing agents of a low warming potential; the tonnes are the stronger gases not used",
  "HFC23 Destruction":
    "destroys HFC-23, a by-product of refrigerant making; the tonnes are the gas not released",
  Hydropower:
    "makes electricity from running or stored water; the tonnes are the fossil generation of the grid replaced",
  "Improved Forest Management":
    "changes the management of a working forest so that it holds more carbon, for example by harvesting less or later; the tonnes are carbon kept and added against the usual management",
  "Improved Irrigation Management":
    "saves irrigation water and pumping; the tonnes are the energy saved and field emissions avoided",
  "Jurisdictional REDD+":
    "lowers the deforestation of a whole state or country; the tonnes are the emissions below its historical level",
  "Landfill Methane":
    "collects landfill gas and flares or uses it; the tonnes are the methane destroyed, and grid electricity where it is used",
  "Leak Detection & Repair in Gas Systems":
    "finds and mends leaks of gas networks; the tonnes are the methane not lost",
  Lighting: "replaces lamps by efficient ones; the tonnes are the electricity saved",
  "Lower Carbon Cement & Concrete":
    "replaces clinker in cement or concrete; the tonnes are the emissions of the clinker not burnt",
  "Manure Methane Digester":
    "covers manure stores and collects the gas; the tonnes are the methane destroyed or used",
  "Mass Transit":
    "moves passengers by bus rapid transit, metro or rail; the tonnes are the fuel of the trips replaced",
  "Methane Recovery in Wastewater":
    "treats wastewater in closed tanks and collects the gas; the tonnes are the methane that open lagoons would release",
  "Mine Methane Capture":
    "collects the methane of coal mines and flares or uses it; the tonnes are the gas not vented",
  "N2O Destruction in Adipic Acid Production":
    "destroys the nitrous oxide of adipic acid plants; the tonnes are the gas not released",
  "N2O Destruction in Nitric Acid Production":
    "destroys the nitrous oxide of nitric acid plants with a catalyst; the tonnes are the gas not released",
  "Natural Gas Electricity Generation":
    "makes electricity from natural gas in efficient plants; the tonnes are the more carbon-intensive generation replaced",
  "Nitrogen Management":
    "lowers or times the nitrogen fertiliser of fields; the tonnes are the nitrous oxide not formed",
  "Oil Recycling": "refines used oil again; the tonnes are its burning and new production avoided",
  "Ozone Depleting Substances Recovery & Destruction":
    "collects old refrigerants and foam gases and destroys them; the tonnes are the gas that would have leaked, weighted by its warming potential",
  "Plugging Oil & Gas Wells":
    "plugs orphaned oil and gas wells; the tonnes are the methane that would have leaked",
  "Pneumatic Retrofit":
    "replaces gas-driven pneumatic devices of oil and gas sites; the tonnes are the methane not vented",
  "Propylene Oxide Production":
    "makes propylene oxide by a process with lower emissions; the tonnes are the difference to the usual process",
  "RE Bundled":
    "bundles several renewable power plants; the tonnes are the fossil generation of the grid replaced",
  "REDD+":
    "lowers deforestation and forest degradation in an area under pressure; the tonnes are the emissions below a modelled or allocated baseline",
  "Refrigerant Leak Detection": "finds refrigerant leaks early; the tonnes are the gas not lost",
  "Rice Emission Reductions":
    "drains paddies at intervals; the tonnes are the methane that fields under standing water would release",
  "Road Construction Emission Reductions":
    "builds roads with less heated or less cement-heavy material; the tonnes are the fuel and cement saved",
  "SF6 Replacement":
    "replaces sulphur hexafluoride by gases with a lower warming potential; the tonnes are the gas not released",
  Shipping:
    "lowers the fuel use of ships, for example with hull coatings; the tonnes are the fuel saved",
  "Solar - Centralized":
    "feeds the electricity of solar power plants into the grid; the tonnes are the fossil generation replaced",
  "Solar - Distributed":
    "puts solar panels on roofs and small sites; the tonnes are the grid electricity or diesel replaced",
  "Solar Lighting":
    "supplies homes with solar lamps; the tonnes are the kerosene and grid electricity replaced",
  "Solar Water Heaters":
    "heats water with solar collectors; the tonnes are the fuel and electricity saved",
  "Solid Waste Separation":
    "separates solids from manure or slurry; the tonnes are the methane that they would have formed in open stores",
  "Sustainable Agriculture":
    "changes tillage, cover crops, fertiliser or grazing; the tonnes are soil carbon gained and field emissions avoided",
  "Sustainable Grassland Management":
    "changes grazing or fire on grassland; the tonnes are soil carbon gained and emissions avoided",
  "Truck Stop Electrification":
    "supplies parked trucks with electricity; the tonnes are the diesel of idling engines saved",
  "University Campus Emission Reductions":
    "lowers a campus's emissions below a benchmark; the tonnes are the difference",
  "Waste Diversion":
    "keeps organic waste out of landfills; the tonnes are the methane that it would have formed",
  "Waste Gas Recovery":
    "recovers and uses gas that plants flare or vent; the tonnes are the fuel replaced",
  "Waste Heat Recovery":
    "makes electricity or steam from a plant's waste heat; the tonnes are the fossil energy replaced",
  "Waste Incineration":
    "burns waste for energy; the tonnes are landfill methane and grid electricity avoided, less fossil waste burnt",
  "Waste Recycling":
    "recovers plastic, metal or paper from waste; the tonnes are the new production avoided",
  "Waste Reduction":
    "lowers the amount of waste; the tonnes are its treatment and production avoided",
  Weatherization: "insulates homes; the tonnes are the heating and cooling energy saved",
  "Wetland Restoration":
    "restores mangroves, marshes or peat; the tonnes are the carbon taken up and the soil emissions stopped",
  Wind: "feeds the electricity of wind turbines into the grid; the tonnes are the fossil generation replaced",
};
