import { getProject, listProjects, projectFacets } from "@tonneline/contract/catalogue";
import type { Db } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { pageOf } from "../../core/http/pages.ts";
import type { Serve } from "../../core/http/serve.ts";
import { projectView, summaryView } from "./catalogue.view.ts";
import { createFacets } from "./facets.service.ts";
import { findProjects } from "./list.sql.ts";
import { projectById } from "./project.sql.ts";

export function catalogueRoutes(serve: Serve, db: Db): void {
  const facets = createFacets(db);

  serve(listProjects, async ({ query }) => {
    const { content, totalElements, availableCredits } = await findProjects(db, query);
    return { ...pageOf(content.map(summaryView), totalElements, query), availableCredits };
  });

  serve(projectFacets, ({ query }) => facets(query));

  serve(getProject, async ({ params }) => {
    const project = (await projectById(db, params.id)) ?? refuse("NOT_FOUND");
    return projectView(project);
  });
}
