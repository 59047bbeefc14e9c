import type { Category } from "@tonneline/contract/catalogue";
import { queryClient } from "../../lib/queryClient.ts";
import { facetsOptions, projectsOptions } from "./catalogue.queries.ts";
import { noSearch, parseSearch } from "./catalogue.search.ts";
import { ProjectListPage } from "./ProjectListPage.tsx";
import "../../locales/en/catalogue.ts";

// One component a list: going from one to another restarts it, as nothing of a list fits the next.
/** Projects whose credits can be bought now. */
export const SpotPage = () => <ProjectListPage category="CREDIT_SALE" />;
/** Projects that look for money. */
export const FinancingPage = () => <ProjectListPage category="FINANCING" />;
/** Projects that look for sponsors. */
export const SponsoringPage = () => <ProjectListPage category="SPONSORING" />;

/** Asks for what the list at the present address shows first. */
export async function prepareList(category: Category): Promise<void> {
  const search = parseSearch(new URLSearchParams(window.location.search));
  await Promise.all([
    queryClient.prefetchInfiniteQuery(projectsOptions(category, search)),
    queryClient.prefetchQuery(facetsOptions(category, search)),
    queryClient.prefetchQuery(facetsOptions(category, noSearch)),
  ]);
}
