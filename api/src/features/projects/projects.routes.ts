import * as contract from "@tonneline/contract/projects";
import type { NewProject, ProjectChange } from "@tonneline/contract/projects";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { csvFile, type CsvColumns } from "../../core/http/csv.ts";
import type { Serve } from "../../core/http/serve.ts";
import { cents, euros } from "../../core/money.ts";
import { usesView } from "../../core/uses.ts";
import { categoriesOf, choicesOf, managedProjects, type ManagedRow } from "./list.sql.ts";
import { managedProjectView, managedSummaryView } from "./projects.view.ts";
import { managedProjectById } from "./one.sql.ts";
import type { WantedProject } from "./projects.rules.ts";
import {
  addHistory,
  changeProject,
  createProject,
  removeProject,
  type EmbedHosts,
  type NewProjectFacts,
  type SavedProject,
} from "./projects.service.ts";
import { usesOf } from "./projects.sql.ts";

const columns: CsvColumns<ManagedRow> = [
  ["Id", (row) => row.id],
  ["Name", (row) => row.name],
  ["Registry ID", (row) => row.externalId],
  ["Registry", (row) => row.registryName],
  ["Developer", (row) => row.developerName],
  ["Type", (row) => row.projectTypeName],
  ["Countries", (row) => row.countries.join(" ")],
  ["Continent", (row) => row.continent],
  ["Categories", (row) => categoriesOf(row.categories).join(" ")],
  ["Status", (row) => row.status],
  ["Hidden", (row) => row.hidden],
  ["Available (t)", (row) => row.available],
  ["Total (t)", (row) => row.issued],
  ["Price from (EUR)", (row) => row.priceFrom && euros(row.priceFrom)],
  ["Price to (EUR)", (row) => row.priceTo && euros(row.priceTo)],
  ["First vintage", (row) => row.yearMin],
  ["Last vintage", (row) => row.yearMax],
  ["Updated (UTC)", (row) => row.updatedAt.toISOString()],
];

/** Serves the operators' calls for projects. */
export function managedProjectRoutes(
  serve: Serve,
  db: Db,
  files: FileStore,
  embedHosts: EmbedHosts,
): void {
  const read = async (projectId: number) =>
    managedProjectView((await managedProjectById(db, projectId)) ?? refuse("NOT_FOUND"));

  serve(
    contract.listManagedProjects,
    ({ query }) => managedProjects.page(db, query, managedSummaryView),
    ({ query }) => csvFile("projects", columns, managedProjects.stream(db, query)),
  );

  serve(contract.listProjectChoices, ({ query }) =>
    choicesOf(query.list).page(db, query, (choice) => choice),
  );

  serve(contract.getManagedProject, ({ params }) => read(params.id));

  const saved = async ({ projectId, newVintageIds }: SavedProject) => ({
    ...(await read(projectId)),
    ...(newVintageIds.length > 0 && { newVintageIds }),
  });

  serve(contract.createProject, async ({ body: { newVintages = [], ...body }, ...context }) =>
    saved(
      await createProject(db, embedHosts, context, factsOf(body) as NewProjectFacts, newVintages),
    ),
  );

  serve(contract.updateProject, async ({ actor, params: { id }, body, once }) => {
    const { version, newVintages: added = [], changedVintages: changed = [], ...fields } = body;
    const context = { id, actor, once };
    const vintages = { added, changed };
    return saved(await changeProject(db, embedHosts, context, version, factsOf(fields), vintages));
  });

  serve(contract.getProjectUses, async ({ params }) => {
    await read(params.id);
    return usesView(await usesOf(db, params.id, null));
  });

  serve(contract.deleteProject, ({ actor, params }) => removeProject(db, files, actor, params.id));

  serve(contract.recordProjectChange, async ({ actor, params, body, once }) => {
    await once(db, (tx) => addHistory(tx, actor, params.id, body.change));
    return read(params.id);
  });
}

/** Converts a request body to facts; fields left out stay out. */
function factsOf(
  body: Omit<NewProject | ProjectChange, "version" | "newVintages" | "changedVintages">,
): WantedProject {
  const { sponsoringDetails: sponsoring, financingDetails: financing, ...rest } = body;
  const {
    projectDeveloperId: developerId,
    sustainableDevelopmentGoals: sdgs,
    youtubeVideos: youtubeVideoIds,
    ...same
  } = rest;
  return {
    ...given(same),
    ...given({ developerId, sdgs, youtubeVideoIds }),
    ...(sponsoring !== undefined && {
      sponsoringExpectedImpact: sponsoring?.expectedImpact ?? null,
      sponsoringFrom: sponsoring?.sponsoringOpportunity.from ?? null,
      sponsoringTo: sponsoring?.sponsoringOpportunity.to ?? null,
    }),
    ...(financing !== undefined && {
      financingExpectedCredits: financing?.expectedCredits ?? null,
      financingFrom: financing?.financingOpportunity.from ?? null,
      financingTo: financing?.financingOpportunity.to ?? null,
      financingPriceCents: financing && cents(financing.averagePricePerCredit),
      financingCreditingPeriod: financing?.creditingPeriod ?? null,
      financingMethodology: financing?.methodology ?? null,
    }),
  };
}

function given(fields: Record<string, unknown>): WantedProject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
