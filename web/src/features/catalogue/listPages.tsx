import type { Category } from "@tonneline/contract/catalogue";
import { queryClient } from "../../lib/queryClient.ts";
import { facetsOptions, projectsOptions } from "./catalogue.queries.ts";
import { noSearch, parseSearch } from "./catalogue.search.ts";
import { ProjectListPage } from "./ProjectListPage.tsx";
import "../../locales/en/catalogue.ts";

// One component per list: switching lists remounts, as no state of one list fits another.
/** Projects whose credits can be bought now. */
export const SpotPage = () => <ProjectListPage category="CREDIT_SALE" />;
/** Projects seeking financing. */
export const FinancingPage = () => <ProjectListPage category="FINANCING" />;
/** Projects seeking sponsors. */
export const SponsoringPage = () => <ProjectListPage category="SPONSORING" />;

/** Prefetches what the list in the current URL shows first. */
export async function prepareList(category: Category): Promise<void> {
  const search = parseSearch(new URLSearchParams(window.location.search));
  await Promise.all([
    queryClient.prefetchInfiniteQuery(projectsOptions(category, search)),
    queryClient.prefetchQuery(facetsOptions(category, search)),
    queryClient.prefetchQuery(facetsOptions(category, noSearch)),
  ]);
}
