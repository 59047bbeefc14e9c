import { formatDay } from "../../core/formats.ts";
import type { ProjectType } from "../directory/projectTypes.rules.ts";
import { activities } from "./activities.rules.ts";
import { labelsOf } from "./labels.rules.ts";
import { capital, listed, placeWords, proponentWords, typeWords } from "./phrases.rules.ts";
import { seeded } from "./seeded.rules.ts";
import { shortLabels, standing } from "./standing.rules.ts";

export type DescriptionFacts = {
  externalId: string;
  type: string;
  knownType: ProjectType | null;
  registryName: string;
  registryStatus: string;
  countries: readonly string[];
  state: string;
  developer: string;
  verifier: string;
  methodology: string;
  methodologyVersion: string;
  registeredOn: string | null;
  firstVintageYear: number | null;
  certifications: string;
  bufferPool: number | null;
  /** Tonnes at the registry; null omits the quantities and the labels that accompany them. */
  quantities: { issued: number; retired: number; asOf: string } | null;
};

type Shapes = readonly string[];

const vague = new Set(["", "Other", "Not provided"]);

/** Picks a sentence shape: different ones for projects with consecutive registry numbers, otherwise pseudo-random. */
function shaped(externalId: string, shapes: Shapes): string {
  const number = Number(/\d+/.exec(externalId)?.[0] ?? 0);
  const offset = Math.floor(seeded(externalId.replaceAll(/\d/g, ""), "shape") * 1000);
  return shapes[(number + offset) % shapes.length]!;
}

/** What a project of the type does, without the origin of its tonnes. */
const activityOf = (type: ProjectType | null) => (type ? activities[type].split(";")[0]! : "");

function opening(facts: DescriptionFacts): Shapes {
  const where = placeWords(facts.countries, facts.state);
  const [Where, by] = [capital(where), proponentWords(facts.developer)];
  const { plain, withArticle } = typeWords(facts.type);
  const it = facts.type === "" ? "project" : `${plain} project`;
  const a = facts.type === "" ? "a project" : `${withArticle} project`;
  const does = activityOf(facts.knownType);
  if (does === "" && by === "") return [`This ${it} stands ${where}.`, `${Where} stands ${a}.`];
  if (does === "")
    return [
      `This ${it} stands ${where}, put forward by ${by}.`,
      `${Where}, ${by} put forward ${a}.`,
      `${capital(by)} is the proponent of this ${it} ${where}.`,
    ];
  if (by === "")
    return [
      `This ${it} ${where} ${does}.`,
      `${Where}, this ${it} ${does}.`,
      `${capital(a)} ${where}, it ${does}.`,
      `The project ${does}; it is ${a} ${where}.`,
    ];
  return [
    `This ${it} ${where} ${does}; its proponent is ${by}.`,
    `${Where}, ${by} put forward ${a}, which ${does}.`,
    `Registered in the name of ${by}, this ${it} ${where} ${does}.`,
    `What ${by} put forward ${where} is ${a}: it ${does}.`,
    `${capital(by)} is behind this ${it} ${where}, which ${does}.`,
    `${Where}, it ${does}: ${a} put forward by ${by}.`,
    `The proponent of this ${it} is ${by}; ${where}, it ${does}.`,
    `${capital(a)} ${where}, put forward by ${by}, it ${does}.`,
  ];
}

function counting(facts: DescriptionFacts): Shapes {
  const { externalId: id, registryName: registry, registryStatus, registeredOn } = facts;
  const version = facts.methodologyVersion.replace(/^v[. ]*/i, "").replace(/\.$/, "");
  const method = vague.has(facts.methodology)
    ? ""
    : facts.methodology.replace(/\.$/, "") + (version && `, version ${version}`);
  const status = registryStatus === "" ? "" : ` with the status “${registryStatus}”`;
  const checked = facts.verifier;
  const and = checked && `, and ${checked} verifies it`;
  const by = checked && `, verified by ${checked}`;
  const since = registeredOn && formatDay(registeredOn);
  if (method && since)
    return [
      `${registry} registered it on ${since} under the methodology ${method}${by}.`,
      `Its tonnes are counted by ${method}; ${registry} has listed ${id} since ${since}${status}${and}.`,
      `Since ${since} it has stood at ${registry} as ${id}${status}, where ${method} sets how its tonnes are counted${and}.`,
      `The methodology is ${method}, the registration at ${registry} of ${since}${by}.`,
      `Registered at ${registry} on ${since}${status}, it counts its tonnes by ${method}${and}.`,
    ];
  if (method)
    return [
      `At ${registry} it stands as ${id}${status}, and its tonnes are counted by ${method}${by}.`,
      `Its tonnes are counted by ${method}; ${registry} lists it as ${id}${status}${and}.`,
      `The methodology is ${method}${by}; the registry, ${registry}, knows it as ${id}.`,
      `${registry} lists ${id}${status}, quantified by ${method}${by}.`,
      `Under the number ${id}, ${registry} carries it${status}; ${method} sets how its tonnes are counted${and}.`,
      `It follows ${method}${by}, and is ${id} at ${registry}.`,
      `Quantification is by ${method}, under the rules of ${registry}${status}${and}.`,
    ];
  const when = since ? ` on ${since}` : "";
  return [
    `${registry} ${since ? "registered" : "lists"} it as ${id}${when}${status}, and its export names no methodology${by}.`,
    `The export of ${registry}, where it is ${id}${status}, names no methodology${by}.`,
    `No methodology is named for ${id} in the export of ${registry}${by}.`,
  ];
}

/**
 * Describes a project in three sentences of our own, deterministically: what and where it is, how its tonnes are
 * counted, and how many. Unknown facts are omitted; nothing is praised, and no claim of the developer is repeated.
 */
export function describe(facts: DescriptionFacts): string {
  const { externalId, quantities, certifications } = facts;
  const labels = quantities ? shortLabels(labelsOf(certifications).labels) : [];
  const sentences = [
    opening(facts),
    counting(facts),
    standing({ ...facts, labels: listed(labels) }),
  ].map((shapes) => shaped(externalId, shapes));
  // A name may end with a full stop itself.
  return sentences.join(" ").replaceAll("..", ".");
}
