export type Family =
  | "cooking"
  | "water"
  | "forest protection"
  | "forest management"
  | "planting"
  | "wetland"
  | "grassland"
  | "methane"
  | "power"
  | "biochar";

/** A due-diligence question, why it matters, and the document in which a buyer finds the answer. */
export type Question = { ask: string; why: string; where: string };
const q = (ask: string, why: string, where: string): Question => ({ ask, why, where });

/** Questions on any project. */
export const generalQuestions: readonly Question[] = [
  q(
    "Would the activity have happened without the sale of credits?",
    "Additionality is the basis of every tonne. An investment, barrier or common-practice test must be argued with dated evidence.",
    "Project design document, section on additionality",
  ),
  q(
    "Who owns the credits until they are sold, and who may sell them?",
    "Several parties can hold rights: land owner, operator, households, state.",
    "Contracts on title; registry account of the seller",
  ),
  q(
    "Does the host country count the same reduction?",
    "Without a corresponding adjustment the host country may use it for its own pledge; the wording of a claim depends on that.",
    "Letter of authorisation; registry label",
  ),
  q(
    "Who verified, when, and what remained open?",
    "Forward action requests show what the verifier could not settle.",
    "Verification reports of each period",
  ),
  q(
    "Has any period been corrected, put on hold or questioned?",
    "Registries publish reviews and corrections; older copies of reports do not show them.",
    "Registry's project page and notices",
  ),
  q(
    "Were affected people consulted, and how can they complain?",
    "A grievance log with entries is better evidence than one without.",
    "Stakeholder consultation report; grievance log",
  ),
];

