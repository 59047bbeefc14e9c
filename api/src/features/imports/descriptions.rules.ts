import { activities } from "./activities.rules.ts";
import { spokenCountry } from "../catalogue/places.rules.ts";
import type { ProjectType } from "../directory/projectTypes.rules.ts";
import { noSingleDeveloper } from "../directory/registries.rules.ts";
import { seededPick } from "./seeded.rules.ts";

export type DescriptionFacts = {
  externalId: string;
  type: string;
  knownType: ProjectType | null;
  registryName: string;
  registryStatus: string;
  countries: readonly string[];
  state: string;
  developer: string;
  methodology: string;
  firstVintageYear: number | null;
  /** Tonnes at the registry; null leaves the quantities out. */
  quantities: { issued: number; retired: number; asOf: string } | null;
};

const tonnes = new Intl.NumberFormat("en-GB");
const vague = new Set(["", "Other", "Not provided"]);

function place(facts: DescriptionFacts): string {
  if (facts.countries.length === 0) return "in several countries";
  const named = facts.countries.map(spokenCountry).join(" and ");
  // Registries write states in capitals; some write several, or notes.
  const state = /^[\p{L} .'-]{3,40}$/u.test(facts.state) ? titled(facts.state) : "";
  return state && !named.includes(state) ? `in ${state}, ${named}` : `in ${named}`;
}

function titled(text: string): string {
  return text
    .toLowerCase()
    .replace(
      /(^|[ .'-])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

function opening(facts: DescriptionFacts): string {
  const where = place(facts);
  const what = facts.type === "" ? "project" : `project of the type “${facts.type}”`;
  const by = facts.developer === noSingleDeveloper ? "several proponents" : facts.developer;
  const ended = by.replace(/\.$/, "");
  return seededPick(facts.externalId, "opening", [
    `This ${what} stands ${where}. The registry names ${by} as its proponent.`,
    `${facts.registryName} lists ${facts.externalId} as a ${what} ${where}, put forward by ${ended}.`,
    `A ${what} ${where}; its proponent at ${facts.registryName} is ${ended}.`,
    `${facts.externalId} is a ${what} ${where}. It is registered in the name of ${ended}.`,
  ]);
}

function activity(facts: DescriptionFacts): string {
  if (!facts.knownType) return "";
  const text = activities[facts.knownType];
  return seededPick(facts.externalId, "activity", [
    `A project of this type ${text}.`,
    `What such a project does: it ${text}.`,
    `In general such a project ${text}.`,
  ]);
}

function method(facts: DescriptionFacts): string {
  if (vague.has(facts.methodology)) return "The registry export names no methodology.";
  return seededPick(facts.externalId, "method", [
    `Its tonnes are counted by the methodology ${facts.methodology}.`,
    `The methodology is ${facts.methodology}.`,
    `Quantification follows ${facts.methodology}.`,
  ]);
}

function standing(facts: DescriptionFacts): string {
  const { registryName, registryStatus, quantities } = facts;
  const status =
    registryStatus === "" ? "" : `Its status at ${registryName} is “${registryStatus}”. `;
  if (!quantities) return status.trim();
  const { issued, retired, asOf } = quantities;
  if (issued === 0) return `${status}No credits had been issued by ${asOf}.`;
  const since = facts.firstVintageYear ? ` for vintages from ${facts.firstVintageYear} on` : "";
  if (retired === 0) {
    return `${status}By ${asOf} the registry had issued ${tonnes.format(issued)} t${since}; none of it was retired or cancelled.`;
  }
  const share = Math.round((100 * retired) / issued);
  return (
    status +
    seededPick(facts.externalId, "standing", [
      `By ${asOf} the registry had issued ${tonnes.format(issued)} t${since}, of which ${tonnes.format(retired)} t (${share}%) were retired or cancelled.`,
      `Issued by ${asOf}: ${tonnes.format(issued)} t${since}; retired or cancelled: ${tonnes.format(retired)} t, or ${share}%.`,
      `Of ${tonnes.format(issued)} t issued${since}, ${share}% (${tonnes.format(retired)} t) had been retired or cancelled by ${asOf}.`,
    ])
  );
}

/**
 * Two paragraphs in our own words out of registry facts, the same for the same facts. It praises nothing and repeats
 * no claim of the developer; the goals are named as indicative because they follow from the type alone.
 */
export function describe(facts: DescriptionFacts): string {
  const first = [opening(facts), activity(facts)].filter(Boolean).join(" ");
  const second = [
    method(facts),
    standing(facts),
    "The development goals shown follow from the project type and are indicative.",
  ]
    .filter(Boolean)
    .join(" ");
  return `${first}\n\n${second}`;
}
