import type { ImpactType } from "@tonneline/contract/catalogue";

/** The registries' codes in the file with the names that pages show. */
export const registryNames: Record<string, string> = {
  ACR: "American Carbon Registry",
  ART: "ART TREES",
  CAR: "Climate Action Reserve",
  GOLD: "Gold Standard",
  ISO: "Isometric",
  VCS: "Verra",
};

/** The code of a registry that is given by its code or name, in any letters; anything else as it stands. */
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
// Compliance projects have no status of the registry, only one of the compliance programme.
const endedCompliance = /terminated|inactive|transferred/i;
const plannedCompliance = /proposed/i;

export type RegistryStage = "ACTIVE" | "PIPELINE" | "CLOSED";

/** Where a project stands at its registry. A wording nobody knows counts as closed: it must not be offered by chance. */
export function registryStage(status: string, complianceStatus: string): RegistryStage {
  if (status === "") {
    if (complianceStatus === "" || endedCompliance.test(complianceStatus)) return "CLOSED";
    return plannedCompliance.test(complianceStatus) ? "PIPELINE" : "ACTIVE";
  }
  const wording = status.toLowerCase();
  if (active.has(wording)) return "ACTIVE";
  return pipeline.has(wording) ? "PIPELINE" : "CLOSED";
}

/** The developer that the registry names when there are many or none. */
export const noSingleDeveloper = "Multiple proponents";
const pseudoDevelopers = new Set([
  "credits transferred from approved ghg program",
  "deactivated projects",
  "multiple proponents",
]);

/** The name as it stands, or `noSingleDeveloper` for wordings by which registries name nobody in particular. */
export function developerName(name: string): string {
  return pseudoDevelopers.has(name.toLowerCase()) ? noSingleDeveloper : name;
}

/** The impact type of the database's wording; null when the wording is unknown. */
export function impactType(wording: string): ImpactType | null {
  switch (wording.toLowerCase()) {
    case "reduction":
      return "REDUCTION";
    // Without a word on how long it lasts, no more is claimed than the shorter.
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
