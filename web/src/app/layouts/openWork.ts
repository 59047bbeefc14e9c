import type { Work } from "@tonneline/contract/dashboard";
import { useWaiting } from "../../features/dashboard/waiting.queries.ts";
import type { ManagementKey } from "../managementPages.ts";

export type OpenWork = Partial<Record<ManagementKey, number>>;

/** The page for each kind of work. */
export const pageOf: Record<Work, ManagementKey> = {
  ORDERS: "managementOrders",
  OVERDUE: "managementReceivables",
  BANK: "managementBank",
  RETIREMENTS: "managementRetirements",
  SUPPORT: "managementSupport",
  PEOPLE: "managementUsers",
  MAILS: "managementMails",
};

/** Returns the number of open tasks by page; sends no request if the user may see none of them. */
export function useOpenWork(visible: readonly ManagementKey[]): OpenWork {
  const { data = [] } = useWaiting(Object.values(pageOf).some((page) => visible.includes(page)));
  return Object.fromEntries(data.map(({ work, count }) => [pageOf[work], count]));
}
