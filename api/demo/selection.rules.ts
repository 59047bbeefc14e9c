import { knownProjectType } from "../src/features/directory/projectTypes.rules.ts";
import { noSingleDeveloper, registryStage } from "../src/features/directory/registries.rules.ts";
import type { ProjectRow, VintageRow } from "../src/features/imports/rows.ts";
import { seeded } from "../src/features/imports/seeded.rules.ts";

/** A project's vintages that a marketplace would offer. */
export function sellableVintages(vintages: readonly VintageRow[]): VintageRow[] {
  return vintages
    .filter(({ year, remaining }) => year >= 2016 && remaining > 0)
    .sort((a, b) => a.year - b.year);
}

function complete(project: ProjectRow): boolean {
  return (
    project.methodology !== "" &&
    project.country !== null &&
    knownProjectType(project.type) !== null
  );
}

/** Whether it is a voluntary project in good standing with remaining credits of recent years. */
export function sellable(project: ProjectRow, vintages: readonly VintageRow[]): boolean {
  return (
    project.remaining > 0 &&
    complete(project) &&
    project.complianceProgram === "" &&
    project.status !== "" &&
    registryStage(project.status, "") !== "CLOSED" &&
    sellableVintages(vintages).length > 0
  );
}

const soughtByInvestors = new Set([
  "Afforestation/Reforestation",
  "Biochar",
  "Biodigesters",
  "Clean Water",
  "Community Boreholes",
  "Cookstoves",
  "Electric Vehicles & Charging",
  "Improved Forest Management",
  "REDD+",
  "Rice Emission Reductions",
  "Solar - Distributed",
  "Solar Lighting",
  "Sustainable Agriculture",
  "Sustainable Grassland Management",
  "Wetland Restoration",
  "Composting",
]);

// Lower numbers have been in the pipeline for a decade: nobody would seek investors for them today.
const recentNumber: Record<string, number> = { GOLD: 10_500, VCS: 2_300, CAR: 1_400, ACR: 600 };

/** Whether it is a recent project before its first issuance with a plausible yearly estimate. */
export function investable(project: ProjectRow): boolean {
  return (
    complete(project) &&
    soughtByInvestors.has(project.type) &&
    project.issued === 0 &&
    Number(/\d+$/.exec(project.externalId)?.[0]) >= (recentNumber[project.registry] ?? Infinity) &&
    project.complianceProgram === "" &&
    project.developer !== noSingleDeveloper &&
    !["Other", "Not provided"].includes(project.methodology) &&
    registryStage(project.status, "") === "PIPELINE" &&
    project.estimatedAnnual !== null &&
    project.estimatedAnnual >= 2_000 &&
    project.estimatedAnnual <= 400_000
  );
}

/**
 * Picks `count` varied projects: at most `perType` of a type and one per type and country, in an
 * order that only depends on the ids.
 */
export function spread(
  projects: readonly ProjectRow[],
  purpose: string,
  count: number,
  perType: number,
): ProjectRow[] {
  const ofType = new Map<string, number>();
  const places = new Set<string>();
  const chosen: ProjectRow[] = [];
  const order = [...projects].sort(
    (a, b) => seeded(a.externalId, purpose) - seeded(b.externalId, purpose),
  );
  for (const project of order) {
    if (chosen.length === count) break;
    const place = `${project.type}/${project.country}`;
    if (places.has(place) || (ofType.get(project.type) ?? 0) >= perType) continue;
    places.add(place);
    ofType.set(project.type, (ofType.get(project.type) ?? 0) + 1);
    chosen.push(project);
  }
  return chosen;
}
