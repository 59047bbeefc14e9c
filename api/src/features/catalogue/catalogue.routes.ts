import {
  getProject,
  getProjectsXlsx,
  listProjects,
  projectCountries,
  projectFacets,
  suggestProjects,
} from "@tonneline/contract/catalogue";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { ReadyJson, type Serve } from "../../core/http/serve.ts";
import { xlsxFile } from "../../core/http/xlsx.ts";
import {
  countriesAnswer,
  facetsAnswer,
  foundProjects,
  keepAnswers,
  listAnswer,
} from "./answers.ts";
import { projectView } from "./catalogue.view.ts";
import { projectColumns } from "./catalogue.xlsx.ts";
import type { LiveCatalogue } from "./live.service.ts";
import { suggestAnswer } from "./suggest.ts";
import { projectById } from "./project.sql.ts";

export function catalogueRoutes(serve: Serve, db: Db, catalogue: LiveCatalogue): void {
  const list = keepAnswers(listAnswer);
  const facets = keepAnswers(facetsAnswer);
  const countries = keepAnswers(countriesAnswer);
  const suggestions = keepAnswers(suggestAnswer);

  serve(
    listProjects,
    async ({ caller, query }) =>
      new ReadyJson(list(await catalogue.current(caller.companyId), query)),
  );

  serve(getProjectsXlsx, async ({ caller, query }) => {
    const index = await catalogue.current(caller.companyId);
    return xlsxFile("projects", projectColumns, foundProjects(index, query));
  });

  serve(
    projectFacets,
    async ({ caller, query }) =>
      new ReadyJson(facets(await catalogue.current(caller.companyId), query)),
  );

  serve(
    projectCountries,
    async ({ caller, query }) =>
      new ReadyJson(countries(await catalogue.current(caller.companyId), query)),
  );

  serve(
    suggestProjects,
    async ({ query }) => new ReadyJson(suggestions(await catalogue.current(), query)),
  );

  serve(getProject, async ({ caller, params }) => {
    const project = (await projectById(db, params.id, caller.companyId)) ?? refuse("NOT_FOUND");
    return projectView(project);
  });
}
