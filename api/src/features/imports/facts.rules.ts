import { labelsOf, type Label } from "./labels.rules.ts";
import { registryStage, type RegistryStage } from "../directory/registries.rules.ts";
import type { ProjectRow } from "./rows.ts";

/** What the registry says of a project, kept with it until the next import; flat, so that fields compare one by one. */
export type RegistryFacts = {
  name: string;
  registry: string;
  registryUrl: string;
  status: string;
  stage: RegistryStage;
  developer: string;
  /** Blank when the file names none. */
  auditor: string;
  type: string;
  methodology: string;
  countries: string[];
  impactType: ProjectRow["impactType"];
  labels: Label[];
  /** Blank, or null, where the file is silent. */
  methodologyVersion: string;
  siteLocation: string;
  registeredOn: string | null;
  firstVintageYear: number | null;
  bufferPool: number | null;
};

type FactualRow = Pick<
  ProjectRow,
  | "name"
  | "registry"
  | "registryUrl"
  | "status"
  | "complianceStatus"
  | "developer"
  | "verifier"
  | "type"
  | "methodology"
  | "country"
  | "impactType"
  | "certifications"
  | "methodologyVersion"
  | "siteLocation"
  | "registeredOn"
  | "firstVintageYear"
  | "bufferPool"
>;

/**
 * A row of the registry's file as it is kept: labels that are unknown are left out, and a project without a country has
 * an empty list.
 */
export function factsOf(row: FactualRow): RegistryFacts {
  return {
    name: row.name,
    registry: row.registry,
    registryUrl: row.registryUrl,
    // Compliance projects have only the status of their compliance programme.
    status: row.status || row.complianceStatus,
    stage: registryStage(row.status, row.complianceStatus),
    developer: row.developer,
    auditor: row.verifier,
    type: row.type,
    methodology: row.methodology,
    countries: row.country === null ? [] : [row.country],
    impactType: row.impactType,
    labels: labelsOf(row.certifications).labels,
    methodologyVersion: row.methodologyVersion,
    siteLocation: row.siteLocation,
    registeredOn: row.registeredOn,
    firstVintageYear: row.firstVintageYear,
    bufferPool: row.bufferPool,
  };
}
