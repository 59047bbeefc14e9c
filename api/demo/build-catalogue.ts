import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe } from "../src/features/imports/descriptions.rules.ts";
import { labelsOf } from "../src/features/imports/labels.rules.ts";
import { continentOf } from "../src/features/catalogue/places.rules.ts";
import {
  knownProjectType,
  type ProjectType,
} from "../src/features/directory/projectTypes.rules.ts";
import { registryNames } from "../src/features/directory/registries.rules.ts";
import type { AnnualRow, ProjectRow, VintageRow } from "../src/features/imports/rows.ts";
import { readableName } from "../src/features/imports/names.rules.ts";
import { indicativeGoals } from "../src/features/imports/sdgs.rules.ts";
import {
  catalogueLine,
  cataloguePath,
  type DemoHead,
  type DemoProject,
  type DemoVintage,
} from "./catalogue.ts";
import { financing, sponsoring } from "./investment.rules.ts";
import {
  availability,
  claimType,
  delivery,
  exAnteVintages,
  period,
  stock,
} from "./market.rules.ts";
import { priceCents } from "./prices.rules.ts";
import { readRegistryFiles } from "./registry-files.ts";
import { investable, sellable, sellableVintages, spread } from "./selection.rules.ts";

/* Builds catalogue.ndjson.gz from the registry files in a folder: node api/demo/build-catalogue.ts FOLDER */

const asOf = "2025-12-31";
const source = "VROD v2025-12";
const longDay = "31 December 2025";

type Parts = { financed: Set<string>; sponsored: Set<string>; sold: Set<string> };

function typeOf(project: ProjectRow): ProjectType {
  const type = knownProjectType(project.type);
  if (!type) throw new Error(`${project.externalId} has the unknown type ${project.type}.`);
  return type;
}

/** Tonnes per year: the registry's estimate, or the mean of the issued years; one estimate is a placeholder of 999,999,999. */
function annualTonnes(project: ProjectRow, years: readonly VintageRow[]): number {
  const estimate = project.estimatedAnnual ?? 0;
  if (estimate > 0 && estimate < 100_000_000) return estimate;
  const issued = years.filter((vintage) => vintage.issued > 0);
  return issued.reduce((sum, vintage) => sum + vintage.issued, 0) / Math.max(1, issued.length);
}

function vintagesOf(
  project: ProjectRow,
  years: readonly VintageRow[],
  kinds: string[],
): DemoVintage[] {
  const { externalId, registry } = project;
  const type = typeOf(project);
  const status = availability(externalId);
  const offered = sellableVintages(years);
  const priced = (year: number, exAnte: boolean) =>
    priceCents({ externalId, type, registry, labelKinds: kinds, year, exAnte });
  const issued = offered.map(({ year, issued: issuedTonnes, retired, remaining }): DemoVintage => {
    const when = period(externalId, year, offered[0]!.year, offered.at(-1)!.year);
    return {
      year,
      periodStart: when?.start ?? null,
      periodEnd: when?.end ?? null,
      claimType: claimType(year, kinds),
      creditType: "EX_POST",
      expectedDelivery: null,
      deliveryState: "ON_SCHEDULE",
      deliveryNote: "",
      priceCents: priced(year, false),
      stock: stock(externalId, year, remaining, status),
      registry: { issued: issuedTonnes, retired, remaining },
    };
  });
  const coming =
    status === "AVAILABLE" ? exAnteVintages(externalId, type, annualTonnes(project, years)) : [];
  return [
    ...issued,
    ...coming.map(({ year, tonnes }): DemoVintage => ({
      year,
      periodStart: `${year}-01-01`,
      periodEnd: `${year}-12-31`,
      claimType: claimType(year, kinds),
      creditType: "EX_ANTE",
      ...delivery(externalId, year),
      priceCents: priced(year, true),
      stock: tonnes,
      registry: null,
    })),
  ];
}

