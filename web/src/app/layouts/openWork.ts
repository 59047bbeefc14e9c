import type { Work } from "@tonneline/contract/dashboard";
import { useWaiting } from "../../features/dashboard/waiting.queries.ts";
import type { ManagementKey } from "../managementPages.ts";

export type OpenWork = Partial<Record<ManagementKey, number>>;

/** The page on which each kind of work is done. */
export const pageOf: Record<Work, ManagementKey> = {
  ORDERS: "managementOrders",
  OVERDUE: "managementReceivables",
  BANK: "managementBank",
  RETIREMENTS: "managementRetirements",
  SUPPORT: "managementSupport",
  PEOPLE: "managementUsers",
  MAILS: "managementMails",
};

/** What waits for the operators, by page; not asked for where nobody may see any of it. */
export function useOpenWork(visible: readonly ManagementKey[]): OpenWork {
  const { data = [] } = useWaiting(Object.values(pageOf).some((page) => visible.includes(page)));
  return Object.fromEntries(data.map(({ work, count }) => [pageOf[work], count]));
}
