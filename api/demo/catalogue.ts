import {
  availabilityStatuses,
  claimTypes,
  continents,
  creditTypes,
  impactTypes,
  labelKinds,
} from "@tonneline/contract/codes";
import { quarterPattern, settableDeliveryStates } from "@tonneline/contract/delivery";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { z } from "zod";

/*
 * catalogue.ndjson.gz: one JSON object per line, first the head, then the projects sorted by external
 * id. reports/index.ndjson: the due-diligence reports, which are built from it. Registry facts (issued,
 * retired, remaining, status, labels) come from the Voluntary Registry Offsets Database; prices, stock,
 * availability, claim types, periods, investment terms and reports are invented by rules.
 */

const tonnes = z.int().min(0).max(2_147_483_647);
const cents = z.int().min(1).max(100_000_000);
const year = z.int().min(1990).max(2100);

const vintage = z.strictObject({
  year,
  periodStart: z.iso.date().nullable(),
  periodEnd: z.iso.date().nullable(),
  claimType: z.enum(claimTypes),
  creditType: z.enum(creditTypes),
  /** For a vintage not yet issued: a quarter such as 2027-Q4, its state, and why it is late. */
  expectedDelivery: z.string().regex(quarterPattern).nullable(),
  deliveryState: z.enum(settableDeliveryStates),
  deliveryNote: z.string(),
  priceCents: cents,
  /** Tonnes on offer, posted as the first movement in the ledger. */
  stock: tonnes,
  /** The registry's tonnes of that year; null for a vintage not yet issued. */
  registry: z.strictObject({ issued: tonnes, retired: tonnes, remaining: tonnes }).nullable(),
});

const project = z.strictObject({
  kind: z.literal("project"),
  externalId: z.string(),
  name: z.string(),
  /** The registry's spelling. */
  nameAtRegistry: z.string(),
  description: z.string(),
  /** The registry's code, as in the registry file: VCS, GOLD, ACR, CAR, ART. */
  registry: z.string(),
  registryUrl: z.url(),
  registryStatus: z.string(),
  complianceProgram: z.string(),
  complianceStatus: z.string(),
  developer: z.string(),
  auditor: z.string().nullable(),
  type: z.string(),
  scope: z.string(),
  impactType: z.enum(impactTypes),
  methodology: z.string(),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
  continent: z.enum(continents).nullable(),
  state: z.string(),
  certifications: z.string(),
  methodologyVersion: z.string(),
  siteLocation: z.string(),
  registeredOn: z.iso.date().nullable(),
  firstVintageYear: year.nullable(),
  bufferPool: tonnes.nullable(),
  /** The registry's tonnes for every vintage, on offer here or not: year, issued, retired, remaining. */
  registryVintages: z.array(z.tuple([year, tonnes, tonnes, tonnes])),
  /** By calendar year: year, issued, retired; corrections of earlier years are negative. */
  registryYears: z.array(z.tuple([year, z.int(), z.int()])),
  sdgs: z.array(z.int().min(1).max(17)),
  labels: z.array(z.strictObject({ kind: z.enum(labelKinds), detail: z.string() })),
  status: z.enum(availabilityStatuses),
  investmentAvailable: z.boolean(),
  financing: z
    .strictObject({
      expectedCredits: tonnes,
      from: z.iso.date(),
      to: z.iso.date(),
      priceCents: cents,
      creditingPeriod: z.array(year),
      methodology: z.string(),
    })
    .nullable(),
  sponsoring: z
    .strictObject({ expectedImpact: z.string(), from: z.iso.date(), to: z.iso.date() })
    .nullable(),
  vintages: z.array(vintage),
});

const report = z.strictObject({
  name: z.string(),
  description: z.string(),
  priceCents: cents,
  pages: z.int().min(1),
  publishedAt: z.iso.date(),
  /** The file's name in the adjacent folder `reports`. */
  file: z.string().regex(/^[a-z0-9-]+\.pdf$/),
  projects: z.array(z.string()).min(1).max(4),
});

/** The first line. */
const head = z.strictObject({
  kind: z.literal("head"),
  format: z.literal(1),
  source: z.string(),
  /** The date of the registries' figures and of the labels. */
  asOf: z.iso.date(),
  projects: z.int(),
  vintages: z.int(),
});

export const catalogueLine = z.discriminatedUnion("kind", [head, project]);
export type DemoHead = z.output<typeof head>;
export type DemoProject = z.output<typeof project>;
export type DemoVintage = z.output<typeof vintage>;
export type DemoReport = z.output<typeof report>;
export type DemoCatalogue = { head: DemoHead; projects: DemoProject[]; reports: DemoReport[] };

export const cataloguePath = path.join(import.meta.dirname, "catalogue.ndjson.gz");
export const reportsFolder = path.join(import.meta.dirname, "reports");

/**
 * Reads the whole demonstration catalogue and validates each line. Throws if the file is damaged or
 * its counts differ from its head.
 */
export async function readDemoCatalogue(): Promise<DemoCatalogue> {
  const { head: first, projects } = await readDemoProjects();
  const index = await readFile(path.join(reportsFolder, "index.ndjson"), "utf8");
  const reports = index
    .trimEnd()
    .split("\n")
    .map((text) => report.parse(JSON.parse(text)));
  return { head: first, projects, reports };
}

/** Reads the catalogue without the reports, which are built from it. Throws for a damaged line or wrong counts. */
export async function readDemoProjects(): Promise<Omit<DemoCatalogue, "reports">> {
  const projects: DemoProject[] = [];
  let first: DemoHead | null = null;
  const lines = createInterface({
    input: createReadStream(cataloguePath).pipe(createGunzip()),
    crlfDelay: Infinity,
  });
  for await (const text of lines) {
    const line = catalogueLine.parse(JSON.parse(text));
    if (line.kind === "project") projects.push(line);
    else first = line;
  }
  const vintages = projects.reduce((sum, { vintages: own }) => sum + own.length, 0);
  if (first?.projects !== projects.length || first.vintages !== vintages) {
    throw new Error(`${cataloguePath} is incomplete.`);
  }
  return { head: first, projects };
}
