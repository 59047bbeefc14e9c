import type { Category } from "@tonneline/contract/catalogue";
import type { ProjectSearch } from "./catalogue.search.ts";

let last: { category: Category; search: ProjectSearch } | undefined;

/** Remembers the list that was looked at, with its filters, as the way back from a project. */
export function rememberList(category: Category, search: ProjectSearch): void {
  last = { category, search };
}

/** The list looked at last since the page was loaded; undefined for who came straight to a project. */
export function lastList(): { category: Category; search: ProjectSearch } | undefined {
  return last;
}
