import type { Work } from "@tonneline/contract/dashboard";
import type { AgeBucket } from "@tonneline/contract/receivables";
import { paths } from "../../lib/paths.ts";

interface ListLink {
  to: string;
  search: Record<string, string>;
}

const works: Record<Work, ListLink> = {
  ORDERS: { to: paths.managementOrders, search: { tab: "AWAITING_APPROVAL" } },
  OVERDUE: { to: paths.managementOrders, search: { tab: "OVERDUE" } },
  BANK: { to: paths.managementBank, search: { tab: "open" } },
  RETIREMENTS: { to: paths.managementRetirements, search: { tab: "RETIREMENT_IN_PROGRESS" } },
  SUPPORT: { to: paths.managementSupport, search: { tab: "OPEN" } },
  PEOPLE: { to: paths.managementUsers, search: { tab: "TO_ADMIT" } },
  MAILS: { to: paths.managementMails, search: { tab: "FAILED" } },
};

/** The list that has exactly the work that was counted. */
export const linkOf = (work: Work): ListLink => works[work];

/** Orders that were paid on these days, both included. */
export const paidLink = ({ from, to }: { from: string; to: string }): ListLink => ({
  to: paths.managementOrders,
  search: { tab: "PAID", paidFrom: from, paidTo: to },
});

/** Invoices of an age; all that are open without one. */
export const ageLink = (bucket: AgeBucket | "all"): ListLink => ({
  to: paths.managementReceivables,
  search: { tab: bucket },
});

/** The list of projects of a type that buyers see. */
export const typeLink = (id: number): ListLink => ({
  to: paths.managementProjects,
  // Of hidden projects nothing is on sale.
  search: { type: String(id), hidden: "false" },
});
