import { codeNames } from "@tonneline/contract/codes";
import { activities } from "../../src/features/imports/activities.rules.ts";
import { spokenCountry } from "../../src/features/catalogue/places.rules.ts";
import { knownProjectType } from "../../src/features/directory/projectTypes.rules.ts";
import { registryNames } from "../../src/features/directory/registries.rules.ts";
import type { DemoProject } from "../catalogue.ts";
import { familyQuestions, generalQuestions, type Question } from "./checklists.ts";
import type { ReportPlan } from "./plans.ts";
import { ink, type Sheet } from "./sheet.ts";

/** Tonnes in a calendar year at the registry. */
export type YearFigures = { year: number; issued: number; retired: number };
/** A project with its full record at the registry: every vintage, including those not on sale, and every calendar year. */
export type Subject = {
  project: DemoProject;
  vintages: readonly { year: number; issued: number; retired: number; remaining: number }[];
  years: readonly YearFigures[];
};

const number = new Intl.NumberFormat("en-GB");
const t = (tonnes: number) => `${number.format(Math.round(tonnes))} t`;
const share = (part: number, whole: number) =>
  whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;
const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/**
 * The cover, on the sheet's first page: the report's type and projects, and the statement that it
 * rates and recommends nothing.
 */
export function cover(sheet: Sheet, plan: ReportPlan, subjects: readonly Subject[]): void {
  sheet.y = 190;
  sheet.text("DUE-DILIGENCE REPORT", { size: 9, color: ink.blue, bold: true, gap: 12 });
  sheet.text(plan.title, { size: 30, bold: true, gap: 18 });
  sheet.text(
    `${subjects.length === 1 ? "One project" : `${subjects.length} projects`} of the type “${plan.type}” · registry figures as of 31 December 2025 · published ${longDate(plan.publishedAt)}`,
    { size: 11, color: ink.soft, gap: 26 },
  );
  sheet.rule();
  for (const { project } of subjects) {
    sheet.text(project.name, { size: 11, bold: true, gap: 1 });
    sheet.text(
      `${project.externalId} · ${registryNames[project.registry]} · ${spokenCountry(project.countries[0] ?? "")}`,
      { size: 9.5, color: ink.soft, gap: 10 },
    );
  }
  sheet.y = Math.max(sheet.y + 20, 560);
  sheet.text("Read this first", { size: 11, bold: true, gap: 5 });
  sheet.text(
    "This document shows what a due-diligence report on a marketplace looks like. Its figures were taken from public registry data by a program; nobody visited a site, interviewed a developer or read the project documents for it. It does not rate or recommend anything. The projects and their developers were not involved.",
    { size: 9.5, color: ink.soft },
  );
}

/** Chapter 1, on a new page: tonnes by project and in total, what the record shows and what it cannot show. */
export function summary(sheet: Sheet, plan: ReportPlan, subjects: readonly Subject[]): void {
  sheet.page();
  sheet.heading("1  Summary");
  const type = knownProjectType(plan.type);
  if (type) sheet.text(`A project of this type ${activities[type]}.`);
  const issued = sum(subjects, (subject) => sum(subject.vintages, (v) => v.issued));
  const retired = sum(subjects, (subject) => sum(subject.vintages, (v) => v.retired));
  sheet.text(
    `Together, the registries had issued ${t(issued)} to the projects of this report by 31 December 2025. ${share(retired, issued)} of it (${t(retired)}) was retired or cancelled; ${t(issued - retired)} remained in accounts. What remains is not all for sale: it includes holdings of buyers and brokers.`,
  );
  sheet.table(
    [
      { head: "Project", width: 5 },
      { head: "Registry ID", width: 2 },
      { head: "Issued", width: 2, align: "right" },
      { head: "Retired", width: 2, align: "right" },
      { head: "Remaining", width: 2, align: "right" },
      { head: "Retired share", width: 1.6, align: "right" },
    ],
    subjects.map(({ project, vintages }) => {
      const own = {
        issued: sum(vintages, (v) => v.issued),
        retired: sum(vintages, (v) => v.retired),
      };
      return [
        project.name,
        project.externalId,
        t(own.issued),
        t(own.retired),
        t(own.issued - own.retired),
        share(own.retired, own.issued),
      ];
    }),
  );
  sheet.heading("What the record shows", 2);
  for (const subject of subjects) {
    sheet.text(subject.project.name, { bold: true, gap: 2 });
    sheet.text(observations(subject).join(" "));
  }
  sheet.heading("What it cannot show", 2);
  sheet.text(
    "Registry data say how many credits exist, not whether each is worth a tonne. Additionality, baselines, leakage, permanence and the effect on people can only be judged from project documents, verification reports and visits. Chapter 3 lists what to ask and where to find the answer.",
  );
}

