import { useDeadLetters } from "../../features/mails/mails.queries.ts";
import { useOrdersToApprove } from "../../features/orders/admin/admin.queries.ts";
import { usePeopleToAdmit } from "../../features/people/people.queries.ts";
import { useRetirementsToDo } from "../../features/retirements/admin/admin.queries.ts";
import { useOpenRequests } from "../../features/support/admin/admin.queries.ts";
import type { ManagementKey } from "../managementPages.ts";

export type OpenWork = Partial<Record<ManagementKey, number>>;

/** What waits for the operators, by page; asked for only where somebody may see it. */
export function useOpenWork(visible: readonly ManagementKey[]): OpenWork {
  return {
    managementOrders: useOrdersToApprove(visible.includes("managementOrders")),
    managementSupport: useOpenRequests(visible.includes("managementSupport")),
    managementUsers: usePeopleToAdmit(visible.includes("managementUsers")),
    managementRetirements: useRetirementsToDo(visible.includes("managementRetirements")),
    managementMails: useDeadLetters(visible.includes("managementMails")),
  };
}
