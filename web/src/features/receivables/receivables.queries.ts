import { useMutation, useQuery } from "@tanstack/react-query";
import { getReminders, listReceivables, sendReminder } from "@tonneline/contract/receivables";
import { call } from "../../lib/api.ts";
import { listOf, useRefreshList } from "../../lib/lists.ts";

/** Invoices that are not paid, as the address has them. */
export const receivables = listOf(listReceivables, {
  key: ["management", "receivables"],
  refreshEveryMs: 5000,
  file: "receivables",
  sort: "dueOn",
});

/** The mail of the next reminder of an order. */
export function useNextReminder(orderId: number) {
  return useQuery({
    queryKey: [...receivables.key, "next", orderId],
    queryFn: ({ signal }) =>
      call(getReminders, { params: { id: String(orderId) }, query: {} }, { signal }),
    staleTime: 0,
  });
}

/** Sends a reminder. */
export function useSendReminder(orderId: number) {
  const refresh = useRefreshList(receivables);
  return useMutation({
    mutationFn: (level: 1 | 2 | 3) =>
      call(sendReminder, { params: { id: String(orderId) }, body: { level } }),
    onSettled: refresh,
  });
}
