import type { Facets, ProjectFilters } from "@tonneline/contract/catalogue";
import type { Db } from "../../core/db.ts";
import { catalogueStamp, countFacets } from "./facets.sql.ts";
import { facetsView } from "./facets.view.ts";

/** Answers that a server remembers; a few kilobytes each. */
const mostRemembered = 500;

/**
 * Counts facets, and gives the same answer again until something changes that facets count or name. The stamp is read
 * before anything is counted: what is remembered under it is never older than the stamp.
 */
export function createFacets(db: Db): (filters: ProjectFilters) => Promise<Facets> {
  let remembered = { stamp: -1, answers: new Map<string, Promise<Facets>>() };
  return async (filters) => {
    const stamp = await catalogueStamp(db);
    if (stamp !== remembered.stamp || remembered.answers.size >= mostRemembered) {
      remembered = { stamp, answers: new Map() };
    }
    const { answers } = remembered;
    const key = JSON.stringify(filters);
    const known = answers.get(key);
    if (known) return known;
    const counted = countFacets(db, filters).then(facetsView);
    answers.set(key, counted);
    counted.catch(() => answers.delete(key));
    return counted;
  };
}
