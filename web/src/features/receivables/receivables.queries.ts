import { useMutation, useQuery } from "@tanstack/react-query";
import type { ResponseOf, RequestOf } from "@tonneline/contract/endpoint";
import {
  ageBuckets,
  getReminders,
  listReceivables,
  resumeReminders,
  sendReminder,
  stopReminders,
  type Receivable,
} from "@tonneline/contract/receivables";
import { call } from "../../lib/api.ts";
import { listOf, useRefreshList } from "../../lib/lists.ts";

/** What is open of the invoices of a tab, in euros. */
export function openOf(tab: string, ageing: ResponseOf<typeof listReceivables>["ageing"]): number {
  const shown = ageing.filter(
    ({ bucket }) => tab === bucket || tab === "all" || (tab === "open" && bucket !== "NOT_DUE"),
  );
  return shown.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100;
}

/** Invoices that are not paid, as the address has them; it opens with those that are overdue. */
export const receivables = listOf(listReceivables, {
  key: ["management", "receivables"],
  refreshEveryMs: 5000,
  file: "receivables",
  sort: "dueOn",
  tabs: [...ageBuckets, "all"],
  open: ageBuckets.filter((bucket) => bucket !== "NOT_DUE"),
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

/** Lets them go out again, unless somebody else has stopped them since. */
export function useResumeReminders() {
  const refresh = useRefreshList(receivables);
  return useMutation({
    mutationFn: ({ id, stop }: Receivable) => {
      const query = stop?.by ? { by: stop.by } : {};
      return call(resumeReminders, { params: { id: String(id) }, query });
    },
    onSettled: refresh,
  });
}
