import { seeded } from "../../src/features/imports/seeded.rules.ts";
import type { DemoProject } from "../catalogue.ts";
import type { Family } from "./checklists.ts";

export type ReportPlan = {
  file: string;
  title: string;
  family: Family;
  type: string;
  countries: readonly string[];
  count: number;
  priceCents: number;
  publishedAt: string;
};

export const reportPlans: readonly ReportPlan[] = [
  {
    file: "cookstoves-malawi-rwanda.pdf",
    title: "Improved cookstoves in Malawi and Rwanda",
    family: "cooking",
    type: "Cookstoves",
    countries: ["MW", "RW"],
    count: 4,
    priceCents: 129_000,
    publishedAt: "2026-02-17",
  },
  {
    file: "boreholes-eritrea-uganda.pdf",
    title: "Community boreholes in Eritrea and Uganda",
    family: "water",
    type: "Community Boreholes",
    countries: ["ER", "UG"],
    count: 3,
    priceCents: 98_000,
    publishedAt: "2026-03-05",
  },
  {
    file: "redd-brazil-peru.pdf",
    title: "REDD+ in Brazil and Peru",
    family: "forest protection",
    type: "REDD+",
    countries: ["BR", "PE"],
    count: 3,
    priceCents: 168_000,
    publishedAt: "2026-03-24",
  },
  {
    file: "forest-management-united-states.pdf",
    title: "Improved forest management in the United States",
    family: "forest management",
    type: "Improved Forest Management",
    countries: ["US"],
    count: 3,
    priceCents: 142_000,
    publishedAt: "2026-04-14",
  },
  {
    file: "community-forests-mexico.pdf",
    title: "Community forests in Mexico",
    family: "forest management",
    type: "Improved Forest Management",
    countries: ["MX"],
    count: 4,
    priceCents: 135_000,
    publishedAt: "2026-04-30",
  },
  {
    file: "reforestation-uruguay-colombia.pdf",
    title: "Reforestation in Uruguay and Colombia",
    family: "planting",
    type: "Afforestation/Reforestation",
    countries: ["UY", "CO"],
    count: 4,
    priceCents: 156_000,
    publishedAt: "2026-05-19",
  },
  {
    file: "mangroves-pakistan.pdf",
    title: "Mangrove restoration in Pakistan",
    family: "wetland",
    type: "Wetland Restoration",
    countries: ["PK"],
    count: 1,
    priceCents: 74_000,
    publishedAt: "2026-06-09",
  },
  {
    file: "landfill-gas-turkiye-brazil.pdf",
    title: "Landfill gas in Türkiye and Brazil",
    family: "methane",
    type: "Landfill Methane",
    countries: ["TR", "BR"],
    count: 3,
    priceCents: 89_000,
    publishedAt: "2026-06-25",
  },
  {
    file: "household-biogas-nepal-kenya.pdf",
    title: "Household biogas in Nepal and Kenya",
    family: "cooking",
    type: "Biodigesters",
    countries: ["NP", "KE"],
    count: 3,
    priceCents: 96_000,
    publishedAt: "2026-07-16",
  },
  {
    file: "wind-power-india.pdf",
    title: "Wind power in India",
    family: "power",
    type: "Wind",
    countries: ["IN"],
    count: 2,
    priceCents: 49_000,
    publishedAt: "2026-08-20",
  },
  {
    file: "biochar-india.pdf",
    title: "Biochar in India",
    family: "biochar",
    type: "Biochar",
    countries: ["IN"],
    count: 2,
    priceCents: 118_000,
    publishedAt: "2026-09-10",
  },
  {
    file: "grassland-united-states.pdf",
    title: "Avoided grassland conversion in the United States",
    family: "grassland",
    type: "Avoided Grassland Conversion",
    countries: ["US"],
    count: 3,
    priceCents: 92_000,
    publishedAt: "2026-10-01",
  },
];

/** Selects a plan's projects: those on sale with the longest records, alternating between its countries. */
export function projectsOf(plan: ReportPlan, projects: readonly DemoProject[]): DemoProject[] {
  const record = (project: DemoProject) =>
    project.vintages.length + seeded(project.externalId, "report");
  const queues = plan.countries.map((country) =>
    projects
      .filter(
        ({ type, countries, status, vintages }) =>
          type === plan.type &&
          countries[0] === country &&
          status === "AVAILABLE" &&
          vintages.length > 0,
      )
      .sort((a, b) => record(b) - record(a)),
  );
  const chosen: DemoProject[] = [];
  for (let i = 0; chosen.length < plan.count; i++) {
    const next = queues[i % queues.length]?.shift();
    if (next) chosen.push(next);
    else if (queues.every((queue) => queue.length === 0)) break;
  }
  return chosen;
}
