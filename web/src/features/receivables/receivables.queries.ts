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
import { callOnce } from "../../lib/callOnce.ts";
import { listOf, useRefreshList } from "../../lib/lists.ts";
import { sumEuros } from "../../lib/sumEuros.ts";

/** Returns the total amount due of a tab's invoices, in euros. */
export function openOf(tab: string, ageing: ResponseOf<typeof listReceivables>["ageing"]): number {
  const shown = ageing.filter(
    ({ bucket }) => tab === bucket || tab === "all" || (tab === "open" && bucket !== "NOT_DUE"),
  );
  return sumEuros(shown.map(({ amount }) => amount));
}

/** Unpaid invoices, filtered by the search parameters; by default the overdue ones. */
export const receivables = listOf(listReceivables, {
  key: ["management", "receivables"],
  refreshEveryMs: 5000,
  file: "receivables",
  sort: "dueOn",
  tabs: [...ageBuckets, "all"],
  open: ageBuckets.filter((bucket) => bucket !== "NOT_DUE"),
});

/** The mail of an order's next reminder. */
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
      callOnce(sendReminder, { params: { id: String(orderId) }, body }),
    onSettled: refresh,
  });
}

/** Stops the reminders of an order. */
export function useStopReminders(orderId: number) {
  const refresh = useRefreshList(receivables);
  return useMutation({
    mutationFn: (body: RequestOf<typeof stopReminders>["body"]) =>
      call(stopReminders, { params: { id: String(orderId) }, body }),
    onSettled: refresh,
  });
}

/** Resumes them, unless somebody else has stopped them since. */
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
