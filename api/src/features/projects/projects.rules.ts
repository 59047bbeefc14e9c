import type { AvailabilityStatus, Continent, LabelKind } from "@tonneline/contract/catalogue";
import { formatInteger } from "../../core/formats.ts";
import { continentOf } from "../catalogue/places.rules.ts";

/** A project's columns, without its labels, status and counts. */
export interface ProjectFacts {
  name: string;
  description: string;
  externalId: string | null;
  registryId: number;
  registryUrl: string | null;
  registryStatus: string | null;
  developerId: number;
  auditorId: number | null;
  projectTypeId: number;
  methodology: string;
  countries: string[];
  continent: Continent | null;
  sdgs: number[];
  hidden: boolean;
  investmentAvailable: boolean;
  sponsoringExpectedImpact: string | null;
  sponsoringFrom: string | null;
  sponsoringTo: string | null;
  financingExpectedCredits: number | null;
  financingFrom: string | null;
  financingTo: string | null;
  financingPriceCents: number | null;
  financingCreditingPeriod: number[] | null;
  financingMethodology: string | null;
  embedUrl: string | null;
  youtubeVideoIds: string[];
  demonstration: boolean;
}

export interface LabelFacts {
  kind: LabelKind;
  detail: string;
  source: string;
  asOf: string;
}

/** The fields that an operator wants to change; absent ones stay as they are. */
export interface WantedProject extends Partial<ProjectFacts> {
  status?: AvailabilityStatus | undefined;
  labels?: LabelFacts[] | undefined;
}

const empty: Omit<ProjectFacts, "name" | "registryId" | "developerId" | "projectTypeId"> = {
  description: "",
  externalId: null,
  registryUrl: null,
  registryStatus: null,
  auditorId: null,
  methodology: "",
  countries: [],
  continent: null,
  sdgs: [],
  hidden: false,
  investmentAvailable: false,
  sponsoringExpectedImpact: null,
  sponsoringFrom: null,
  sponsoringTo: null,
  financingExpectedCredits: null,
  financingFrom: null,
  financingTo: null,
  financingPriceCents: null,
  financingCreditingPeriod: null,
  financingMethodology: null,
  embedUrl: null,
  youtubeVideoIds: [],
  demonstration: false,
};

type Required = Pick<ProjectFacts, "name" | "registryId" | "developerId" | "projectTypeId">;

/** Returns the facts of a new project; fields not given are empty. */
export function newFacts(wanted: WantedProject & Required): ProjectFacts {
  return { ...empty, ...placed(wanted) };
}

/** Applies an operator's changes to a project; countries given without a continent determine it. */
export function changedFacts(before: ProjectFacts, wanted: WantedProject): ProjectFacts {
  return { ...before, ...placed(wanted) };
}

function placed<W extends WantedProject>(wanted: W): W {
  const { status: _status, labels: _labels, ...facts } = wanted;
  const { countries, continent } = wanted;
  const [first] = countries ?? [];
  const derived = countries && continent === undefined;
  return {
    ...facts,
    ...(countries && { countries: [...new Set(countries)] }),
    ...(derived && { continent: first === undefined ? null : continentOf(first) }),
    ...(wanted.sdgs && { sdgs: [...new Set(wanted.sdgs)].sort((a, b) => a - b) }),
    ...(wanted.youtubeVideoIds && { youtubeVideoIds: [...new Set(wanted.youtubeVideoIds)] }),
  } as W;
}

/** Whether two states of a project are equal. */
export function isSame(before: object, after: object): boolean {
  const inOrder = (facts: object) =>
    JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)));
  return inOrder(before) === inOrder(after);
}

/** Returns the entries in the public history for an operator's change: only for the fields that matter to buyers. */
export function projectChangeTexts(before: ProjectFacts, after: ProjectFacts): string[] {
  const texts: string[] = [];
  if (before.name !== after.name) {
    texts.push(`Name changed from “${before.name}” to “${after.name}”`);
  }
  if (before.methodology !== after.methodology) {
    const [from, to] = [before, after].map(({ methodology }) => methodology || "none");
    texts.push(`Methodology changed from ${from} to ${to}`);
  }
  if (before.hidden !== after.hidden) {
    texts.push(after.hidden ? "Taken off the marketplace" : "Back on the marketplace");
  }
  return texts;
}

/** Formats an absolute amount of credits for a sentence: "1,200 t". */
export function creditsText(credits: number): string {
  return credits === 0 ? "no credits yet" : `${formatInteger(Math.abs(credits))} t`;
}
