import type { Project } from "@tonneline/contract/catalogue";
import { facetsQuery, noSearch } from "./catalogue.search.ts";

const shown = 5;

/** What to ask for to find others of the same type and region that are for sale, the cheapest first. */
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
  return { ...facetsQuery("CREDIT_SALE", search), sort: "price,asc", size: String(shown + 1) };
}

/** Those found without the project itself. */
export function othersThan<P extends { id: number }>(id: number, found: readonly P[]): P[] {
  return found.filter((each) => each.id !== id).slice(0, shown);
}
