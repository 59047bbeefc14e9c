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

  serve(listProjects, async ({ query }) => new ReadyJson(list(await catalogue.current(), query)));

  serve(getProjectsXlsx, async ({ query }) =>
    xlsxFile("projects", projectColumns, foundProjects(await catalogue.current(), query)),
  );

  serve(
    projectFacets,
    async ({ query }) => new ReadyJson(facets(await catalogue.current(), query)),
  );

  serve(
    projectCountries,
    async ({ query }) => new ReadyJson(countries(await catalogue.current(), query)),
  );

  serve(
    suggestProjects,
    async ({ query }) => new ReadyJson(suggestions(await catalogue.current(), query)),
  );

  serve(getProject, async ({ params }) => {
    const project = (await projectById(db, params.id)) ?? refuse("NOT_FOUND");
    return projectView(project);
  });
}
