import type { ImpactType } from "@tonneline/contract/catalogue";

/** The registries' display names by their codes in the file. */
export const registryNames: Record<string, string> = {
  ACR: "American Carbon Registry",
  ART: "ART TREES",
  CAR: "Climate Action Reserve",
  GOLD: "Gold Standard",
  ISO: "Isometric",
  VCS: "Verra",
};

/** Returns the code for a registry's code or name, regardless of case; anything else unchanged. */
export function registryCode(text: string): string {
  const wanted = text.toLowerCase();
  const [code] =
    Object.entries(registryNames).find((each) =>
      each.some((known) => known.toLowerCase() === wanted),
    ) ?? [];
  return code ?? text;
}

const active = new Set([
  "completed",
  "crediting period renewal and verification approval requested",
  "crediting period renewal requested",
  "gold standard certified project",
  "late to verify",
  "registered",
  "requantification requested",
  "transitioned",
  "units transferred from approved ghg program",
  "verification approval requested",
]);
const pipeline = new Set([
  "gold standard certified design",
  "listed",
  "registration and verification approval requested",
  "registration requested",
  "under development",
  "under validation",
]);
// Compliance projects have no status at the registry, only one in the compliance programme.
const endedCompliance = /terminated|inactive|transferred/i;
const plannedCompliance = /proposed/i;

export type RegistryStage = "ACTIVE" | "PIPELINE" | "CLOSED";

/**
 * Returns a project's stage at its registry. Unknown wordings count as closed: such a project must not be offered by accident.
 */
export function registryStage(status: string, complianceStatus: string): RegistryStage {
  if (status === "") {
    if (complianceStatus === "" || endedCompliance.test(complianceStatus)) return "CLOSED";
    return plannedCompliance.test(complianceStatus) ? "PIPELINE" : "ACTIVE";
  }
  const wording = status.toLowerCase();
  if (active.has(wording)) return "ACTIVE";
  return pipeline.has(wording) ? "PIPELINE" : "CLOSED";
}

/** The developer that a registry states if there are several or none. */
export const noSingleDeveloper = "Multiple proponents";
const pseudoDevelopers = new Set([
  "credits transferred from approved ghg program",
  "deactivated projects",
  "multiple proponents",
]);

/** Returns the name, or `noSingleDeveloper` for wordings with which registries name no particular developer. */
export function developerName(name: string): string {
  return pseudoDevelopers.has(name.toLowerCase()) ? noSingleDeveloper : name;
}

/** Returns the impact type for the database's wording; null if it is unknown. */
export function impactType(wording: string): ImpactType | null {
  switch (wording.toLowerCase()) {
    case "reduction":
      return "REDUCTION";
    // If the duration is not stated, only the shorter one is claimed.
    case "removal":
    case "impermanent removal":
      return "REMOVAL_SHORT";
    case "long-duration removal":
      return "REMOVAL_LONG";
    case "mixed":
      return "MIXED";
    default:
      return null;
  }
}
