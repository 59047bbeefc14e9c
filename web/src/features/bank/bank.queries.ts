import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  bookEntry,
  bookSureEntries,
  getBank,
  getEntry,
  ignoreEntry,
  importStatements,
  listEntries,
  listStatements,
  unbookEntry,
  type BankEntry,
} from "@tonneline/contract/bank";
import { listOrders } from "@tonneline/contract/orders";
import { call } from "../../lib/api.ts";
import { listOf } from "../../lib/lists.ts";
import { isoDay } from "../../lib/tableSearch.ts";

// Colleagues book meanwhile.
const refreshEveryMs = 5_000;

/** Entries of the bank, as the address has them; it opens with what is to be decided, the sure ones first. */
export const entries = listOf(listEntries, {
  key: ["management", "bank"],
  file: "bank-entries",
  sort: "status",
  tabs: ["MATCHED", "SUGGESTED", "UNMATCHED", "BOOKED", "IGNORED", "all"],
  open: ["MATCHED", "SUGGESTED", "UNMATCHED"],
  filters: {
    from: isoDay,
    to: isoDay,
    order: [/^\d{1,10}$/, "orderId"],
    statement: [/^\d{1,10}$/, "statementId"],
  },
  refreshEveryMs,
});

/** The statements that were added, the newest first. */
export const statements = listOf(listStatements, {
  key: ["management", "bank", "statements"],
  file: "statements",
  sort: "to",
  descending: true,
  refreshEveryMs,
});

/** The bank's own name of a statement; undefined while unknown or not asked for. */
export function useStatement(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: [...statements.key, "one", id],
    queryFn: ({ signal }) => call(listStatements, { query: { id, size: "1" } }, { signal }),
    enabled: id !== undefined,
  });
  return data?.content[0]?.statementId;
}

/** Balance, what waits and what is open. */
export function useBankFigures() {
  return useQuery({
    queryKey: [...entries.key, "figures"],
    queryFn: ({ signal }) => call(getBank, {}, { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** One entry; not asked for while `id` is empty. */
export function useEntry(id: string) {
  return useQuery({
    queryKey: [...entries.key, "one", id],
    queryFn: ({ signal }) => call(getEntry, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

export interface Share {
  orderId: number;
  amount: number;
}

const paramsOf = ({ id }: BankEntry) => ({ params: { id: String(id) } });

/** What can be done with entries; each shows in every list afterwards, and on its orders. */
export function useBooking() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: entries.key }),
      client.invalidateQueries({ queryKey: ["management", "orders"] }),
    ]);
  return {
    book: useMutation({
      mutationFn: ({ entry, orders }: { entry: BankEntry; orders: Share[] }) =>
        call(bookEntry, { ...paramsOf(entry), body: { orders } }),
      onSettled,
    }),
    unbook: useMutation({
      mutationFn: ({ entry, reason }: { entry: BankEntry; reason: string }) =>
        call(unbookEntry, { ...paramsOf(entry), body: { reason } }),
      onSettled,
    }),
    ignore: useMutation({
      mutationFn: ({ entry, reason }: { entry: BankEntry; reason: string }) =>
        call(ignoreEntry, { ...paramsOf(entry), body: { reason } }),
      onSettled,
    }),
    bookSure: useMutation({ mutationFn: () => call(bookSureEntries, {}), onSettled }),
  };
}
export type Booking = ReturnType<typeof useBooking>;

/** Reads a file: as a trial, or to add it. */
export function useImportStatements() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, dryRun }: { file: File; dryRun: boolean }) =>
      call(importStatements, { file, query: { dryRun: dryRun ? "true" : "false" } }),
    onSuccess: (_, { dryRun }) =>
      dryRun ? undefined : client.invalidateQueries({ queryKey: entries.key }),
  });
}

/** The order of this number whose payment is awaited; undefined when there is none. */
export async function openOrder(orderId: number) {
  const query = { q: String(orderId), status: "AWAITING_PAYMENT", size: "20" };
  const { content } = await call(listOrders, { query });
  return content.find(({ id }) => id === orderId);
}