function demoProject(
  project: ProjectRow,
  years: readonly VintageRow[],
  calendar: readonly AnnualRow[],
  parts: Parts,
): DemoProject {
  const { externalId } = project;
  const type = typeOf(project);
  const countries = project.country === null ? [] : [project.country];
  const { labels, unknown } = labelsOf(project.certifications);
  if (unknown.length > 0)
    throw new Error(`${externalId} has unknown labels: ${unknown.join(", ")}.`);
  const kinds = labels.map(({ kind }) => kind);
  const goals = indicativeGoals(type);
  const terms = { ...project, type, annualTonnes: annualTonnes(project, years), goals };
  const sold = parts.sold.has(externalId);
  return {
    kind: "project",
    externalId,
    name: readableName(project.name),
    nameAtRegistry: project.name,
    description: describe({
      ...project,
      knownType: type,
      registryName: registryNames[project.registry] ?? project.registry,
      registryStatus: project.status,
      countries,
      quantities: { issued: project.issued, retired: project.retired, asOf: longDay },
    }),
    registry: project.registry,
    registryUrl: project.registryUrl,
    registryStatus: project.status,
    complianceProgram: project.complianceProgram,
    complianceStatus: project.complianceStatus,
    developer: project.developer,
    auditor: project.verifier || null,
    type,
    scope: project.scope,
    impactType: project.impactType,
    methodology: project.methodology,
    countries,
    continent: project.country === null ? null : continentOf(project.country),
    state: project.state,
    certifications: project.certifications,
    methodologyVersion: project.methodologyVersion,
    siteLocation: project.siteLocation,
    registeredOn: project.registeredOn,
    firstVintageYear: project.firstVintageYear,
    bufferPool: project.bufferPool,
    registryVintages: years.map((v) => [v.year, v.issued, v.retired, v.remaining]),
    registryYears: calendar.map((each) => [each.year, each.issued, each.retired]),
    sdgs: goals,
    labels,
    status: sold ? availability(externalId) : "AVAILABLE",
    investmentAvailable: parts.financed.has(externalId) || parts.sponsored.has(externalId),
    financing: parts.financed.has(externalId) ? financing(terms) : null,
    sponsoring: parts.sponsored.has(externalId) ? sponsoring(terms) : null,
    vintages: sold ? vintagesOf(project, years, kinds) : [],
  };
}

async function main(folder: string | undefined): Promise<void> {
  if (!folder)
    throw new Error("usage: node api/demo/build-catalogue.ts FOLDER_WITH_REGISTRY_FILES");
  const { projects, vintages, years } = await readRegistryFiles(folder);
  const of = (project: ProjectRow) => vintages.get(project.externalId) ?? [];
  const sold = projects.filter((project) => sellable(project, of(project)));
  const pipeline = projects.filter(investable);
  const onSaleToo = sold.filter(
    (project) =>
      availability(project.externalId) === "AVAILABLE" &&
      annualTonnes(project, of(project)) >= 5_000 &&
      /Forest|Cookstoves|Biodigesters|Water|Wetland/.test(project.type),
  );
  const ids = (rows: ProjectRow[]) => rows.map(({ externalId }) => externalId);
  const parts: Parts = {
    sold: new Set(ids(sold)),
    financed: new Set([
      ...ids(spread(pipeline, "financed", 30, 4)),
      ...ids(spread(onSaleToo, "financed too", 10, 3)),
    ]),
    sponsored: new Set([
      ...ids(spread(pipeline, "sponsored", 22, 4)),
      ...ids(spread(onSaleToo, "sponsored too", 8, 3)),
    ]),
  };
  const lines = projects
    .filter(({ externalId }) => Object.values(parts).some((part) => part.has(externalId)))
    .map((project) => demoProject(project, of(project), years.get(project.externalId) ?? [], parts))
    .sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
  const head: DemoHead = {
    kind: "head",
    format: 1,
    source,
    asOf,
    projects: lines.length,
    vintages: lines.reduce((sum, line) => sum + line.vintages.length, 0),
  };
  const text = [head, ...lines]
    .map((line) => `${JSON.stringify(catalogueLine.parse(line))}\n`)
    .join("");
  // Node writes no timestamp into the gzip header, so the same input gives the same bytes.
  const bytes = gzipSync(text, { level: 9 });
  await writeFile(cataloguePath, bytes);
  console.log(
    `${cataloguePath}: ${head.projects} projects, ${head.vintages} vintages, ${bytes.length} bytes`,
  );
}

await main(process.argv[2]);
