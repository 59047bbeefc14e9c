import type { labelKinds, vintageStatuses } from "@tonneline/contract/codes";
import type {
  AvailabilityStatus,
  ClaimType,
  Continent,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import type { DeliveryState, settableDeliveryStates } from "@tonneline/contract/delivery";
import type { ManagedProject } from "@tonneline/contract/projects";
import type { ManagedVintage } from "@tonneline/contract/vintages";
import { newKey } from "../../../lib/newKey.ts";
import { yearRanges } from "../../catalogue/shop.ts";

/** A chosen entry of a directory. */
export interface Named {
  id: number;
  name: string;
}

/** A row of the grid as typed. `key` is stable while the row is edited: "v12" for vintage 12, else a generated one. */
export interface VintageFields {
  key: string;
  /** The key of the row before it was first saved: the page keeps rendering the same row. */
  shownAs?: string;
  /** Null for a row that is not saved yet. */
  vintageId: number | null;
  year: string;
  creditType: CreditType;
  claimType: ClaimType;
  impactType: ImpactType;
  status: (typeof vintageStatuses)[number];
  /** Euros per tonne as typed; empty: price on request. */
  price: string;
  methodology: string;
  periodStart: string;
  periodEnd: string;
  /** Expected vintages only: a quarter such as 2027-Q4, its delivery state, and the reason. */
  expectedDelivery: string;
  deliveryState: (typeof settableDeliveryStates)[number];
  deliveryNote: string;
  /** Initial tonnes of a new vintage; those of a saved one are moved through the ledger. */
  credits: string;
}

export interface LabelFields {
  kind: (typeof labelKinds)[number];
  detail: string;
  source: string;
  asOf: string;
}

export interface FinancingFields {
  on: boolean;
  expectedCredits: string;
  from: string;
  to: string;
  price: string;
  /** Years as typed: "2026-2030, 2032". */
  creditingPeriod: string;
  methodology: string;
}

export interface SponsoringFields {
  on: boolean;
  expectedImpact: string;
  from: string;
  to: string;
}

/** The whole form as typed, valid or not: drafts store it, and versions are compared by it. */
export interface ProjectFields {
  name: string;
  description: string;
  status: AvailabilityStatus;
  hidden: boolean;
  projectType: Named | null;
  methodology: string;
  registry: Named | null;
  externalId: string;
  registryUrl: string;
  registryStatus: string;
  developer: Named | null;
  auditor: Named | null;
  continent: Continent | "";
  countries: string[];
  goals: number[];
  labels: LabelFields[];
  vintages: VintageFields[];
  embedUrl: string;
  videos: { address: string }[];
  investmentAvailable: boolean;
  demonstration: boolean;
  financing: FinancingFields;
  sponsoring: SponsoringFields;
}

/** Returns the fields of a new project before any input. */
export function emptyFields(): ProjectFields {
  return {
    name: "",
    description: "",
    status: "AVAILABLE",
    hidden: true,
    projectType: null,
    methodology: "",
    registry: null,
    externalId: "",
    registryUrl: "",
    registryStatus: "",
    developer: null,
    auditor: null,
    continent: "",
    countries: [],
    goals: [],
    labels: [],
    vintages: [],
    embedUrl: "",
    videos: [],
    investmentAvailable: false,
    demonstration: false,
    financing: {
      on: false,
      expectedCredits: "",
      from: "",
      to: "",
      price: "",
      creditingPeriod: "",
      methodology: "",
    },
    sponsoring: { on: false, expectedImpact: "", from: "", to: "" },
  };
}

/** Returns a new row of the grid. */
export function newVintage(): VintageFields {
  return {
    key: `new-${newKey()}`,
    vintageId: null,
    year: "2023",
    creditType: "EX_POST",
    claimType: "CONTRIBUTION",
    impactType: "REDUCTION",
    status: "ACTIVE",
    price: "",
    methodology: "",
    periodStart: "",
    periodEnd: "",
    expectedDelivery: "",
    deliveryState: "ON_SCHEDULE",
    deliveryNote: "",
    credits: "",
  };
}

const priceText = (price: number | null) => (price === null ? "" : price.toFixed(2));

/** DELIVERED cannot be chosen in the form. */
function selectableDeliveryState(state: DeliveryState | undefined): VintageFields["deliveryState"] {
  return state === undefined || state === "DELIVERED" ? "ON_SCHEDULE" : state;
}

/** Converts a saved vintage to a row of the grid. */
export function vintageFieldsOf(vintage: ManagedVintage): VintageFields {
  return {
    key: `v${vintage.id}`,
    vintageId: vintage.id,
    year: String(vintage.year),
    creditType: vintage.creditType.id,
    claimType: vintage.claimType.id,
    impactType: vintage.impactType.id,
    status: vintage.status.id,
    price: priceText(vintage.price),
    methodology: vintage.methodology,
    periodStart: vintage.periodStart ?? "",
    periodEnd: vintage.periodEnd ?? "",
    expectedDelivery: vintage.expectedDelivery ?? "",
    deliveryState: selectableDeliveryState(vintage.deliveryState?.id),
    deliveryNote: vintage.deliveryNote,
    credits: "",
  };
}

/** Converts a saved project to the form's fields. */
export function fieldsOf(project: ManagedProject): ProjectFields {
  const { financingDetails: financing, sponsoringDetails: sponsoring } = project;
  const empty = emptyFields();
  return {
    name: project.name,
    description: project.description,
    status: project.status.id,
    hidden: project.hidden,
    projectType: project.projectType,
    methodology: project.methodology,
    registry: project.registry,
    externalId: project.externalId ?? "",
    registryUrl: project.registryUrl ?? "",
    registryStatus: project.registryStatus ?? "",
    developer: project.projectDeveloper,
    auditor: project.auditor,
    continent: project.continent ?? "",
    countries: project.countries,
    goals: project.sustainableDevelopmentGoals,
    labels: project.labels,
    vintages: project.vintages.map(vintageFieldsOf),
    embedUrl: project.embedUrl ?? "",
    videos: project.youtubeVideos.map(({ videoId }) => ({ address: videoId })),
    investmentAvailable: project.investmentAvailable,
    demonstration: project.demonstration,
    financing: financing
      ? {
          on: true,
          expectedCredits: String(financing.expectedCredits),
          ...financing.financingOpportunity,
          price: priceText(financing.averagePricePerCredit),
          creditingPeriod: yearRanges(financing.creditingPeriod),
          methodology: financing.methodology,
        }
      : empty.financing,
    sponsoring: sponsoring
      ? { on: true, expectedImpact: sponsoring.expectedImpact, ...sponsoring.sponsoringOpportunity }
      : empty.sponsoring,
  };
}