export const familyQuestions: Record<Family, readonly Question[]> = {
  cooking: [
    q(
      "How many stoves or digesters are still in use, and how was it measured?",
      "Use declines after the first years. Surveys report more use than meters do.",
      "Monitoring report, usage survey and sample size",
    ),
    q(
      "How much of the wood saved would not have grown back?",
      "The fraction of non-renewable biomass multiplies every tonne; past defaults were high.",
      "Baseline study; host-country value of the fraction and its year",
    ),
    q(
      "Do households keep the old stove alongside the new one?",
      "Stacking reduces the fuel saved.",
      "Kitchen performance test; metered data where it exists",
    ),
    q(
      "Is the fuel saved per household within what a household can use?",
      "Consumption per head above national energy statistics points to an overstated baseline.",
      "Baseline fuel consumption; household size",
    ),
    q(
      "Is a household counted by another programme too?",
      "Regions with many programmes need a check of serial numbers or coordinates.",
      "Distribution database; double-counting check",
    ),
    q(
      "Which methodology version applies, and has a newer one replaced it?",
      "Newer versions cap defaults and ask for measured use.",
      "Registry's methodology page; date of the crediting period",
    ),
  ],
  water: [
    q(
      "How many people drink the water that is counted?",
      "The population served times litres a day sets the tonnes; a cap per head applies.",
      "Monitoring report; user survey",
    ),
    q(
      "Would people have boiled their water?",
      "Suppressed demand counts boiling that nobody could afford; buyers judge that differently.",
      "Baseline survey; methodology's rule on suppressed demand",
    ),
    q(
      "Were the boreholes broken before, and do they run now?",
      "Only days of working supply count.",
      "Repair records; functionality log",
    ),
    q(
      "Is the water safe at the tap and in the cup?",
      "Unsafe water earns nothing, and harms.",
      "Laboratory tests per season",
    ),
    q(
      "Who maintains the pumps when the crediting ends?",
      "A village fund or service contract determines whether use lasts.",
      "Maintenance agreements",
    ),
    q(
      "How much of the wood saved would not have grown back?",
      "The fraction of non-renewable biomass multiplies every tonne.",
      "Baseline study; host-country value",
    ),
  ],
  "forest protection": [
    q(
      "Where does the baseline's deforestation rate come from?",
      "Reference areas chosen by the project gave rates far above what later happened; allocated baselines replace them.",
      "Baseline report; jurisdictional allocation",
    ),
    q(
      "When is the baseline next reassessed?",
      "Six years at most under present rules; the next one may lower the issuance.",
      "Crediting period; methodology version",
    ),
    q(
      "Does clearing move elsewhere?",
      "Leakage belts catch part of it; market leakage reaches further.",
      "Leakage section of the monitoring report",
    ),
    q(
      "What is in the buffer pool, and what would a large fire take?",
      "Reversals are paid out of the pool.",
      "Non-permanence risk report",
    ),
    q(
      "Who holds the land, and what do forest communities receive?",
      "Free, prior and informed consent and the sharing of income determine whether the project lasts.",
      "Benefit-sharing plan; land titles",
    ),
    q(
      "What do independent satellite data show inside the area?",
      "Tree-cover loss can be compared with the report at no cost.",
      "Public forest-change data; project boundary file",
    ),
    q(
      "Is the project nested in the state's programme?",
      "Two accounts of the same forest must be reconciled.",
      "Nesting agreement",
    ),
  ],
  "forest management": [
    q(
      "What would the owner have cut?",
      "The baseline harvest must be legal, feasible and in line with the owner's past practice.",
      "Baseline model; harvest history; mill distance",
    ),
    q(
      "How far is the carbon stock above the regional mean?",
      "A forest already full of carbon earns credits in the first year for carbon it already holds.",
      "Common-practice figure; inventory",
    ),
    q(
      "How old is the inventory, and what is its error?",
      "A confidence deduction applies above a limit; plots age.",
      "Inventory report; sampling error",
    ),
    q(
      "Does the timber come from elsewhere instead?",
      "Deductions for leakage run from 10 to 40% by protocol.",
      "Leakage deduction used",
    ),
    q(
      "How long is the commitment, and what happens if the land is sold?",
      "Protocols require 40 to 100 years; a deed or contract binds successors.",
      "Project implementation agreement",
    ),
    q(
      "What is the fire, pest and storm risk of the site?",
      "Buffer contributions follow a risk rating; climate shifts the risk.",
      "Reversal risk rating",
    ),
  ],
  planting: [
    q(
      "Which species were planted, for harvest or permanently?",
      "Plantations for timber hold carbon only as a long-term average.",
      "Planting plan; rotation length",
    ),
    q(
      "What stood on the land before?",
      "Natural grassland or cleared forest is not a suitable site; ten years without forest must be shown.",
      "Land-use history; satellite images",
    ),
    q(
      "How many seedlings survive three years?",
      "Survival determines whether the assumed growth is reached.",
      "Monitoring plots",
    ),
    q(
      "How is growth measured between verifications?",
      "Models need local plots; remote sensing needs calibration.",
      "Growth model; plot data",
    ),
    q(
      "What do land owners and neighbours receive?",
      "Leases, wages and grazing rights decide whether trees stay.",
      "Contracts; consultation report",
    ),
    q(
      "What is in the buffer pool against fire and drought?",
      "Young stands burn more easily.",
      "Non-permanence risk report",
    ),
    q(
      "Does planting move grazing or farming elsewhere?",
      "Displaced cattle can clear other land.",
      "Leakage section",
    ),
  ],
  wetland: [
    q(
      "How was soil carbon measured?",
      "Most of a mangrove's carbon is below ground; defaults and core samples differ widely.",
      "Soil sampling report; allochthonous carbon deduction",
    ),
    q(
      "How many propagules survive, by site?",
      "Failed sites are replanted or dropped; both change the area.",
      "Survival survey; area by year",
    ),
    q(
      "What about rising seas, storms and upstream dams?",
      "Sediment supply decides whether the coast keeps up.",
      "Non-permanence risk report; hydrology",
    ),
    q(
      "Who owns the coast?",
      "Tidal land often belongs to the state, alongside customary use.",
      "Government agreement; community agreements",
    ),
    q(
      "Are methane and nitrous oxide from the soil counted?",
      "Brackish sites can emit both.",
      "Methodology's treatment of non-CO2 gases",
    ),
    q(
      "What share of the income reaches coastal communities?",
      "Guarding the trees is their work.",
      "Benefit-sharing agreement",
    ),
  ],
  grassland: [
    q(
      "Was the land likely to be ploughed?",
      "Appraisals must show that crops would pay more than grazing.",
      "Appraisal; conversion rate of the county",
    ),
    q("How binding is the easement?", "A perpetual easement outlasts owners.", "Recorded easement"),
    q(
      "How does grazing change under the project?",
      "Herd size sets methane and soil carbon.",
      "Grazing records",
    ),
    q(
      "Which soil map and emission model underlie the tonnes?",
      "Default factors per stratum carry uncertainty; deductions apply.",
      "Strata table; protocol version",
    ),
    q(
      "What would a later breach cost?",
      "Reversals must be made good.",
      "Project implementation agreement",
    ),
  ],
  methane: [
    q(
      "Does any law require the gas to be collected?",
      "What the law requires is not additional; rules change during a crediting period.",
      "Legal requirement test of each period",
    ),
    q(
      "How much of the gas is measured, and how much modelled?",
      "Flow meters and methane content every few minutes are the rule; gaps are filled conservatively.",
      "Monitoring plan; calibration records",
    ),
    q(
      "What is the flare's or engine's destruction efficiency?",
      "An open flare counts for half of an enclosed one under several methods.",
      "Device tests",
    ),
    q(
      "Would electricity income alone sustain the plant?",
      "Power sales at good tariffs weaken additionality.",
      "Investment analysis; power contract",
    ),
    q(
      "Which warming potential of methane was used?",
      "Values of 21, 25 and 28 are found in vintages of different years.",
      "Emission factor table",
    ),
    q(
      "Is the grid's emission factor of the right year?",
      "It falls as the grid gets cleaner.",
      "National grid factor and date",
    ),
  ],
  power: [
    q(
      "Would the plant have been built without credits?",
      "Wind and solar power are the cheapest new power in many grids; several labels exclude them.",
      "Investment analysis with tariff and cost at the time of the decision",
    ),
    q(
      "Which grid emission factor is used, fixed or updated?",
      "Fixed factors overstate reductions in a grid that gets cleaner.",
      "Factor's source and date",
    ),
    q(
      "Are renewable-energy certificates issued for the same kilowatt-hour?",
      "Two claims on one kilowatt-hour must be ruled out.",
      "Declaration of the operator; certificate registry",
    ),
    q(
      "Does metered output match the report?",
      "Joint meter readings with the grid operator are the evidence.",
      "Monthly statements",
    ),
    q(
      "When does the crediting period end?",
      "Renewal needs a new baseline.",
      "Registration record",
    ),
  ],
  biochar: [
    q(
      "Is the feedstock waste, and whose?",
      "Taking residues from another use only shifts emissions.",
      "Feedstock records; alternative use",
    ),
    q(
      "How stable is the char?",
      "Hydrogen to carbon below 0.4 points to centuries; laboratories test each batch.",
      "Laboratory reports; permanence factor used",
    ),
    q(
      "How clean is the kiln?",
      "Methane from simple kilns can cancel part of the gain.",
      "Kiln type; emission measurements",
    ),
    q(
      "Where does the char end up, and who proves it?",
      "Only char in soil or material counts; sale for burning is a loss.",
      "Delivery and application records with locations",
    ),
    q(
      "How are thousands of small producers checked?",
      "Artisan programmes rely on sampling and photographs.",
      "Digital monitoring records; sampling plan",
    ),
    q(
      "Are moisture and weight measured per batch?",
      "Tonnes are dry carbon, not wet char.",
      "Weighing protocol",
    ),
  ],
};
