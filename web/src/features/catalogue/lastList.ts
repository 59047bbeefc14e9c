import type { Category } from "@tonneline/contract/catalogue";
import type { ProjectSearch } from "./catalogue.search.ts";

let last: { category: Category; search: ProjectSearch } | undefined;

/** Remembers the list last viewed, with its filters, as the way back from a project. */
export function rememberList(category: Category, search: ProjectSearch): void {
  last = { category, search };
}

/** Returns the list last viewed since the page was loaded; undefined if the user came directly to a project. */
export function lastList(): { category: Category; search: ProjectSearch } | undefined {
  return last;
}
