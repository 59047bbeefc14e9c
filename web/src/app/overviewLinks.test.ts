import { works } from "@tonneline/contract/dashboard";
import { ageBuckets } from "@tonneline/contract/receivables";
import { expect, test } from "vitest";
import { entries } from "../features/bank/bank.queries.ts";
import { ageLink, linkOf, paidLink, typeLink } from "../features/dashboard/links.ts";
import { mails } from "../features/mails/mails.queries.ts";
import { managedOrders } from "../features/orders/admin/admin.queries.ts";
import { users } from "../features/people/people.queries.ts";
import { managedProjects } from "../features/projects/admin/admin.queries.ts";
import { receivables } from "../features/receivables/receivables.queries.ts";
import { managedRetirements } from "../features/retirements/admin/admin.queries.ts";
import { supportRequests } from "../features/support/admin/admin.queries.ts";
import { paths } from "../lib/paths.ts";
import { parseTable, type TableSearch, type TableSpec } from "../lib/tableSearch.ts";
import { pageOf } from "./layouts/openWork.ts";

interface AnyList {
  spec: TableSpec;
  queryOf: (search: TableSearch) => object;
}
const lists: Record<string, AnyList> = {
  [paths.managementOrders]: managedOrders,
  [paths.managementBank]: entries,
  [paths.managementRetirements]: managedRetirements,
  [paths.managementSupport]: supportRequests,
  [paths.managementUsers]: users,
  [paths.managementMails]: mails,
  [paths.managementReceivables]: receivables,
  [paths.managementProjects]: managedProjects,
};

/** Returns the query of the list behind a link, without paging and sorting. */
function queryOfLink({ to, search }: { to: string; search: Record<string, string> }) {
  const { spec, queryOf } = lists[to]!;
  const query = queryOf(parseTable(spec, new URLSearchParams(search)));
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => !["page", "size", "sort"].includes(name)),
  );
}

// The server's counts for these are tested on its side, with the same filters.
test("Every figure of the overview links to the rows that it counts", () => {
  expect(works.map((work) => [work, queryOfLink(linkOf(work))])).toEqual([
    ["ORDERS", { status: "AWAITING_APPROVAL" }],
    ["OVERDUE", { overdue: "true" }],
    ["BANK", { status: "MATCHED,SUGGESTED,UNMATCHED" }],
    ["RETIREMENTS", { status: "RETIREMENT_IN_PROGRESS" }],
    ["SUPPORT", { status: "OPEN" }],
    ["PEOPLE", { standing: "TO_ADMIT" }],
    ["MAILS", { status: "FAILED" }],
  ]);
  expect(ageBuckets.map((bucket) => queryOfLink(ageLink(bucket)))).toEqual(
    ageBuckets.map((bucket) => ({ bucket })),
  );
  expect(queryOfLink(ageLink("all"))).toEqual({});
  expect(queryOfLink(paidLink({ from: "2026-01-01", to: "2026-01-31" }))).toEqual({
    status: "PAID",
    paidFrom: "2026-01-01",
    paidTo: "2026-01-31",
  });
  expect(queryOfLink(typeLink(7))).toEqual({ projectType: "7", hidden: "false" });
});

test("The bank and the reminders open with the rows that the navigation counts", () => {
  const opening = (page: (typeof pageOf)[keyof typeof pageOf]) =>
    queryOfLink({ to: paths[page], search: {} });
  expect(opening(pageOf.OVERDUE)).toEqual({ bucket: "1_14,15_30,31_60,OVER_60" });
  expect(opening(pageOf.BANK)).toEqual(queryOfLink(linkOf("BANK")));
});
