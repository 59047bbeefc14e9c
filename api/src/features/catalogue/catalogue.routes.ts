import {
  getProject,
  getProjectsXlsx,
  listProjects,
  listProjectCountries,
  getProjectFacets,
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
 * Serves projects at the prices of the caller's company. Answers are cached until the catalogue
 * changes; a project's page is cached until that project changes.
 */
export function catalogueRoutes(serve: Serve, db: Db, catalogue: LiveCatalogue): void {
  const cache = createAnswerCache();

  /** Returns the cached answer at these prices, or makes and caches it. */
  function cachedOrMake(index: CatalogueIndex, address: string, make: () => string): ReadyJson {
    const [key, version] = [index.prices + address, index.version()];
    return cache.find(key, version) ?? cache.keep(key, version, make());
  }

  const known: KnownAnswer = ({ companyId }, address) => {
    const index = catalogue.currentIfFresh(companyId);
    return index && cache.find(index.prices + address, index.version());
  };

  serve(
    listProjects,
    async ({ caller, query, address }) => {
      const index = await catalogue.current(caller.companyId);
      return cachedOrMake(index, address, () => listAnswer(index, query));
    },
    known,
  );

  serve(getProjectsXlsx, async ({ caller, query }) => {
    const index = await catalogue.current(caller.companyId);
    return xlsxFile("projects", projectColumns, foundProjects(index, query));
  });

  serve(
    getProjectFacets,
    async ({ caller, query, address }) => {
      const index = await catalogue.current(caller.companyId);
      return cachedOrMake(index, address, () => facetsAnswer(index, query));
    },
    known,
  );

  serve(
    listProjectCountries,
    async ({ caller, query, address }) => {
      const index = await catalogue.current(caller.companyId);
      return cachedOrMake(index, address, () => countriesAnswer(index, query));
    },
    known,
  );

  serve(
    suggestProjects,
    async ({ query, address }) => {
      const index = await catalogue.current();
      return cachedOrMake(index, address, () => suggestAnswer(index, query));
    },
    (_caller, address) => {
      const index = catalogue.currentIfFresh();
      return index && cache.find(address, index.version());
    },
  );

  projectRoute(serve, db, catalogue, cache);
}

/** Caches one project's page under its own stamp: changes to other projects do not invalidate it. */
function projectRoute(
  serve: Serve,
  db: Db,
  catalogue: LiveCatalogue,
  cache: ReturnType<typeof createAnswerCache>,
): void {
  const cachedPage = (index: CatalogueIndex, id: number) => {
    const stamp = stampOf(index, id);
    return stamp === undefined ? undefined : cache.find(pageKey(index, id), stamp);
  };

  serve(
    getProject,
    async ({ caller, params: { id } }) => {
      const index = await catalogue.current(caller.companyId);
      const page = cachedPage(index, id);
      if (page) return page;
      // Taken before the query: any change that the index sees later gets a new stamp.
      const stamp = stampOf(index, id);
      const row = (await projectById(db, id)) ?? refuse("NOT_FOUND");
      const text = JSON.stringify(projectView(row, index.own));
      // Projects that the index does not have are not cached.
      return stamp === undefined
        ? new ReadyJson(text)
        : cache.keep(pageKey(index, id), stamp, text);
    },
    ({ companyId }, address) => {
      const index = catalogue.currentIfFresh(companyId);
      const id = /\/([1-9]\d*)$/.exec(address)?.[1];
      return index && id ? cachedPage(index, Number(id)) : undefined;
    },
  );
}

const pageKey = ({ prices }: CatalogueIndex, id: number) => `${prices}/${id}`;

/** Returns the stamp of a project's current listing. */
function stampOf({ listings, slotOf }: CatalogueIndex, id: number): number | undefined {
  const slot = slotOf.get(id);
  return slot === undefined ? undefined : listings[slot]!.stamp;
}
