import type { Project } from "@tonneline/contract/catalogue";
import { facetsQuery, noSearch } from "./catalogue.search.ts";

const maxShown = 5;

/** Returns the query for others of the same type and region that are on sale, cheapest first. */
export function similarQuery({
  projectType,
  continent,
}: Pick<Project, "projectType" | "continent">) {
  const search = {
    ...noSearch,
    availableOnly: true,
    projectType: [projectType.id],
    continent: continent ? [continent] : [],
  };
  // One more, since the project itself may be among them.
  return { ...facetsQuery("CREDIT_SALE", search), sort: "price,asc", size: String(maxShown + 1) };
}

/** Removes the project itself from the results. */
export function othersThan<P extends { id: number }>(id: number, found: readonly P[]): P[] {
  return found.filter((each) => each.id !== id).slice(0, maxShown);
}
