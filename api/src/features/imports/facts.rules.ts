import { labelsOf, type Label } from "./labels.rules.ts";
import { registryStage, type RegistryStage } from "../directory/registries.rules.ts";
import type { ProjectRow } from "./rows.ts";

/** The registry's data on a project, stored with it until the next import; flat, so that fields can be compared one by one. */
export type RegistryFacts = {
  name: string;
  registry: string;
  registryUrl: string;
  status: string;
  stage: RegistryStage;
  developer: string;
  /** Blank if the file names none. */
  auditor: string;
  type: string;
  methodology: string;
  countries: string[];
  impactType: ProjectRow["impactType"];
  labels: Label[];
  /** Blank or null if the file does not provide it. */
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
 * Converts a row of the registry's file to the stored facts: unknown labels are dropped, and a
 * project without a country gets an empty list.
 */
export function factsOf(row: FactualRow): RegistryFacts {
  return {
    name: row.name,
    registry: row.registry,
    registryUrl: row.registryUrl,
    // Compliance projects only have the status of their compliance programme.
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
