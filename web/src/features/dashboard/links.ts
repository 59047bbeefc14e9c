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

/** Returns the link to the list of exactly the work that was counted. */
export const linkOf = (work: Work): ListLink => works[work];

/** Returns the link to orders paid on these days, both included. */
export const paidLink = ({ from, to }: { from: string; to: string }): ListLink => ({
  to: paths.managementOrders,
  search: { tab: "PAID", paidFrom: from, paidTo: to },
});

/** Returns the link to open invoices of an age, or to all of them. */
export const ageLink = (bucket: AgeBucket | "all"): ListLink => ({
  to: paths.managementReceivables,
  search: { tab: bucket },
});

/** Returns the link to the visible projects of a type. */
export const typeLink = (id: number): ListLink => ({
  to: paths.managementProjects,
  // Hidden projects have nothing on sale.
  search: { type: String(id), hidden: "false" },
});
