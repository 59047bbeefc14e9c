import { parse as parseQuery } from "node:querystring";
import { projectQuery } from "@tonneline/contract/catalogue";
import type { Db } from "../api/src/core/db.ts";
import { countFacets } from "../api/src/features/catalogue/facets.sql.ts";
import { findProjects } from "../api/src/features/catalogue/list.sql.ts";

/** A call that changes nothing, and the statements behind it. */
export interface Read {
  path: string;
  statements: (handle: Db) => Promise<unknown>;
}

/** Every filter of the catalogue by itself, some in pairs, and words from one that few have to one that all have. */
export const eachFilter = [
  "category=FINANCING",
  "category=SPONSORING",
  "continent=Africa",
  "country=IN&country=BR",
  "projectType=1&projectType=2&projectType=3",
  "registry=1",
  "developer=1&developer=2",
  "sdg=13&sdg=15",
  "creditType=EX_ANTE",
  "impactType=REMOVAL_SHORT",
  "claimType=CONTRIBUTION",
  "label=CCP",
  "status=AVAILABLE&status=COMING_SOON",
  "vintageFrom=2019&vintageTo=2020",
  "priceFrom=5&priceTo=20",
  "availableOnly=true",
  "continent=Asia&continent=Africa&availableOnly=true&priceTo=50",
  "q=VCS1764",
  "q=mangroove%20kenia",
  "q=energy",
  "q=pro",
];

/** A page of the list for a query string. */
export const list = (query: string): Read => ({
  path: `/projects?${query}`,
  statements: (handle) => findProjects(handle, projectQuery.parse(parseQuery(query))),
});

/** The facets for a query string. */
export const facets = (query: string): Read => ({
  path: `/projects/facets?${query}`,
  statements: (handle) => {
    const {
      page: _page,
      size: _size,
      sort: _sort,
      ...given
    } = projectQuery.parse(parseQuery(query));
    return countFacets(handle, given);
  },
});