/** Notable points in a project's figures, as sentences that only use the registry's figures. */
export function observations({ project, vintages, years }: Subject): string[] {
  const issued = sum(vintages, (v) => v.issued);
  const retired = sum(vintages, (v) => v.retired);
  const found: string[] = [];
  const issuing = vintages.filter((v) => v.issued > 0);
  const first = issuing[0]?.year;
  const last = issuing.at(-1)?.year;
  if (first !== undefined && last !== undefined) {
    found.push(
      first === last
        ? `One vintage has been issued, ${first}.`
        : `Vintages run from ${first} to ${last}; ${issuing.length} of these ${last - first + 1} years have issued credits.`,
    );
  }
  const largest = [...issuing].sort((a, b) => b.issued - a.issued)[0];
  if (largest && issuing.length > 2)
    found.push(
      `The largest vintage is ${largest.year} with ${t(largest.issued)}, ${share(largest.issued, issued)} of all.`,
    );
  found.push(`${share(retired, issued)} of what was issued is retired or cancelled.`);
  const old = sum(
    vintages.filter((v) => v.year <= 2017),
    (v) => Math.max(0, v.remaining),
  );
  if (old > 0)
    found.push(`${t(old)} remain of vintages 2017 and older, which fewer buyers accept.`);
  const recent = years.filter(({ year }) => year >= 2023);
  const demand = sum(recent, (y) => y.retired);
  if (recent.length > 0)
    found.push(
      `Since 2023, ${t(demand)} were retired and ${t(sum(recent, (y) => y.issued))} issued.`,
    );
  found.push(
    project.labels.length > 0
      ? `Labels: ${project.labels.map(({ kind, detail }) => `${kind.replace("_", " ")} ${detail}`.trim()).join("; ")}.`
      : "It carries none of the labels CCP, CORSIA, CCB or Article 6 in this record.",
  );
  return found;
}

/**
 * A section of chapter 2, on a new page: one project's facts and vintages, and its calendar years if
 * known. `position` counts from 1.
 */
export function projectChapter(sheet: Sheet, subject: Subject, position: number): void {
  const { project, vintages, years } = subject;
  sheet.page();
  sheet.heading(`2.${position}  ${project.name}`);
  for (const paragraph of project.description.split("\n\n")) sheet.text(paragraph);
  sheet.heading("Facts", 2);
  sheet.facts([
    ["Registry and ID", `${registryNames[project.registry]} · ${project.externalId}`],
    ["Status at the registry", project.registryStatus],
    ["Registry page", project.registryUrl],
    ["Developer", project.developer],
    ["Verifier named in the record", project.auditor ?? "none"],
    [
      "Country, state",
      [project.countries.map(spokenCountry).join(", "), project.state].filter(Boolean).join(" · "),
    ],
    ["Type, scope", `${project.type} · ${project.scope}`],
    ["Methodology", project.methodology],
    ["Reduction or removal", codeNames[project.impactType]],
    [
      "Labels",
      project.labels
        .map(({ kind, detail }) => `${kind.replace("_", " ")} ${detail}`.trim())
        .join("; ") || "none in this record",
    ],
    ["Development goals (indicative, from the type)", project.sdgs.join(", ")],
  ]);
  if (years.length > 0) {
    const most = Math.max(...years.flatMap(({ issued, retired }) => [issued, retired]));
    sheet.heading("Issuance and retirement by calendar year", 2, 230);
    sheet.bars(`Tonnes by calendar year; the highest bar is ${t(most)}.`, years);
    let balance = 0;
    sheet.table(
      [
        { head: "Year", width: 1 },
        { head: "Issued", width: 2, align: "right" },
        { head: "Retired or cancelled", width: 2, align: "right" },
        { head: "In accounts at year's end", width: 2.4, align: "right" },
      ],
      years.map(({ year, issued, retired }) => {
        balance += issued - retired;
        return [String(year), t(issued), t(retired), t(balance)];
      }),
    );
  }
  sheet.heading("Vintages", 2);
  const offered = new Set(
    project.vintages.filter(({ stock }) => stock > 0).map(({ year }) => year),
  );
  sheet.table(
    [
      { head: "Vintage", width: 1.4 },
      { head: "Issued", width: 2, align: "right" },
      { head: "Retired or cancelled", width: 2, align: "right" },
      { head: "Remaining", width: 2, align: "right" },
      { head: "Retired share", width: 1.6, align: "right" },
      { head: "In the demonstration", width: 2 },
    ],
    vintages.map((v) => [
      String(v.year),
      t(v.issued),
      t(v.retired),
      t(v.remaining),
      share(v.retired, v.issued),
      offered.has(v.year) ? "on offer" : "–",
    ]),
  );
}

