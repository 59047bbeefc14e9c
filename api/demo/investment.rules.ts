import type { ProjectType } from "../src/features/directory/projectTypes.rules.ts";
import { seeded, seededInt } from "../src/features/imports/seeded.rules.ts";
import { priceCents } from "./prices.rules.ts";

export type Investable = {
  externalId: string;
  type: ProjectType;
  registry: string;
  methodology: string;
  /** Tonnes per year as estimated by the registry. */
  annualTonnes: number;
  goals: readonly number[];
};

export type Financing = {
  expectedCredits: number;
  from: string;
  to: string;
  priceCents: number;
  creditingPeriod: number[];
  methodology: string;
};
export type Sponsoring = { expectedImpact: string; from: string; to: string };

const forests = /Forest|REDD|Wetland|Grassland/;

function window(externalId: string, purpose: string): { from: string; to: string } {
  const openMonth = seededInt(externalId, `${purpose} from`, 1, 12);
  const months = seededInt(externalId, `${purpose} months`, 9, 20);
  const from = new Date(Date.UTC(2026, openMonth - 1, 1));
  const to = new Date(Date.UTC(2026, openMonth - 1 + months, 0));
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
}

/**
 * Terms for financing a project: a share of its yearly estimate over the crediting period, discounted
 * from the price of a current vintage.
 */
export function financing(project: Investable): Financing {
  const { externalId } = project;
  const firstYear = seededInt(externalId, "first crediting year", 2026, 2028);
  const length = forests.test(project.type)
    ? seededInt(externalId, "crediting years", 10, 20)
    : seededInt(externalId, "crediting years", 5, 10);
  const share = 0.25 + 0.5 * seeded(externalId, "financed share");
  return {
    expectedCredits: Math.round((project.annualTonnes * length * share) / 100) * 100,
    ...window(externalId, "financing"),
    priceCents: priceCents({ ...project, labelKinds: [], year: 2025, exAnte: true }),
    creditingPeriod: Array.from({ length }, (_, i) => firstYear + i),
    methodology: project.methodology,
  };
}

/** Terms for sponsoring a project without receiving credits. */
export function sponsoring(project: Investable): Sponsoring {
  const years = seededInt(project.externalId, "sponsored years", 3, 7);
  const tonnes = new Intl.NumberFormat("en-GB").format(
    Math.round((project.annualTonnes * years) / 100) * 100,
  );
  const goals = project.goals.filter((goal) => goal !== 13).join(", ");
  return {
    expectedImpact:
      `About ${tonnes} t CO2e over ${years} years if the project performs as its registry estimates.` +
      (goals ? ` By its type the project also serves the development goals ${goals}.` : ""),
    ...window(project.externalId, "sponsoring"),
  };
}
