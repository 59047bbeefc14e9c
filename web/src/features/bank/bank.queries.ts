import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  acceptStatementGap,
  bookBankEntry,
  bookMatchedEntries,
  getBankSummary,
  getBankEntry,
  ignoreBankEntry,
  importBankStatements,
  listBankEntries,
  listBankStatements,
  unbookBankEntry,
  type BankEntry,
} from "@tonneline/contract/bank";
import {
  completeBankRefund,
  getRefundFile,
  listBankRefunds,
  createRefundFile,
  refundBankEntry,
  refuseBankRefund,
  refuseRefundFile,
  removeBankRefund,
  type BankRefund,
} from "@tonneline/contract/bankRefunds";
import { endBankRule, listBankRules, type BankRule } from "@tonneline/contract/bankRules";
import { listOrders } from "@tonneline/contract/orders";
import { call, download } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";
import { listOf } from "../../lib/lists.ts";
import { isoDay, rowId } from "../../lib/tableSearch.ts";

// Colleagues book entries meanwhile.
const refreshEveryMs = 5_000;

/** The bank's entries, filtered by the search parameters; by default those to be decided, certain matches first. */
export const entries = listOf(listBankEntries, {
  key: ["management", "bank"],
  file: "bank-entries",
  sort: "status",
  tabs: ["MATCHED", "SUGGESTED", "UNMATCHED", "BOOKED", "IGNORED", "all"],
  open: ["MATCHED", "SUGGESTED", "UNMATCHED"],
  filters: {
    from: isoDay,
    to: isoDay,
    statement: [rowId, "statementId"],
    rule: [rowId, "ruleId"],
  },
  refreshEveryMs,
});

/** Imported statements, newest first. */
export const statements = listOf(listBankStatements, {
  key: ["management", "bank", "statements"],
  file: "statements",
  sort: "to",
  descending: true,
  refreshEveryMs,
});

/** Rules that set entries aside; active ones by default. */
export const bankRules = listOf(listBankRules, {
  key: ["management", "bank", "rules"],
  file: "bank-rules",
  sort: "createdAt",
  descending: true,
  tabs: ["ACTIVE", "ENDED", "all"],
  refreshEveryMs,
});

/** The refund list; by default the refunds that are not in a file yet. */
export const refunds = listOf(listBankRefunds, {
  key: ["management", "bank", "refunds"],
  file: "refunds",
  sort: "createdAt",
  descending: true,
  tabs: ["LISTED", "SENT", "DONE", "REFUSED", "REMOVED", "all"],
  refreshEveryMs,
});

/** Downloads a file that was created. */
export const downloadRefunds = (id: number) =>
  download(getRefundFile, { params: { id: String(id) } }, `refunds-${id}.xml`);

/** The actions on refunds; each refetches all lists of the bank. */
export function useRefunds() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: entries.key });
  const of = ({ id }: { id: number }) => ({ params: { id: String(id) } });
  return {
    put: useMutation({
      mutationFn: ({ entry, ...body }: { entry: BankEntry } & NewRefund) =>
        callOnce(refundBankEntry, { ...of(entry), body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (refund: BankRefund) => call(removeBankRefund, of(refund)),
      onSettled,
    }),
    finish: useMutation({
      mutationFn: ({ refund, on }: { refund: BankRefund; on: string }) =>
        call(completeBankRefund, { ...of(refund), body: { on } }),
      onSettled,
    }),
    refuse: useMutation({
      mutationFn: ({ refund, reason }: { refund: BankRefund; reason: string }) =>
        call(refuseBankRefund, { ...of(refund), body: { reason } }),
      onSettled,
    }),
    refuseFile: useMutation({
      mutationFn: ({ fileId, reason }: { fileId: number; reason: string }) =>
        call(refuseRefundFile, { ...of({ id: fileId }), body: { reason } }),
      onSettled,
    }),
    makeFile: useMutation({ mutationFn: () => call(createRefundFile, {}), onSettled }),
  };
}
interface NewRefund {
  amount: number;
  name: string;
  iban: string;
  text: string;
}

/** Ends a rule. */
export function useEndRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<BankRule, "id">) => call(endBankRule, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: entries.key }),
  });
}

/** Accepts a statement although a previous one is missing. */
export function useAcceptGap() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(acceptStatementGap, { params: { id: String(id) }, body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: entries.key }),
  });
}

/** Returns the bank's name of a statement; undefined while loading or without an id. */
export function useStatement(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: [...statements.key, "one", id],
    queryFn: ({ signal }) => call(listBankStatements, { query: { id, size: "1" } }, { signal }),
    enabled: id !== undefined,
  });
  return data?.content[0]?.statementId;
}

/** Balance, entries to decide and open invoices. */
export function useBankFigures() {
  return useQuery({
    queryKey: [...entries.key, "figures"],
    queryFn: ({ signal }) => call(getBankSummary, {}, { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** One entry; not requested while `id` is empty. */
export function useEntry(id: string) {
  return useQuery({
    queryKey: [...entries.key, "one", id],
    queryFn: ({ signal }) => call(getBankEntry, { params: { id } }, { signal }),
    enabled: id !== "",
  });
}

export interface Share {
  orderId: number;
  amount: number;
  /** The amount due that the operator saw. */
  open: number;
}

/** Why an entry is set aside, and which later ones will be too. */
export interface Aside {
  reason: string;
  always?: { words: string };
}

const paramsOf = ({ id }: BankEntry) => ({ params: { id: String(id) } });

/** The actions on entries; each refetches all lists, and the affected orders. */
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
        call(bookBankEntry, { ...paramsOf(entry), body: { orders } }),
      onSettled,
    }),
    unbook: useMutation({
      mutationFn: ({ entry, reason }: { entry: BankEntry; reason: string }) =>
        call(unbookBankEntry, { ...paramsOf(entry), body: { reason } }),
      onSettled,
    }),
    ignore: useMutation({
      mutationFn: ({ entry, ...body }: { entry: BankEntry } & Aside) =>
        call(ignoreBankEntry, { ...paramsOf(entry), body }),
      onSettled,
    }),
    bookSure: useMutation({ mutationFn: () => call(bookMatchedEntries, {}), onSettled }),
  };
}
export type Booking = ReturnType<typeof useBooking>;

/** Imports a file, or only validates it with `dryRun`. */
export function useImportStatements() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, dryRun }: { file: File; dryRun: boolean }) =>
      call(importBankStatements, { file, query: { dryRun: dryRun ? "true" : "false" } }),
    onSuccess: (_, { dryRun }) =>
      dryRun ? undefined : client.invalidateQueries({ queryKey: entries.key }),
  });
}

/**
 * Returns the order of this number if an entry can be booked for it: one that awaits payment or is paid. A returned payment
 * (`isReturn`) needs one that has received money, and so does a refund that came back of a rejected one. Undefined if there is
 * none.
 */
export async function bookableOrder(orderId: number, isReturn: boolean) {
  const status = isReturn ? "AWAITING_PAYMENT,PAID" : "AWAITING_PAYMENT,PAID,REJECTED";
  const query = { q: String(orderId), status, size: "20" };
  const { content } = await call(listOrders, { query });
  const order = content.find(({ id }) => id === orderId);
  if (!order) return undefined;
  return order.received > 0 || (!isReturn && order.status !== "REJECTED") ? order : undefined;
}
