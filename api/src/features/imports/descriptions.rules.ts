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

/** What a project of the type does, without what its credits count. */
const activityOf = (type: ProjectType | null) => (type ? activities[type].split(";")[0]! : "");

function opening(facts: DescriptionFacts): Shapes {
  const where = placeWords(facts.countries, facts.state);
  const [Where, by] = [capital(where), proponentWords(facts.developer)];
  const { plain, withArticle } = typeWords(facts.type);
  const it = facts.type === "" ? "project" : `${plain} project`;
  const a = facts.type === "" ? "a project" : `${withArticle} project`;
  const does = activityOf(facts.knownType);
  if (does === "" && by === "")
    return [`This ${it} is located ${where}.`, `${capital(a)} is located ${where}.`];
  if (does === "")
    return [
      `This ${it} is located ${where}; its proponent is ${by}.`,
      `Located ${where}, this ${it} was proposed by ${by}.`,
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
    `${Where}, ${by} proposed ${a} that ${does}.`,
    `Registered in the name of ${by}, this ${it} ${where} ${does}.`,
    `With ${by} as its proponent, this ${it} ${where} ${does}.`,
    `${capital(by)} is behind this ${it} ${where}, which ${does}.`,
    `Proposed by ${by}, this ${it} ${where} ${does}.`,
    `The proponent of this ${it} is ${by}; ${where}, it ${does}.`,
    `This ${it} ${where}, proposed by ${by}, ${does}.`,
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
      `Its credits are calculated with ${method}; ${registry} has listed it as ${id} since ${since}${status}${and}.`,
      `Registered with ${registry} as ${id} since ${since}${status}, it follows the methodology ${method}${by}.`,
      `Its methodology is ${method}; ${registry} registered it on ${since}${and}.`,
      `Registered with ${registry} on ${since}${status}, it calculates its credits with ${method}${and}.`,
    ];
  if (method)
    return [
      `At ${registry} it is listed as ${id}${status}, and its credits are calculated with ${method}${by}.`,
      `Its credits are calculated with ${method}; ${registry} lists it as ${id}${status}${and}.`,
      `Its methodology is ${method}; the registry, ${registry}, lists it as ${id}${and}.`,
      `${registry} lists it as ${id}${status}, quantified with ${method}${by}.`,
      `${registry} lists it under the number ${id}${status}; ${method} determines how its credits are calculated${and}.`,
      `It follows ${method} and is listed as ${id} at ${registry}${by}.`,
      `Its credits are quantified with ${method} under the rules of ${registry}${and}.`,
    ];
  const when = since ? ` on ${since}` : "";
  return [
    `${registry} ${since ? "registered" : "lists"} it as ${id}${when}${status}; its export names no methodology${and}.`,
    `The export of ${registry}, where it is ${id}${status}, names no methodology${and}.`,
    `No methodology is named for ${id} in the export of ${registry}${and}.`,
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
