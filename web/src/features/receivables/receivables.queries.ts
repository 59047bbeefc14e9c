import { useMutation, useQuery } from "@tanstack/react-query";
import type { RequestOf } from "@tonneline/contract/endpoint";
import {
  getReminders,
  listReceivables,
  resumeReminders,
  sendReminder,
  stopReminders,
} from "@tonneline/contract/receivables";
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
    mutationFn: (body: RequestOf<typeof sendReminder>["body"]) =>
      call(sendReminder, { params: { id: String(orderId) }, body }),
    onSettled: refresh,
  });
}

/** Keeps the reminders of an order from going out. */
export function useStopReminders(orderId: number) {
  const refresh = useRefreshList(receivables);
  return useMutation({
    mutationFn: (body: RequestOf<typeof stopReminders>["body"]) =>
      call(stopReminders, { params: { id: String(orderId) }, body }),
    onSettled: refresh,
  });
}

/** Lets them go out again. */
export function useResumeReminders() {
  const refresh = useRefreshList(receivables);
  return useMutation({
    mutationFn: (orderId: number) => call(resumeReminders, { params: { id: String(orderId) } }),
    onSettled: refresh,
  });
}