function questions(sheet: Sheet, rows: readonly Question[]): void {
  sheet.table(
    [
      { head: "Question", width: 3.2 },
      { head: "Why it matters", width: 4 },
      { head: "Where to look", width: 2.6 },
      { head: "Answer", width: 1.4 },
    ],
    rows.map(({ ask, why, where }) => [ask, why, where, ""]),
  );
}

/** Chapter 3, on a new page: questions on this family of projects and on any project. The answers are left blank. */
export function checklist(sheet: Sheet, plan: ReportPlan): void {
  sheet.page();
  sheet.heading("3  Risk checklist");
  sheet.text(
    "The answers are left open: they come from documents and conversations that this demonstration did not have. The column is for the reader's own notes.",
  );
  sheet.heading(`Of this type: ${plan.type}`, 2);
  questions(sheet, familyQuestions[plan.family]);
  sheet.heading("Of any project", 2);
  questions(sheet, generalQuestions);
}

/** Chapters 4 and 5, on a new page: how the figures are derived, what terms mean, and where the data comes from. */
export function sources(sheet: Sheet): void {
  sheet.page();
  sheet.heading("4  Method");
  sheet.text(
    "Issued, retired and remaining tonnes by vintage and by calendar year come from the database named below. Retired by vintage is issued less remaining and therefore counts cancellations too. Issued leaves out credits that went to buffer pools. For Verra a vintage counts as issued once any part of it is. For Gold Standard the calendar year of issuance is weak, since the registry's date is not always the true one. Tonnes whose calendar year is unknown are left out of the yearly table, so its last balance can differ from what remains by vintage.",
  );
  sheet.text(
    "Descriptions are composed from these facts by rules. Development goals follow from the project type and are indicative. Prices and offers on the marketplace's demonstration are invented and play no part here.",
  );
  sheet.heading("Words", 2);
  sheet.table(
    [
      { head: "Word", width: 2 },
      { head: "Meaning", width: 7 },
    ],
    [
      [
        "Vintage",
        "The year in which a tonne was reduced or removed; registries often use periods that are not full years.",
      ],
      ["Issued", "Credits that the registry created after a verification."],
      [
        "Retired, cancelled",
        "Permanently taken out of circulation, for a claim or another reason.",
      ],
      ["Remaining", "Issued and neither retired nor cancelled, in whatever account."],
      [
        "Buffer pool",
        "Credits set aside by the registry to make good a reversal, such as a forest fire.",
      ],
      [
        "CCP",
        "Label of the Integrity Council for the Voluntary Carbon Market for a programme and methodology it approved.",
      ],
      ["CORSIA", "Offsetting scheme of international aviation; eligibility is by phase."],
      [
        "CCB",
        "Climate, Community & Biodiversity Standards, verified alongside the carbon standard.",
      ],
      [
        "Corresponding adjustment",
        "The host country adds the tonne back to its own account, so that it is counted once.",
      ],
    ],
  );
  sheet.heading("5  Sources");
  sheet.text(
    "Project data: Barbara K. Haya, Tyler Bernard, Aline Abayo, Xinyun Rong, Ivy S. So, Micah Elias (2025). Voluntary Registry Offsets Database v2025-12, Berkeley Carbon Trading Project, University of California, Berkeley. https://gspp.berkeley.edu/berkeley-carbon-trading-project/offsets-database. Licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Changes: a selection of projects and columns, retired tonnes by vintage derived, text, tables and charts added.",
  );
  sheet.text(
    "This document is under the same licence. Names and marks of registries, developers and verifiers are theirs; none of them endorses it.",
  );
}

function longDate(day: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(day));
}
