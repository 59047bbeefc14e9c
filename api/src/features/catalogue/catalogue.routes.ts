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
import { ReadyJson } from "../../core/http/readyJson.ts";
import type { KnownAnswer, Serve } from "../../core/http/serve.ts";
import { xlsxFile } from "../../core/http/xlsx.ts";
import { countriesAnswer, facetsAnswer, foundProjects, listAnswer } from "./answers.ts";
import { projectView } from "./catalogue.view.ts";
import { projectColumns } from "./catalogue.xlsx.ts";
import type { CatalogueIndex } from "./index.ts";
import { createAnswerCache } from "../../core/http/answerCache.ts";
import type { LiveCatalogue } from "./live.service.ts";
import { suggestAnswer } from "./suggest.ts";
import { projectById } from "./project.sql.ts";

/**
 * Projects at the prices of the caller's company. Answers are kept until the catalogue changes; a project's own page
 * until that project does.
 */
export function catalogueRoutes(serve: Serve, db: Db, catalogue: LiveCatalogue): void {
  const cache = createAnswerCache();

  /** What was answered at these prices, or is answered now and kept. */
  function given(index: CatalogueIndex, address: string, make: () => string): ReadyJson {
    const [key, version] = [index.prices + address, index.version()];
    return cache.find(key, version) ?? cache.keep(key, version, make());
  }

  const known: KnownAnswer = ({ companyId }, address) => {
    const index = catalogue.atHand(companyId);
    return index && cache.find(index.prices + address, index.version());
  };

  serve(
    listProjects,
    async ({ caller, query, address }) => {
      const index = await catalogue.current(caller.companyId);
      return given(index, address, () => listAnswer(index, query));
    },
    known,
  );

  serve(getProjectsXlsx, async ({ caller, query }) => {
    const index = await catalogue.current(caller.companyId);
    return xlsxFile("projects", projectColumns, foundProjects(index, query));
  });

  serve(
    projectFacets,
    async ({ caller, query, address }) => {
      const index = await catalogue.current(caller.companyId);
      return given(index, address, () => facetsAnswer(index, query));
    },
    known,
  );

  serve(
    projectCountries,
    async ({ caller, query, address }) => {
      const index = await catalogue.current(caller.companyId);
      return given(index, address, () => countriesAnswer(index, query));
    },
    known,
  );

  serve(
    suggestProjects,
    async ({ query, address }) => {
      const index = await catalogue.current();
      return given(index, address, () => suggestAnswer(index, query));
    },
    (_caller, address) => {
      const index = catalogue.atHand();
      return index && cache.find(address, index.version());
    },
  );

  projectRoute(serve, db, catalogue, cache);
}

/** One project is kept by its own stamp: what changes others leaves its page at hand. */
function projectRoute(
  serve: Serve,
  db: Db,
  catalogue: LiveCatalogue,
  cache: ReturnType<typeof createAnswerCache>,
): void {
  const keptPage = (index: CatalogueIndex, id: number) => {
    const stamp = stampOf(index, id);
    return stamp === undefined ? undefined : cache.find(pageKey(index, id), stamp);
  };

  serve(
    getProject,
    async ({ caller, params: { id } }) => {
      const index = await catalogue.current(caller.companyId);
      const page = keptPage(index, id);
      if (page) return page;
      // Before the database is asked: what the index hears later of the project makes it another one.
      const stamp = stampOf(index, id);
      const row = (await projectById(db, id)) ?? refuse("NOT_FOUND");
      const text = JSON.stringify(projectView(row, index.own));
      // Nothing is kept of what the index does not have.
      return stamp === undefined
        ? new ReadyJson(text)
        : cache.keep(pageKey(index, id), stamp, text);
    },
    ({ companyId }, address) => {
      const index = catalogue.atHand(companyId);
      const id = /\/([1-9]\d*)$/.exec(address)?.[1];
      return index && id ? keptPage(index, Number(id)) : undefined;
    },
  );
}

const pageKey = ({ prices }: CatalogueIndex, id: number) => `${prices}/${id}`;

/** The number of what is known of a project now. */
function stampOf({ listings, placeOf }: CatalogueIndex, id: number): number | undefined {
  const place = placeOf.get(id);
  return place === undefined ? undefined : listings[place]!.stamp;
}
